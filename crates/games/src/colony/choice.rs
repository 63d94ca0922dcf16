//! The choices of a side, with their notation.

use super::board::{Board, Log};

/// A choice of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Choice {
    /// Picks up the eggs of a log.
    PickUp(Log),
    /// Sows on to this log.
    Exit(Log),
    /// Places an ant from hand on a log.
    Place(Log),
    /// Moves an ant to an adjacent log.
    Move {
        /// The log that the ant leaves.
        from: Log,
        /// The log that the ant enters.
        to: Log,
    },
    /// Places or moves no ant.
    Pass,
    /// Accepts a sowing that never ends.
    GoOn,
}

/// Why a choice is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ChoiceError {
    /// The choice is not legal.
    #[error("choice '{text}': legal choices are {legal}")]
    Illegal {
        /// The text.
        text: String,
        /// The legal choices.
        legal: String,
    },
    /// There is nothing to choose.
    #[error("choice '{0}': the game is over")]
    Over(String),
}

impl Choice {
    /// The choice in the notation. `M4` picks up a log, `>T3` sows towards a log, `+T3` places an ant, `T3-M4` moves
    /// one. `pass` leaves the ants alone, and `on` accepts an endless sowing.
    pub fn text(self, board: &Board) -> String {
        match self {
            Choice::PickUp(log) => board.log_name(log).to_owned(),
            Choice::Exit(log) => format!(">{}", board.log_name(log)),
            Choice::Place(log) => format!("+{}", board.log_name(log)),
            Choice::Move { from, to } => {
                format!("{}-{}", board.log_name(from), board.log_name(to))
            }
            Choice::Pass => "pass".to_owned(),
            Choice::GoOn => "on".to_owned(),
        }
    }
}
