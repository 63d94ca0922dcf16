//! Files that results are written to.

use std::fs::File;
use std::io::{self, Seek, SeekFrom, Write};

use super::faults::{self, Place};

/// A file that is written to, where a test can end the process at every step: see
/// [`faults`](super::faults). Otherwise a [`File`].
#[derive(Debug)]
pub struct OutputFile(File);

impl OutputFile {
    /// Forces what was written, and the size of the file, to the disk.
    ///
    /// # Errors
    /// What the system reports.
    pub fn sync(&self) -> io::Result<()> {
        faults::reach(Place::Sync)?;
        self.0.sync_all()
    }

    /// Cuts the file off, or makes it longer by zeros.
    ///
    /// # Errors
    /// What the system reports.
    pub fn set_len(&self, bytes: u64) -> io::Result<()> {
        self.0.set_len(bytes)
    }
}

impl From<File> for OutputFile {
    fn from(file: File) -> OutputFile {
        OutputFile(file)
    }
}

impl AsRef<File> for OutputFile {
    fn as_ref(&self) -> &File {
        &self.0
    }
}

impl Write for OutputFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let (some, last) = faults::before_write(bytes.len())?;
        if last {
            let _ = self.0.write_all(&bytes[..some]);
            std::process::abort();
        }
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

impl Seek for OutputFile {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.0.seek(to)
    }
}
