//! What can be wrong with a file of weights.

use std::path::PathBuf;

/// Why there is no evaluation.
#[derive(Debug, thiserror::Error)]
pub enum LearnedError {
    /// The file cannot be read.
    #[error("{path}: {error}")]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// The file does not begin as weights do.
    #[error("{0}: this is no file of weights, see docs/engines.md")]
    Foreign(PathBuf),
    /// The file has a version that this program does not read.
    #[error("{path}: version {found} of the format; this program reads version {read}")]
    Version {
        /// The file.
        path: PathBuf,
        /// What the file has.
        found: u32,
        /// What is read.
        read: u32,
    },
    /// The checksum is wrong, or what follows the header is not what it describes.
    #[error("{path}: damaged: {what}")]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        what: String,
    },
    /// The weights are for another game.
    #[error("{path}: the weights are for {found}, not for {game}")]
    Game {
        /// The file.
        path: PathBuf,
        /// What they are for.
        found: String,
        /// What is played.
        game: String,
    },
    /// The game has no cells to evaluate.
    #[error("{0}: games of this family have no learned evaluation")]
    NoCells(String),
}
