//! Why pieces are refused.

use std::path::PathBuf;

use super::Shard;
use crate::sealed::SealError;

/// Why files are no pieces that can be put together.
#[derive(Debug, thiserror::Error)]
pub enum PieceError {
    /// A file cannot be read or written.
    #[error("{}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: std::io::Error,
    },
    /// A file that is no piece, or is damaged.
    #[error("{}: not a piece of work, or damaged: {reason}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        reason: SealError,
    },
    /// A piece that another version made.
    #[error("{}: made by {found}, not by {expected}: make it again", path.display())]
    Version {
        /// The file.
        path: PathBuf,
        /// What made it.
        found: String,
        /// What made the others, or is to put them together.
        expected: String,
    },
    /// A piece of other work.
    #[error("{}: a piece of other work than {}: its {what} is {is}, not {was}", path.display(), first.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// The first file, which says what work it is.
        first: PathBuf,
        /// In what they differ.
        what: String,
        /// What it is in the first file.
        was: String,
        /// What it is in this one.
        is: String,
    },
    /// Two files are the same piece.
    #[error("piece {shard} is there twice: {} and {}", paths[0].display(), paths[1].display())]
    Double {
        /// The piece.
        shard: Shard,
        /// The files.
        paths: [PathBuf; 2],
    },
    /// Pieces that are not there.
    #[error("missing: {}", list(.0))]
    Missing(Vec<Shard>),
    /// No files at all.
    #[error("no files")]
    Nothing,
}

/// The most pieces that are named.
const NAMED: usize = 20;

fn list(missing: &[Shard]) -> String {
    let named = missing.iter().take(NAMED).map(ToString::to_string);
    let named = named.collect::<Vec<_>>().join(", ");
    match missing.len().checked_sub(NAMED) {
        None | Some(0) => format!("piece {named}"),
        Some(more) => format!("piece {named} and {more} more"),
    }
}
