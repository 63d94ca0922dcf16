//! Why a scan fails.

use std::path::PathBuf;

use sowlab_base::sealed::SealError;
use sowlab_solvers::Cancelled;
use sowlab_solvers::ranking::RankingError;

/// Why a file is no checkpoint of a scan.
#[derive(Debug, thiserror::Error)]
pub enum Damage {
    /// It was changed.
    #[error(transparent)]
    Seal(SealError),
    /// Another program or another version wrote it.
    #[error("another format or version; remove it to begin anew")]
    Version,
    /// A layer is missing, or holds more or fewer boards than there are.
    #[error("the layer of {0} stones")]
    Layer(u32),
    /// It has more layers than can be numbered.
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

/// Why a scan cannot go on.
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
        /// Why.
        error: std::io::Error,
    },
    /// The checkpoint cannot be written.
    #[error("{path}: {error}")]
    Unwritable {
        /// The file.
        path: PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// The file is no checkpoint, or it is damaged.
    #[error("{path}: not a checkpoint of a scan: {reason}")]
    Format {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        reason: Damage,
    },
    /// The checkpoint is of other rules.
    #[error("{path}: a scan of {found}, not of {expected}")]
    Foreign {
        /// The file.
        path: PathBuf,
        /// Its rules.
        found: String,
        /// Those asked for.
        expected: String,
    },
    /// The monitor cancelled.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}
