//! What is wrong with a part of a certificate.

/// Why rules, a position, or a round or move are refused; in the words of the game that refuses them.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// Other options are stated than the game has.
    #[error("the options are {0}")]
    Options(String),
    /// An option is not a number within its bounds.
    #[error("'{name}' is {least} to {most}")]
    Number {
        /// The option.
        name: String,
        /// The least number.
        least: u64,
        /// The greatest number.
        most: u64,
    },
    /// An option is none of its words.
    #[error("'{name}' is {} or {}", words[0], words[1])]
    Word {
        /// The option.
        name: String,
        /// The words.
        words: [&'static str; 2],
    },
    /// Something else than it must be.
    #[error("{0}")]
    Is(&'static str),
    /// A number of something that is another than it must be.
    #[error("{found} {what}{expected}")]
    Count {
        /// How many there are.
        found: u64,
        /// Of what, and the words that lead to the number expected.
        what: &'static str,
        /// How many there must be.
        expected: u64,
    },
    /// A round or move of the side that is not to move, or none at all.
    #[error("not a {what} {side}{is}")]
    NotOf {
        /// A round or a move.
        what: &'static str,
        /// The side to move.
        side: char,
        /// What that side is or has, as the words go on.
        is: &'static str,
    },
    /// There is no such hole or pit.
    #[error("there is no {place} {number}")]
    NoPlace {
        /// A hole or a pit.
        place: &'static str,
        /// Its number.
        number: u64,
    },
    /// The check takes more steps than it may.
    #[error("the sowing takes more than {0} steps (laps in Owela): raise --steps")]
    Steps(u64),
    /// The check shall stop.
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
