//! The errors of a scan.

use std::path::PathBuf;

use sowlab_base::sealed::SealError;
use sowlab_solvers::Cancelled;
use sowlab_solvers::ranking::RankingError;

/// The reason for which a file is not a checkpoint of a scan.
#[derive(Debug, thiserror::Error)]
pub enum Damage {
    /// The file was changed.
    #[error(transparent)]
    Seal(SealError),
    /// Another program or another version wrote it.
    #[error("another format or version; remove the file to start again")]
    Version,
    /// A layer is missing, or has a wrong number of boards.
    #[error("the layer of {0} stones")]
    Layer(u32),
    /// There are more layers than can be numbered.
    #[error(transparent)]
    Ranking(#[from] RankingError),
}

impl From<SealError> for Damage {
    fn from(error: SealError) -> Damage {
        match error {
            SealError::Format => Damage::Version,
            error => Damage::Seal(error),
        }
    }
}

/// The error of a scan.
#[derive(Debug, thiserror::Error)]
pub enum ScanError {
    /// The boards cannot be numbered.
    #[error(transparent)]
    Ranking(#[from] RankingError),
    /// The checkpoint cannot be read.
    #[error("{path}: {error}")]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        error: std::io::Error,
    },
    /// The checkpoint cannot be written.
    #[error("{path}: {error}")]
    Unwritable {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        error: std::io::Error,
    },
    /// The file is not a checkpoint, or it is damaged.
    #[error("{path}: not a checkpoint of a scan: {reason}")]
    Format {
        /// The file.
        path: PathBuf,
        /// The fault.
        reason: Damage,
    },
    /// The checkpoint belongs to other rules.
    #[error("{path}: a scan of {found}, not of {expected}")]
    Foreign {
        /// The file.
        path: PathBuf,
        /// The rules of the file.
        found: String,
        /// The requested rules.
        expected: String,
    },
    /// The monitor cancelled.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}
