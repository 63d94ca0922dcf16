//! Errors of positions and choices.

use super::super::rules::MAX_STONES;

/// The error of an invalid position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// Stones lie in lanes past the last hole.
    #[error("stones beyond hole {holes}, the last hole")]
    PastTheRank {
        /// The number of holes.
        holes: usize,
    },
    /// Board and cups together do not have the stones of the game.
    #[error(
        "{board} stones on the board and {cups} in the cups make {}, but the game has {stones}",
        board + cups
    )]
    Stones {
        /// The stones on the board.
        board: u32,
        /// The stones in both cups.
        cups: u32,
        /// The stones of the game.
        stones: usize,
    },
    /// There are more stones than fit a position.
    #[error("{0} stones on the board and in the cups: at most {MAX_STONES} fit")]
    TooMany(u32),
    /// The hole in the phase cannot have been taken by sente.
    #[error("phase: hole {0} cannot have been taken by sente, it holds fewer than two stones")]
    Taken(u8),
    /// Gote has to choose but has no hole to choose.
    #[error(
        "phase: hole {0} cannot have been taken by sente, gote would have no other hole to choose"
    )]
    NothingForGote(u8),
    /// The pie decision is open, but not after the first round.
    #[error("round: the pie decision is open after the first round only, not in round {0}")]
    LatePie(u32),
    /// The round is 0.
    #[error("round: rounds are counted from 1")]
    RoundZero,
}

/// The error of an invalid choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ChoiceError {
    /// The hole does not exist.
    #[error("there is no hole {hole}: holes are numbered 1 to {holes} from West's end")]
    NoSuchHole {
        /// The number given.
        hole: usize,
        /// The number of holes.
        holes: usize,
    },
    /// The hole has fewer than two stones.
    #[error("hole {hole} holds {stones}: only a hole with two or more stones may be chosen")]
    TooFewStones {
        /// The number of the hole, from 1.
        hole: usize,
        /// The stones in the hole.
        stones: u8,
    },
    /// Both sides chose the same hole.
    #[error("hole {0} is chosen twice: gote takes another hole than sente")]
    Twice(usize),
    /// Sente has already taken another hole.
    #[error("sente has already taken hole {taken}, not hole {hole}")]
    AlreadyTaken {
        /// The taken hole, from 1.
        taken: usize,
        /// The given hole, from 1.
        hole: usize,
    },
    /// The game is over.
    #[error("the game is over: fewer than two holes hold two or more stones")]
    Over,
    /// The pie decision is not open.
    #[error("the pie decision is not open: it is made once, after the first round")]
    NoPie,
}
