//! The result of one round: captures and the ending of the sowing.

use std::ops::{Index, IndexMut, Not};

use sowlab_solvers::Side;

use super::board::Board;

/// One of the two players, named by his end of the rank. West sits at hole 1 and sows toward the last hole; East sits
/// at the last hole and sows toward hole 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Seat {
    /// The side with sente in the first round.
    East,
    /// The side with gote in the first round.
    West,
}

impl Seat {
    /// Both sides, East first.
    pub const BOTH: [Seat; 2] = [Seat::East, Seat::West];

    /// Returns `East` or `West`.
    pub const fn name(self) -> &'static str {
        match self {
            Seat::East => "East",
            Seat::West => "West",
        }
    }

    /// Returns the letter in the notation, `E` or `W`.
    pub const fn letter(self) -> char {
        match self {
            Seat::East => 'E',
            Seat::West => 'W',
        }
    }

    /// Returns this side as the solvers name it.
    #[inline]
    pub const fn side(self) -> Side {
        match self {
            Seat::East => Side::First,
            Seat::West => Side::Second,
        }
    }
}

impl Not for Seat {
    type Output = Seat;

    #[inline]
    fn not(self) -> Seat {
        match self {
            Seat::East => Seat::West,
            Seat::West => Seat::East,
        }
    }
}

/// A number of stones for each side: cups, or the captures of a round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Cups {
    /// East's stones.
    pub east: u8,
    /// West's stones.
    pub west: u8,
}

impl Cups {
    /// Returns the stones of both sides together.
    #[inline]
    pub fn stones(self) -> u32 {
        u32::from(self.east) + u32::from(self.west)
    }

    /// Returns the cups after the board was rotated: each side has the other's.
    #[inline]
    #[must_use]
    pub fn turned(self) -> Cups {
        Cups {
            east: self.west,
            west: self.east,
        }
    }
}

impl Index<Seat> for Cups {
    type Output = u8;

    #[inline]
    fn index(&self, side: Seat) -> &u8 {
        match side {
            Seat::East => &self.east,
            Seat::West => &self.west,
        }
    }
}

impl IndexMut<Seat> for Cups {
    #[inline]
    fn index_mut(&mut self, side: Seat) -> &mut u8 {
        match side {
            Seat::East => &mut self.east,
            Seat::West => &mut self.west,
        }
    }
}

/// The ending of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// Nothing was captured; sente stays.
    Quiet,
    /// A side captured at least one stone; sente passes to the side that had gote.
    Capture,
    /// The sowing never stops: its state (board, places, directions, hands) recurs every `period` steps.
    Endless {
        /// The least number of steps after which the sowing state recurs; 0 if it was not determined
        /// ([`Batch::sow_without_periods`](super::sowing::Batch::sow_without_periods)).
        period: u64,
    },
}

/// The result of one round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Round {
    /// The board after the round; for a non-terminating round, the board before it.
    pub board: Board,
    /// The captures of each side.
    pub captured: Cups,
    /// The number of steps, each one stone from each hand; 0 for a non-terminating round.
    pub steps: u64,
    /// The ending of the round.
    pub ending: Ending,
}
