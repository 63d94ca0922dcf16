//! The errors of files of weights.

use std::path::PathBuf;

/// The reason for which there is no evaluation.
#[derive(Debug, thiserror::Error)]
pub enum LearnedError {
    /// The file cannot be read.
    #[error("{path}: {error}")]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        error: std::io::Error,
    },
    /// The file does not begin as a file of weights does.
    #[error("{0}: not a file of weights; see docs/engines.md")]
    Foreign(PathBuf),
    /// The file has a version that this program does not read.
    #[error("{path}: version {found} of the format; this program reads version {read}")]
    Version {
        /// The file.
        path: PathBuf,
        /// The version of the file.
        found: u32,
        /// The greatest version that this program reads.
        read: u32,
    },
    /// The checksum is wrong, or the header does not describe the contents.
    #[error("{path}: damaged: {what}")]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The fault.
        what: String,
    },
    /// The weights are for another game.
    #[error("{path}: the weights are for {found}, not for {game}")]
    Game {
        /// The file.
        path: PathBuf,
        /// The game of the weights.
        found: String,
        /// The game that is played.
        game: String,
    },
    /// The game has no cells to evaluate.
    #[error("{0}: games of this family have no learned evaluation")]
    NoCells(String),
}
