//! What can go wrong on disk.

use std::io;
use std::path::{Path, PathBuf};

use crate::Cancelled;

/// Why a search on disk cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum ReachError {
    /// A file cannot be read or written: the disk is full, say.
    #[error("{}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the operating system says.
        error: io::Error,
    },
    /// The folder holds no checkpoint of such a search, or one that is damaged.
    #[error("{}: not a checkpoint of a search, or damaged: {reason}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        reason: String,
    },
    /// The checkpoint is of another search.
    #[error("{}: a search of {found}, not of {expected}", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// The search that it states.
        found: String,
        /// The one asked for.
        expected: String,
    },
    /// The game told other rounds of a state than when it was asked first, so that no way into an
    /// endless round was found again.
    #[error(
        "the game told other rounds when it was asked again: no way into an endless round is found"
    )]
    Fickle,
    /// The monitor cancelled. [`reach_on_disk`](super::reach_on_disk) returns what is complete instead.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

/// Says where an error of the operating system happened.
pub(super) fn at(path: &Path) -> impl FnOnce(io::Error) -> ReachError {
    move |error| ReachError::File {
        path: path.to_owned(),
        error,
    }
}

/// Says what is wrong with a file.
pub(super) fn damaged(path: &Path, reason: impl Into<String>) -> ReachError {
    ReachError::Damaged {
        path: path.to_owned(),
        reason: reason.into(),
    }
}
