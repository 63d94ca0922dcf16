//! The two seats of a board that is placed between its players.

use std::ops::Not;

use sowlab_solvers::Side;

/// One of the two players of a game between two seats, named by its place at the drawn board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Seat {
    /// Sits below the board and moves first in the starting position ([`Side::First`]).
    Lower,
    /// Sits above the board.
    Upper,
}

impl Seat {
    /// Both seats, Lower first.
    pub const BOTH: [Seat; 2] = [Seat::Lower, Seat::Upper];

    /// The letter of the notation, `L` or `U`.
    pub const fn letter(self) -> char {
        match self {
            Seat::Lower => 'L',
            Seat::Upper => 'U',
        }
    }
}

impl Not for Seat {
    type Output = Seat;

    #[inline]
    fn not(self) -> Seat {
        match self {
            Seat::Lower => Seat::Upper,
            Seat::Upper => Seat::Lower,
        }
    }
}

impl From<Seat> for Side {
    #[inline]
    fn from(seat: Seat) -> Side {
        match seat {
            Seat::Lower => Side::First,
            Seat::Upper => Side::Second,
        }
    }
}

impl From<Side> for Seat {
    #[inline]
    fn from(side: Side) -> Seat {
        match side {
            Side::First => Seat::Lower,
            Side::Second => Seat::Upper,
        }
    }
}
