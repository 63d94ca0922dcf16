//! Opening input files.

use std::fs::{File, Metadata};
use std::path::Path;

use crate::error::{Result, input_unless};

/// Opens a regular file for reading. A FIFO or a device is refused before it is opened.
///
/// # Errors
/// The file is missing, unreadable, or not a regular file.
pub fn open(path: &Path) -> Result<File> {
    let regular = |found: Metadata| input_unless(found.is_file(), "not a regular file");
    regular(std::fs::metadata(path)?)?;
    let mut options = File::options();
    options.read(true);
    // If a FIFO has taken the place of the file, opening it does not wait for a writer.
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, libc::O_NONBLOCK);
    let file = options.open(path)?;
    regular(file.metadata()?)?;
    Ok(file)
}
