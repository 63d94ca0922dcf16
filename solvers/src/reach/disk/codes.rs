//! Files of packed states: ascending codes of equal width, little-endian, without a header.

use std::fs::{File, OpenOptions};
use std::io::{BufReader, BufWriter, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::{fs, io};

use xxhash_rust::xxh3::Xxh3;

use super::{ReachError, damaged, error_at};
use sowlab_base::files::{OutputFile, open_unlinked, remove_regular};

/// A complete file of codes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct CodesFile {
    pub(super) path: PathBuf,
    /// The number of bytes per code, 1 to 16.
    pub(super) width: usize,
    /// The number of codes.
    pub(super) codes: u64,
    /// The XXH3 checksum of the contents.
    pub(super) checksum: u64,
}

impl CodesFile {
    /// Opens the file for reading from the code with this index, with a buffer of `buffer` bytes.
    pub(super) fn read_from(&self, code: u64, buffer: usize) -> Result<CodesReader, ReachError> {
        let mut file = self
            .open(File::options().read(true))
            .map_err(error_at(&self.path))?;
        file.seek(SeekFrom::Start(code * self.width as u64))
            .map_err(error_at(&self.path))?;
        Ok(CodesReader {
            input: BufReader::with_capacity(buffer, file),
            path: self.path.clone(),
            width: self.width,
            left: self.codes - code,
        })
    }

    /// Returns the number of codes that are at most `code`.
    pub(super) fn count_up_to(&self, code: u128) -> Result<u64, ReachError> {
        let (mut low, mut high) = (0, self.codes);
        while low < high {
            let middle = low + (high - low) / 2;
            match self.code(middle)? <= code {
                true => low = middle + 1,
                false => high = middle,
            }
        }
        Ok(low)
    }

    /// Returns the code with this index.
    fn code(&self, index: u64) -> Result<u128, ReachError> {
        let code = self.read_from(index, self.width)?.next()?;
        Ok(code.expect("an index below the number of codes"))
    }

    /// Verifies the length and the checksum of the file.
    pub(super) fn verify(&self) -> Result<(), ReachError> {
        self.verify_beginning()?;
        let metadata = fs::metadata(&self.path).map_err(error_at(&self.path))?;
        if metadata.len() != self.bytes() {
            return Err(damaged(&self.path, "it does not match its checksum"));
        }
        Ok(())
    }

    /// Verifies the checksum of the recorded beginning of the file.
    pub(super) fn verify_beginning(&self) -> Result<(), ReachError> {
        let file = self
            .open(File::options().read(true))
            .map_err(|error| match error.kind() {
                ErrorKind::NotFound => damaged(&self.path, "the file is missing"),
                _ => error_at(&self.path)(error),
            })?;
        self.hash(file).map(|_| ())
    }

    /// Opens the file; a link of its name is refused.
    fn open(&self, options: &mut OpenOptions) -> io::Result<File> {
        open_unlinked(&self.path, options)
    }

    fn bytes(&self) -> u64 {
        self.codes.saturating_mul(self.width as u64)
    }

    /// Verifies the checksum of the beginning of `file`, as many codes as are recorded, and returns its hash.
    fn hash(&self, file: impl Read) -> Result<Xxh3, ReachError> {
        let mut hash = Xxh3::new();
        let mut buffer = vec![0; 1 << 16];
        let mut bytes = 0;
        let mut file = file.take(self.bytes());
        loop {
            match file.read(&mut buffer).map_err(error_at(&self.path))? {
                0 => break,
                read => {
                    bytes += read as u64;
                    hash.update(&buffer[..read]);
                }
            }
        }
        if bytes != self.bytes() || hash.digest() != self.checksum {
            return Err(damaged(&self.path, "it does not match its checksum"));
        }
        Ok(hash)
    }

    /// Forces the file to the disk.
    pub(super) fn sync(&self) -> Result<(), ReachError> {
        let file = self.open(File::options().write(true));
        let file = OutputFile::from(file.map_err(error_at(&self.path))?);
        file.sync().map_err(error_at(&self.path))
    }

    /// Removes the file from the disk.
    pub(super) fn remove(self) -> Result<(), ReachError> {
        remove_regular(&self.path).map_err(error_at(&self.path))
    }
}

/// Reads codes one by one.
pub(super) struct CodesReader {
    input: BufReader<File>,
    path: PathBuf,
    width: usize,
    left: u64,
}

impl CodesReader {
    /// Returns the next code; `None` at the end.
    pub(super) fn next(&mut self) -> Result<Option<u128>, ReachError> {
        if self.left == 0 {
            return Ok(None);
        }
        let mut bytes = [0; 16];
        self.input
            .read_exact(&mut bytes[..self.width])
            .map_err(error_at(&self.path))?;
        self.left -= 1;
        Ok(Some(u128::from_le_bytes(bytes)))
    }
}

/// Writes codes one by one.
pub(super) struct CodesWriter {
    output: BufWriter<OutputFile>,
    hash: Xxh3,
    file: CodesFile,
}

impl CodesWriter {
    /// Creates a new file; none of this name may exist.
    pub(super) fn create(path: &Path, width: usize) -> Result<CodesWriter, ReachError> {
        let mut options = File::options();
        let file = options
            .write(true)
            .create_new(true)
            .open(path)
            .map_err(error_at(path))?;
        Ok(CodesWriter {
            output: BufWriter::with_capacity(1 << 16, file.into()),
            hash: Xxh3::new(),
            file: CodesFile {
                path: path.to_owned(),
                width,
                codes: 0,
                checksum: 0,
            },
        })
    }

    /// Resumes writing after the recorded codes of a file, and removes the rest. Returns the last code as well.
    pub(super) fn resume(file: CodesFile) -> Result<(CodesWriter, Option<u128>), ReachError> {
        let at = |error| error_at(&file.path)(error);
        let mut output = file
            .open(File::options().read(true).write(true))
            .map_err(at)?;
        let hash = file.hash(&output)?;
        output.set_len(file.bytes()).map_err(at)?;
        output.seek(SeekFrom::End(0)).map_err(at)?;
        let last = file.codes.checked_sub(1);
        let last = last.map(|index| file.code(index)).transpose()?;
        let writer = CodesWriter {
            output: BufWriter::with_capacity(1 << 16, output.into()),
            hash,
            file,
        };
        Ok((writer, last))
    }

    /// Forces all codes written so far to the disk, and returns their record.
    pub(super) fn snapshot(&mut self) -> Result<CodesFile, ReachError> {
        self.output.flush().map_err(error_at(&self.file.path))?;
        let file = self.output.get_ref();
        file.sync().map_err(error_at(&self.file.path))?;
        Ok(CodesFile {
            checksum: self.hash.digest(),
            ..self.file.clone()
        })
    }

    pub(super) fn write(&mut self, code: u128) -> Result<(), ReachError> {
        let bytes = &code.to_le_bytes()[..self.file.width];
        self.hash.update(bytes);
        self.file.codes += 1;
        self.output
            .write_all(bytes)
            .map_err(error_at(&self.file.path))
    }

    /// Completes the file; if `durable`, only once it is on the disk.
    pub(super) fn finish(mut self, durable: bool) -> Result<CodesFile, ReachError> {
        self.output.flush().map_err(error_at(&self.file.path))?;
        if durable {
            let file = self.output.get_ref();
            file.sync().map_err(error_at(&self.file.path))?;
        }
        self.file.checksum = self.hash.digest();
        Ok(self.file)
    }
}
