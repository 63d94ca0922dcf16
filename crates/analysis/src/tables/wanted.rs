//! Tables that some work needs.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::folder::folder_or_default;

/// Endgame tables in a directory.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TablesTo {
    /// The most stones of the boards.
    pub stones: u32,
    /// The directory, which is no part of the results [default: that of `sowlab solve`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub directory: Option<PathBuf>,
}

impl TablesTo {
    /// The directory, or the default folder.
    pub fn folder(&self) -> PathBuf {
        folder_or_default(self.directory.as_deref())
    }
}
