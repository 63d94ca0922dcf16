//! The path of the header of a file of records.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// Returns the path of the header: that of the file of records, with `.header.json` appended.
pub fn header_path(records: &Path) -> PathBuf {
    let mut name = OsString::from(records);
    name.push(".header.json");
    name.into()
}
