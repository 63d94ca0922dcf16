//! Tables that some work needs.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

/// Endgame tables in a directory.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TablesTo {
    /// The most stones of the boards.
    pub stones: u32,
    /// The directory, which is no part of the results.
    pub directory: PathBuf,
}
