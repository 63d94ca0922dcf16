//! Reading no more than there may be.

use std::fs::File;
use std::io;
use std::io::Read;
use std::path::Path;

use super::open::{open_regular, open_unlinked};

/// The byte order mark that some editors put before a text.
const BYTE_ORDER_MARK: &str = "\u{feff}";

/// Reads a regular file of at most `most` bytes.
///
/// # Errors
/// It is not a regular file, it cannot be read, or it is longer. Then no more than the limit was read.
pub fn read_limited(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    read(open_regular(path)?, most)
}

/// Reads a text (UTF-8) of at most `most` bytes, without the byte order mark that it may begin with.
///
/// # Errors
/// As [`read_limited`], or it is not UTF-8.
pub fn text_limited(path: &Path, most: u64) -> io::Result<String> {
    text(read_limited(path, most)?)
}

/// As [`text_limited`], for a name that the program chose in a folder: a link of that name is refused.
///
/// # Errors
/// Those of [`text_limited`], and a link.
pub fn text_unlinked(path: &Path, most: u64) -> io::Result<String> {
    text(read_unlinked(path, most)?)
}

/// As [`read_limited`], for a name that the program chose in a folder: a link of that name is refused.
///
/// # Errors
/// Those of [`read_limited`], and a link.
pub fn read_unlinked(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    read(open_unlinked(path, File::options().read(true))?, most)
}

fn read(file: File, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        let limit = match most >> 20 {
            0 => format!("{} KiB", most >> 10),
            mebibytes => format!("{mebibytes} MiB"),
        };
        let reason = format!("longer than the limit of {limit}");
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, reason));
    }
    Ok(bytes)
}

fn text(bytes: Vec<u8>) -> io::Result<String> {
    let mut text = String::from_utf8(bytes)
        .map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "not a text (UTF-8)"))?;
    if text.starts_with(BYTE_ORDER_MARK) {
        text.drain(..BYTE_ORDER_MARK.len());
    }
    Ok(text)
}

/// A name in UTF-8 without control characters, so that a message that quotes it is one line.
pub fn printable(name: Vec<u8>) -> Option<String> {
    let name = String::from_utf8(name).ok()?;
    (!name.chars().any(char::is_control)).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_is_the_last_length_that_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        std::fs::write(&path, vec![b'a'; 2 << 20]).unwrap();
        assert_eq!(text_limited(&path, 2 << 20).unwrap().len(), 2 << 20);
        let error = read_limited(&path, (2 << 20) - 1).unwrap_err();
        assert!(error.to_string().contains("1 MiB"), "{error}");
        let error = read_limited(&path, 64 << 10).unwrap_err();
        assert!(error.to_string().contains("64 KiB"), "{error}");
        #[cfg(unix)]
        assert!(read_limited(Path::new("/dev/zero"), 1 << 20).is_err());
        std::fs::write(&path, [0xff]).unwrap();
        assert!(text_limited(&path, 10).is_err());
        std::fs::write(&path, "\u{feff}a\u{feff}").unwrap();
        assert_eq!(text_limited(&path, 10).unwrap(), "a\u{feff}");
    }
}

#[cfg(test)]
mod printable_tests {
    use super::printable;

    #[test]
    fn a_name_is_text_of_one_line() {
        assert_eq!(printable(b"stones".to_vec()), Some("stones".into()));
        for name in [b"two\nlines".as_slice(), b"bell\x07", b"\xff"] {
            assert_eq!(printable(name.to_vec()), None);
        }
    }
}
