//! The faults of the parts of a certificate.

/// The fault of rules, a position, a round or a move, in the words of its game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// The options are not those of the game.
    #[error("the options must be {0}")]
    Options(String),
    /// An option is not a number within its limits.
    #[error("'{name}' must be {least} to {most}")]
    Number {
        /// The option.
        name: String,
        /// The minimum.
        least: u64,
        /// The maximum.
        most: u64,
    },
    /// An option is none of its words.
    #[error("'{name}' must be {}", words.join(" or "))]
    Word {
        /// The option.
        name: String,
        /// The allowed words.
        words: Vec<&'static str>,
    },
    /// A fault described in full.
    #[error("{0}")]
    Is(&'static str),
    /// A number differs from the required one.
    #[error("{found} {what}{expected}")]
    Count {
        /// The number.
        found: u64,
        /// The counted thing, and the words before the required number.
        what: &'static str,
        /// The required number.
        expected: u64,
    },
    /// The text is not a round or a move of the side to move.
    #[error("not a {what} {side}{is}")]
    NotOf {
        /// A round or a move.
        what: &'static str,
        /// The side to move.
        side: char,
        /// The words after that side.
        is: &'static str,
    },
    /// The hole or pit does not exist.
    #[error("there is no {place} {number}")]
    NoPlace {
        /// A hole or a pit.
        place: &'static str,
        /// Its number.
        number: u64,
    },
    /// The check takes more steps than the limit.
    #[error("the sowing takes more than {0} steps (laps where one side sows): raise --steps")]
    Steps(u64),
    /// The check was cancelled.
    #[error("the check was interrupted")]
    Cancelled,
    /// A hole or pit holds too little to be sown.
    #[error("{place} {number} holds fewer than two {what}")]
    TooFew {
        /// A hole or a pit.
        place: &'static str,
        /// Its number.
        number: u64,
        /// Stones or seeds.
        what: &'static str,
    },
}

impl From<&'static str> for Fault {
    fn from(is: &'static str) -> Fault {
        Fault::Is(is)
    }
}
