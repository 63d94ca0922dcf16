//! Errors of endgame tables.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use super::header::HeaderError;
use crate::ranking::RankingError;
use crate::retrograde::SolveError;
use crate::{Cancelled, Value};

/// The place of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TableFile {
    /// A file of this machine.
    Local(PathBuf),
    /// A file of a [published set](super::PublishedFiles), by its address.
    Published(String),
}

impl fmt::Display for TableFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TableFile::Local(path) => path.display().fmt(f),
            TableFile::Published(address) => f.write_str(address),
        }
    }
}

impl From<&Path> for TableFile {
    fn from(path: &Path) -> TableFile {
        TableFile::Local(path.to_owned())
    }
}

/// The reason why a table cannot be built or read.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// The table is missing, because none was [built](super::build()) there.
    #[error("{0}: no such table")]
    Missing(TableFile),
    /// The file is not a table, or one of another version of the format.
    #[error(
        "{file}: not a table of format {}: {reason}; replace it by one that this program built",
        super::header::FORMAT
    )]
    Format {
        /// The file.
        file: TableFile,
        /// The reason.
        reason: HeaderError,
    },
    /// The table belongs to other rules or another layer.
    #[error("{file}: a table of {found}, not of {expected}")]
    Foreign {
        /// The file.
        file: TableFile,
        /// The rules and the layer that the file states.
        found: String,
        /// The requested rules and layer.
        expected: String,
    },
    /// The name of the game is too long for the header of a table.
    #[error("a name of {0} bytes: tables hold names of at most {LONGEST_NAME}", LONGEST_NAME = super::header::LONGEST_NAME)]
    LongName(usize),
    /// The table has another number of positions than the game that it is named after.
    #[error("{file}: a table of {found} positions, where the layer has {expected}")]
    Positions {
        /// The file.
        file: TableFile,
        /// The number of positions of the table.
        found: u64,
        /// The number of positions of the layer.
        expected: u64,
    },
    /// The contents do not match the header.
    #[error("{file}: damaged ({part} does not match its header)")]
    Damaged {
        /// The file.
        file: TableFile,
        /// The damaged part.
        part: String,
    },
    /// The layer does not have the requested position.
    #[error("layer {layer} has {positions} positions, not one of rank {rank}")]
    NoPosition {
        /// The layer.
        layer: u32,
        /// The number of its positions.
        positions: u64,
        /// The requested rank.
        rank: u64,
    },
    /// The memory cannot be allocated.
    #[error("cannot allocate {0} bytes to unpack a layer")]
    NoMemory(u64),
    /// The layer is not among those that were opened.
    #[error("no table of layer {layer}: tables of layers 0 to {most} are open")]
    NoLayer {
        /// The requested layer.
        layer: u32,
        /// The highest layer opened.
        most: u32,
    },
    /// The value of a position differs from the one that follows from its replies.
    #[error(
        "{file}: the position of rank {rank} has the value {stated}, but its replies give {found}"
    )]
    Contradiction {
        /// The file.
        file: TableFile,
        /// The rank of the position.
        rank: u64,
        /// The value in the table.
        stated: Value,
        /// The value that follows from the replies.
        found: Value,
    },
    /// The value of a position solves the equations without being forced: it rests on repetition, and is not the least
    /// or greatest solution.
    #[error(
        "{file}: the position of rank {rank} has the value {stated}, which neither side can force without repetition"
    )]
    Unforced {
        /// The file.
        file: TableFile,
        /// The rank of the position.
        rank: u64,
        /// The value in the table.
        stated: Value,
    },
    /// A distance of the layer does not fit a byte.
    #[error("layer {0}: a distance above {MOST_DISTANCE}", MOST_DISTANCE = crate::retrograde::MOST_DISTANCE)]
    #[cfg(not(target_family = "wasm"))]
    TooFar(u32),
    /// The distances of a position differ from those that follow from its replies.
    #[error("{file}: the distances of the position of rank {rank} do not follow from its replies")]
    Distances {
        /// The file.
        file: TableFile,
        /// The rank of the position.
        rank: u64,
    },
    /// Another process works in the directory.
    #[error("{}: another build is running in this directory", .0.display())]
    Busy(PathBuf),
    /// Reading or writing failed.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The error of the operating system.
        source: io::Error,
    },
    /// A part of a published table could not be read.
    #[error("{address}: {source}")]
    Transfer {
        /// The address of the file.
        address: String,
        /// The reason.
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// The folder of the tables cannot be written, and the temporary directory (`TMPDIR`) has no room.
    #[error("{} (TMPDIR): {source}", path.display())]
    Temporary {
        /// The folder.
        path: PathBuf,
        /// The error of the operating system.
        source: io::Error,
    },
    /// The positions cannot be numbered.
    #[error(transparent)]
    Unrankable(#[from] RankingError),
    /// The layer could not be solved. [`SolveError::Cancelled`] becomes [`TableError::Cancelled`].
    #[error(transparent)]
    Solve(SolveError),
    /// The monitor cancelled.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

impl TableError {
    /// Returns the table at fault.
    pub fn file(&self) -> Option<&TableFile> {
        match self {
            TableError::Missing(file)
            | TableError::Format { file, .. }
            | TableError::Foreign { file, .. }
            | TableError::Positions { file, .. }
            | TableError::Damaged { file, .. }
            | TableError::Contradiction { file, .. }
            | TableError::Unforced { file, .. }
            | TableError::Distances { file, .. } => Some(file),
            _ => None,
        }
    }

    /// Returns the file or directory of this machine at fault.
    pub fn path(&self) -> Option<&Path> {
        match self {
            TableError::Busy(path)
            | TableError::Io { path, .. }
            | TableError::Temporary { path, .. } => Some(path),
            error => match error.file()? {
                TableFile::Local(path) => Some(path),
                TableFile::Published(_) => None,
            },
        }
    }
}

impl From<SolveError> for TableError {
    fn from(error: SolveError) -> TableError {
        match error {
            SolveError::Cancelled(cancelled) => cancelled.into(),
            error => TableError::Solve(error),
        }
    }
}

/// Adds the file to an error of the operating system.
pub(super) fn error_at(path: &Path) -> impl Fn(io::Error) -> TableError + '_ {
    move |source| TableError::Io {
        path: path.to_owned(),
        source,
    }
}
