//! The errors of requests.

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
    /// The layers, by number of stones on the board.
    Stones,
    /// The number of samples.
    Samples,
    /// The number of rounds or moves.
    Rounds,
    /// The number of rounds to which an equilibrium is computed.
    Horizon,
    /// The directory of endgame tables.
    Tables,
    /// The [default directory](crate::tables::default_folder) of endgame tables.
    DefaultTables,
    /// The memory limit.
    Memory,
    /// A file of proven claims to read.
    Proof,
    /// The proof cache to write.
    SaveProof,
    /// The node budget of a claim before the search turns to other claims.
    NodeBudget,
    /// The principal variation.
    Explain,
    /// Strategies of the user.
    Strategy,
    /// The restriction to optimal rounds.
    Best,
    /// The restriction to rounds without a case that the sources leave open.
    Undisputed,
    /// The file to process.
    File,
    /// The checkpoint from which interrupted work resumes.
    Checkpoint,
    /// The path of the certificate.
    Certificate,
    /// The path of the certificates.
    Certificates,
    /// The shard of the work.
    Shard,
}

/// The source of a [`RequestError`].
pub type Cause = Box<dyn Error + Send + Sync>;

/// The reason for which a request has no finding.
#[derive(Debug)]
pub enum RequestError {
    /// A field of the request is wrong, or the game does not support it.
    Field {
        /// The field at fault.
        field: Field,
        /// The description of the fault and of the allowed values.
        cause: Cause,
    },
    /// The monitor cancelled the work before it had a finding.
    Cancelled(Cancelled),
    /// A failure that the request did not cause, such as a full disk.
    Failed(Cause),
}

impl RequestError {
    /// Returns the error of a wrong field.
    pub fn field(field: Field, cause: impl Into<Cause>) -> RequestError {
        RequestError::Field {
            field,
            cause: cause.into(),
        }
    }

    /// Returns the error of a failure that the request did not cause.
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
