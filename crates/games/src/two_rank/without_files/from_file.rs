//! A program in a browser has no files.

use super::super::quoted::shortened;
use super::declaration::{Declaration, GameError};

/// Refuses the file.
pub(super) fn from_file(path: &str) -> Result<&'static Declaration, GameError> {
    Err(GameError::FilesRefused(shortened(path)))
}
