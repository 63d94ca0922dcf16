//! The two sides of a game.

use std::ops::Not;

/// One of the two sides of a game, whoever's turn it is. Relative to a state a side is a
/// [`Player`](crate::Player).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Side {
    /// The side that moves first in the starting position.
    First,
    /// The other side.
    Second,
}

impl Not for Side {
    type Output = Side;

    #[inline]
    fn not(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }
}
