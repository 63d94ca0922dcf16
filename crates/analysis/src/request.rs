//! What a request may fail with.

use std::error::Error;
use std::fmt;

use sowlab_solvers::Cancelled;

/// A field of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Field {
    /// The game itself.
    Game,
    /// The position to start from.
    Position,
    /// The move.
    Move,
    /// The only first move considered under the pie rule.
    PieChoice,
    /// Which layers, by stones on the board.
    Stones,
    /// How many are drawn.
    Samples,
    /// How many rounds or moves.
    Rounds,
    /// How many rounds an equilibrium looks ahead.
    Horizon,
    /// The directory of endgame tables.
    Tables,
    /// The memory allowed.
    Memory,
    /// A file of proven claims that is read.
    Proof,
    /// The proof cache that is written.
    SaveProof,
    /// The node budget of a claim before the search turns to others.
    NodeBudget,
    /// A line of best play.
    Explain,
    /// Strategies of somebody's own.
    Strategy,
    /// Only rounds that lose nothing.
    Best,
    /// Only rounds that meet no case on which the sources are silent.
    Undisputed,
    /// The file that the request is about.
    File,
    /// Where work that was interrupted resumes.
    Checkpoint,
    /// Where the certificate goes.
    Certificate,
    /// Where certificates go.
    Certificates,
    /// Which piece of the work.
    Shard,
}

/// The source of a [`RequestError`].
pub type Cause = Box<dyn Error + Send + Sync>;

/// Why a request has no finding.
#[derive(Debug)]
pub enum RequestError {
    /// A field of the request is wrong, or asks for what the game does not offer.
    Field {
        /// The field at fault.
        field: Field,
        /// What is wrong and what is allowed.
        cause: Cause,
    },
    /// The monitor cancelled the work before it had a finding.
    Cancelled(Cancelled),
    /// Something that is no fault of the request: a full disk, say.
    Failed(Cause),
}

impl RequestError {
    /// A field is wrong.
    pub fn field(field: Field, cause: impl Into<Cause>) -> RequestError {
        RequestError::Field {
            field,
            cause: cause.into(),
        }
    }

    /// Something that is no fault of the request.
    pub fn failed(cause: impl Into<Cause>) -> RequestError {
        RequestError::Failed(cause.into())
    }
}

impl From<Cancelled> for RequestError {
    fn from(cancelled: Cancelled) -> RequestError {
        RequestError::Cancelled(cancelled)
    }
}

impl fmt::Display for RequestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RequestError::Field { cause, .. } | RequestError::Failed(cause) => cause.fmt(f),
            RequestError::Cancelled(_) => f.write_str("interrupted"),
        }
    }
}

impl Error for RequestError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            RequestError::Field { cause, .. } | RequestError::Failed(cause) => Some(cause.as_ref()),
            RequestError::Cancelled(cancelled) => Some(cancelled),
        }
    }
}
