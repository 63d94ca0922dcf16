//! Requests for tables.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::folder::folder_or_default;

/// Endgame tables in a directory.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TablesTo {
    /// The maximum number of stones on a board.
    pub stones: u32,
    /// The directory, which is not part of the results [default: that of `sowlab solve`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub directory: Option<PathBuf>,
}

impl TablesTo {
    /// Returns the directory, or the default directory.
    pub fn folder(&self) -> PathBuf {
        folder_or_default(self.directory.as_deref())
    }
}
