//! Why a game does not offer what is requested.

use std::fmt::Display;

/// Something that not every game offers was asked of one that does not.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotOffered {
    /// It is a matter of rounds.
    #[error("{what} is for games in which both sides sow at once: 55stones, 33stones, stones")]
    Joint {
        /// What was asked for.
        what: &'static str,
    },
    /// This game does not have it, for a reason of its own.
    #[error("{0}")]
    Reason(String),
}

impl NotOffered {
    /// A game does not have it, for this reason.
    pub fn of(game: &impl Display, reason: &str) -> NotOffered {
        NotOffered::Reason(format!("{game}: {reason}"))
    }
}
