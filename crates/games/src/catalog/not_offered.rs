//! The error for a request that a game does not support.

use std::fmt::Display;

/// A request that the game does not support.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotOffered {
    /// The request needs a game with rounds.
    #[error("{what}: only for games in which both sides sow at once (55stones, 33stones, stones)")]
    Joint {
        /// The request.
        what: &'static str,
    },
    /// The game does not support the request, for this reason.
    #[error("{0}")]
    Reason(String),
}

impl NotOffered {
    /// Builds the error for a game, with a reason.
    pub fn of(game: &impl Display, reason: &str) -> NotOffered {
        NotOffered::Reason(format!("{game}: {reason}"))
    }
}
