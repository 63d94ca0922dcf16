//! The errors of probing tables.

use sowlab_solvers::ranking::RankingError;
use sowlab_solvers::table::TableError;

use crate::Cause;

/// The error of probing a position.
#[derive(Debug, thiserror::Error)]
pub enum ProbeError {
    /// The text is not a position of the game, or no table can contain the position.
    #[error("{0}")]
    Position(Cause),
    /// The tables are missing, foreign or damaged.
    #[error(transparent)]
    Table(#[from] TableError),
}

impl ProbeError {
    /// Returns the error of a text that is not a position of the tables.
    pub fn position(cause: impl Into<Cause>) -> ProbeError {
        ProbeError::Position(cause.into())
    }
}

impl From<RankingError> for ProbeError {
    fn from(error: RankingError) -> ProbeError {
        TableError::Unrankable(error).into()
    }
}
