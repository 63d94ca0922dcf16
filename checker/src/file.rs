//! Opening input files.

use std::fs::{File, Metadata};
use std::path::Path;

use crate::error::{Result, input_unless};
use crate::reason::Reason;

/// Opens a regular file for reading. A FIFO or a device is refused before it is opened.
///
/// # Errors
/// The file is missing, unreadable, or not a regular file.
pub fn open(path: &Path) -> Result<File> {
    let regular = |found: Metadata| input_unless(found.is_file(), Reason::NoRegularFile);
    regular(std::fs::metadata(path)?)?;
    let mut options = File::options();
    options.read(true);
    // Does not wait for a writer if a FIFO has replaced the file in the meantime.
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, libc::O_NONBLOCK);
    let file = options.open(path)?;
    regular(file.metadata()?)?;
    Ok(file)
}
