//! Why a look-up fails.

use sowlab_solvers::ranking::RankingError;
use sowlab_solvers::table::TableError;

use crate::Cause;

/// Why a position is not found in tables.
#[derive(Debug, thiserror::Error)]
pub enum ProbeError {
    /// The text is no position of the game, or none that tables hold.
    #[error("{0}")]
    Position(Cause),
    /// The tables are missing, foreign or damaged.
    #[error(transparent)]
    Table(#[from] TableError),
}

impl ProbeError {
    /// The text is no position that tables hold.
    pub fn position(cause: impl Into<Cause>) -> ProbeError {
        ProbeError::Position(cause.into())
    }
}

impl From<RankingError> for ProbeError {
    fn from(error: RankingError) -> ProbeError {
        TableError::Unrankable(error).into()
    }
}
