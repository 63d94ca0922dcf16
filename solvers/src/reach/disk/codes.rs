//! Files of packed states: ascending codes of as many bytes each, little end first, nothing else.

use std::fs::{self, File};
use std::io::{BufReader, BufWriter, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

use xxhash_rust::xxh3::Xxh3;

use super::error::{ReachError, at, damaged};
use crate::files::{OutputFile, rename};

/// A complete file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct CodesFile {
    pub(super) path: PathBuf,
    /// Bytes a code, 1 to 16.
    pub(super) width: usize,
    /// How many there are.
    pub(super) codes: u64,
    /// XXH3 of the contents.
    pub(super) checksum: u64,
}

impl CodesFile {
    /// Reads it from the start, with a buffer of so many bytes.
    pub(super) fn read(&self, buffer: usize) -> Result<CodesReader, ReachError> {
        let file = File::open(&self.path).map_err(at(&self.path))?;
        Ok(CodesReader {
            input: BufReader::with_capacity(buffer, file),
            path: self.path.clone(),
            width: self.width,
            left: self.codes,
        })
    }

    /// Whether it is as long as it should be and its contents match the checksum.
    pub(super) fn verify(&self) -> Result<(), ReachError> {
        let mut file = File::open(&self.path).map_err(|error| match error.kind() {
            ErrorKind::NotFound => damaged(&self.path, "the file is missing"),
            _ => at(&self.path)(error),
        })?;
        let mut hash = Xxh3::new();
        let mut buffer = vec![0; 1 << 16];
        let mut bytes = 0;
        loop {
            match file.read(&mut buffer).map_err(at(&self.path))? {
                0 => break,
                read => {
                    bytes += read as u64;
                    hash.update(&buffer[..read]);
                }
            }
        }
        if bytes != self.codes * self.width as u64 || hash.digest() != self.checksum {
            return Err(damaged(&self.path, "it does not match its checksum"));
        }
        Ok(())
    }

    /// Gives it another name, in place of any file of that name.
    pub(super) fn rename(&mut self, path: PathBuf) -> Result<(), ReachError> {
        rename(&self.path, &path).map_err(at(&path))?;
        self.path = path;
        Ok(())
    }

    /// Frees the disk of it.
    pub(super) fn remove(self) -> Result<(), ReachError> {
        fs::remove_file(&self.path).map_err(at(&self.path))
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
    /// The next code; `None` at the end.
    pub(super) fn next(&mut self) -> Result<Option<u128>, ReachError> {
        if self.left == 0 {
            return Ok(None);
        }
        let mut bytes = [0; 16];
        self.input
            .read_exact(&mut bytes[..self.width])
            .map_err(at(&self.path))?;
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
    /// A new file in place of any other of this name.
    pub(super) fn create(path: &Path, width: usize) -> Result<CodesWriter, ReachError> {
        let file = File::create(path).map_err(at(path))?;
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

    pub(super) fn write(&mut self, code: u128) -> Result<(), ReachError> {
        let bytes = &code.to_le_bytes()[..self.file.width];
        self.hash.update(bytes);
        self.file.codes += 1;
        self.output.write_all(bytes).map_err(at(&self.file.path))
    }

    /// Ends the file; `durable`: not before it is on the disk itself.
    pub(super) fn finish(mut self, durable: bool) -> Result<CodesFile, ReachError> {
        self.output.flush().map_err(at(&self.file.path))?;
        if durable {
            let file = self.output.get_ref();
            file.sync().map_err(at(&self.file.path))?;
        }
        self.file.checksum = self.hash.digest();
        Ok(self.file)
    }
}
