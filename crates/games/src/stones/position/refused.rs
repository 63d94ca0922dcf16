//! Why a position or a choice is refused.

use super::super::rules::MAX_STONES;

/// Why a position is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// Stones in lanes past the last hole.
    #[error("stones lie past hole {holes}, the last one")]
    PastTheRank {
        /// The number of holes.
        holes: usize,
    },
    /// Board and cups together are not the stones of the game.
    #[error(
        "{board} stones on the board and {cups} in the cups make {}, but the game has {stones}",
        board + cups
    )]
    Stones {
        /// Stones on the board.
        board: u32,
        /// Stones in both cups.
        cups: u32,
        /// Stones of the game.
        stones: usize,
    },
    /// More stones than a position holds.
    #[error("{0} stones on the board and in the cups: at most {MAX_STONES} fit")]
    TooMany(u32),
    /// The hole that sente is said to have taken cannot be taken.
    #[error("phase: hole {0} cannot have been taken by sente, it holds fewer than two stones")]
    Taken(u8),
    /// Gote is to choose, but has no hole to choose.
    #[error(
        "phase: hole {0} cannot have been taken by sente, gote would have no other hole to choose"
    )]
    NothingForGote(u8),
    /// The pie decision is open, but not after the first round.
    #[error("round: the pie decision is open after the first round only, not in round {0}")]
    LatePie(u32),
    /// The round is zero.
    #[error("round: rounds are counted from 1")]
    RoundZero,
}

/// Why a choice is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ChoiceError {
    /// There is no such hole.
    #[error("there is no hole {hole}: holes are numbered 1 to {holes} from West's end")]
    NoSuchHole {
        /// The number given.
        hole: usize,
        /// The number of holes.
        holes: usize,
    },
    /// The hole holds fewer than two stones.
    #[error("hole {hole} holds {stones}: only a hole with two or more stones may be chosen")]
    TooFewStones {
        /// The hole, from 1.
        hole: usize,
        /// What it holds.
        stones: u8,
    },
    /// Both sides want one hole.
    #[error("hole {0} is chosen twice: gote takes another hole than sente")]
    Twice(usize),
    /// Sente has already taken another hole.
    #[error("sente has already taken hole {taken}, not hole {hole}")]
    AlreadyTaken {
        /// The hole taken, from 1.
        taken: usize,
        /// The hole given, from 1.
        hole: usize,
    },
    /// The game is over.
    #[error("the game is over: fewer than two holes hold two or more stones")]
    Over,
    /// The pie decision was asked for when it is not open.
    #[error("the pie decision is not open: it is made once, after the first round")]
    NoPie,
}
