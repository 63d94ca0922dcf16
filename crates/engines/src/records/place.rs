//! Where the header of a file of records is.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// The header of a file of records: beside it, by the name of the file with `.header.json`.
pub fn header_path(records: &Path) -> PathBuf {
    let mut name = OsString::from(records);
    name.push(".header.json");
    name.into()
}
