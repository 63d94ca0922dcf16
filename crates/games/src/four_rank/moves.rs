//! Moves, and how they are written.

use crate::Seat;

/// A choice of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// Lifts the own pit with this index, in sowing order from 0.
    Sow(u8),
    /// Lets a sowing continue that never ends.
    Continue,
}

impl Move {
    /// The move in the notation: `L5`, the side and the pit in sowing order from 1; `on` for a sowing that never ends.
    pub fn text(self, mover: Seat) -> String {
        match self {
            Move::Sow(pit) => format!("{}{}", mover.letter(), pit + 1),
            Move::Continue => "on".to_owned(),
        }
    }
}
