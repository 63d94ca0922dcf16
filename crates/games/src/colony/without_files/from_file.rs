//! A program in a browser has no files.

use std::sync::Arc;

use super::super::shortened;
use super::board::Board;
use super::variant::ColonyError;

/// Refuses the file.
pub(super) fn from_file(path: &str) -> Result<&'static Arc<Board>, ColonyError> {
    Err(ColonyError::FilesRefused(shortened(path)))
}
