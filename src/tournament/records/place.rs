//! Where the header of a file of records is.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// Beside the file.
pub(super) fn header_path(records: &Path) -> PathBuf {
    let mut name = OsString::from(records);
    name.push(".header.json");
    name.into()
}
