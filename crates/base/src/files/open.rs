//! Opening files that are files: no device, no pipe, and for names that the program chose no link.

use std::fs::{File, OpenOptions};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// Opens a regular file to read it; a link is followed. A FIFO or device is refused before it is opened,
/// so that nothing waits for its other end.
///
/// # Errors
/// The file is missing, cannot be read, or is not a regular file (`InvalidInput`).
pub fn open_regular(path: &Path) -> io::Result<File> {
    check_regular(&fs::metadata(path)?)?;
    let file = set_nonblocking(File::options().read(true)).open(path)?;
    // Another file may have this name by now.
    check_regular(&file.metadata()?)?;
    Ok(file)
}

/// Opens a regular file under a name that the program chose, as these options say. A link of that name is
/// refused, so that no file elsewhere is read or written.
///
/// # Errors
/// As [`open_regular`], or the name is a link (`InvalidInput`).
pub fn open_unlinked(path: &Path, options: &mut OpenOptions) -> io::Result<File> {
    match fs::symlink_metadata(path) {
        Ok(metadata) => check_regular(&metadata)?,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(error),
    }
    let file = unlinked(options).open(path)?;
    check_regular(&file.metadata()?)?;
    Ok(file)
}

/// Returns whether an error means that there is no room: a full disk, a quota, or a limit of file sizes.
pub fn is_full(error: &io::Error) -> bool {
    use io::ErrorKind::{FileTooLarge, QuotaExceeded, StorageFull};
    matches!(error.kind(), StorageFull | QuotaExceeded | FileTooLarge)
}

/// Removes a regular file. A missing one counts as removed; a link, folder or device stays and is an error.
///
/// # Errors
/// It is not a regular file, or the operating system refuses.
pub fn remove_regular(path: &Path) -> io::Result<()> {
    let removed = fs::symlink_metadata(path)
        .and_then(|metadata| check_regular(&metadata))
        .and_then(|()| fs::remove_file(path));
    match removed {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        removed => removed,
    }
}

/// Returns whether a regular file begins with these bytes: the header of a format.
pub fn begins_with(path: &Path, magic: &[u8]) -> io::Result<bool> {
    let mut found = Vec::new();
    open_unlinked(path, File::options().read(true))?
        .take(magic.len() as u64)
        .read_to_end(&mut found)?;
    Ok(found == magic)
}

/// The error for a file of somebody else under a name of the program.
pub(super) fn foreign_file_error() -> io::Error {
    let reason =
        "sowlab did not write this file and does not replace it; move it to another directory";
    io::Error::new(io::ErrorKind::InvalidInput, reason)
}

pub(super) fn check_regular(metadata: &fs::Metadata) -> io::Result<()> {
    let (kind, reason) = match metadata {
        _ if metadata.is_file() => return Ok(()),
        _ if metadata.is_dir() => (io::ErrorKind::IsADirectory, "a folder"),
        _ if metadata.is_symlink() => (io::ErrorKind::InvalidInput, "a link"),
        _ => (io::ErrorKind::InvalidInput, "a device or a pipe"),
    };
    let reason = format!("{reason}, where a regular file is needed");
    Err(io::Error::new(kind, reason))
}

/// Returns whether an error means that a path does not lead to the kind of file that is needed. This is bad input, not
/// a fault of the machine.
pub fn is_unusable(error: &io::Error) -> bool {
    use io::ErrorKind::{AlreadyExists, InvalidInput, IsADirectory, NotADirectory};
    matches!(
        error.kind(),
        AlreadyExists | InvalidInput | IsADirectory | NotADirectory
    )
}

#[cfg(unix)]
fn set_nonblocking(options: &mut OpenOptions) -> &mut OpenOptions {
    use std::os::unix::fs::OpenOptionsExt;
    options.custom_flags(libc::O_NONBLOCK)
}

#[cfg(not(unix))]
fn set_nonblocking(options: &mut OpenOptions) -> &mut OpenOptions {
    options
}

#[cfg(unix)]
fn unlinked(options: &mut OpenOptions) -> &mut OpenOptions {
    use std::os::unix::fs::OpenOptionsExt;
    options.custom_flags(libc::O_NONBLOCK | libc::O_NOFOLLOW)
}

#[cfg(not(unix))]
fn unlinked(options: &mut OpenOptions) -> &mut OpenOptions {
    options
}

/// Returns whether a file or folder that was opened is still the one with this name.
#[cfg(unix)]
pub(super) fn is_at(file: &File, path: &Path) -> bool {
    use std::fs::{self, Metadata};
    use std::os::unix::fs::MetadataExt;
    let same =
        |(one, other): (Metadata, Metadata)| (one.dev(), one.ino()) == (other.dev(), other.ino());
    let both = file
        .metadata()
        .and_then(|one| Ok((one, fs::symlink_metadata(path)?)));
    both.is_ok_and(same)
}

/// Returns whether a file or folder that was opened is still the one with this name.
#[cfg(windows)]
pub(super) fn is_at(file: &File, path: &Path) -> bool {
    use same_file::Handle;
    let both = file
        .try_clone()
        .and_then(|file| Ok((Handle::from_file(file)?, Handle::from_path(path)?)));
    both.is_ok_and(|(one, other)| one == other)
}

/// Elsewhere there are no other processes.
#[cfg(not(any(unix, windows)))]
pub(super) fn is_at(_: &File, path: &Path) -> bool {
    path.exists()
}

/// As many links in a row as Linux follows.
const MOST_LINKS: usize = 40;

/// The file that a path means: where symbolic links lead, whether it exists or not. So two names of one
/// file are one, and what replaces it does not replace the link.
pub fn target_of(path: &Path) -> PathBuf {
    let mut target = path.to_owned();
    for _ in 0..MOST_LINKS {
        if let Ok(found) = fs::canonicalize(&target) {
            return found;
        }
        // A link to what is not there yet.
        match (fs::read_link(&target), target.parent()) {
            (Ok(next), Some(folder)) => target = folder.join(next),
            _ => break,
        }
    }
    match (target.parent().map(fs::canonicalize), target.file_name()) {
        (Some(Ok(folder)), Some(name)) => folder.join(name),
        _ => target,
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn only_regular_files_are_opened() {
        let folder = tempfile::tempdir().unwrap();
        let [file, link, pipe] = ["file", "link", "pipe"].map(|name| folder.path().join(name));
        fs::write(&file, "text").unwrap();
        symlink("file", &link).unwrap();
        let made = std::process::Command::new("mkfifo").arg(&pipe).status();
        assert!(made.unwrap().success());
        let refused = |opened: io::Result<File>| opened.is_err_and(|error| is_unusable(&error));
        let own = |path| open_unlinked(path, File::options().read(true).write(true));
        assert!(open_regular(&file).is_ok() && open_regular(&link).is_ok());
        assert!(own(&file).is_ok() && refused(own(&link)));
        for other in [&pipe, Path::new("/dev/ptmx"), folder.path()] {
            assert!(refused(open_regular(other)) && refused(own(other)));
        }
        let missing = open_regular(&folder.path().join("none")).unwrap_err();
        assert_eq!(missing.kind(), io::ErrorKind::NotFound);
    }
}

#[cfg(all(test, unix))]
mod target_tests {
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn links_lead_to_files_that_are_and_are_not_there() {
        let folder = tempfile::tempdir().unwrap();
        let real = fs::canonicalize(folder.path()).unwrap();
        let [file, link, chain, circle] =
            ["file", "link", "chain", "circle"].map(|name| folder.path().join(name));
        symlink("file", &link).unwrap();
        symlink(&link, &chain).unwrap();
        symlink("circle", &circle).unwrap();
        for _ in 0..2 {
            for name in [&file, &link, &chain] {
                assert_eq!(target_of(name), real.join("file"));
            }
            fs::write(&file, "").unwrap();
        }
        assert_eq!(target_of(&circle), real.join("circle"));
        assert_eq!(target_of(Path::new("no/folder")), Path::new("no/folder"));
    }
}
