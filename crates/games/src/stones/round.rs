//! What one round does: who captures what, and how the sowing ends.

use std::ops::{Index, IndexMut, Not};

use sowlab_solvers::Side;

use super::board::Board;

/// One of the two players, named by the end of the rank where he sits. West sits at hole 1 and
/// sows toward the last hole, East sits at the last hole and sows toward hole 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Seat {
    /// Has sente in the first round.
    East,
    /// Has gote in the first round.
    West,
}

impl Seat {
    /// Both sides, East first.
    pub const BOTH: [Seat; 2] = [Seat::East, Seat::West];

    /// `East` or `West`.
    pub const fn name(self) -> &'static str {
        match self {
            Seat::East => "East",
            Seat::West => "West",
        }
    }

    /// The letter of the notation, `E` or `W`.
    pub const fn letter(self) -> char {
        match self {
            Seat::East => 'E',
            Seat::West => 'W',
        }
    }

    /// This side as the solvers name it.
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

/// A number of stones for each side: cups, or what a round adds to them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Cups {
    /// East's stones.
    pub east: u8,
    /// West's stones.
    pub west: u8,
}

impl Cups {
    /// Both sides together.
    #[inline]
    pub fn stones(self) -> u32 {
        u32::from(self.east) + u32::from(self.west)
    }

    /// The cups after the board was turned: each side has the other's.
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

/// How a round ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// Nothing was captured: sente stays where it is.
    Quiet,
    /// Somebody captured at least one stone: sente passes to the side that had gote.
    Capture,
    /// The sowing never stops: the sowing state (board, places, directions, hands) recurs every
    /// `period` steps.
    Endless {
        /// The least number of steps after which the sowing state recurs; 0 if it was not asked
        /// for ([`Batch::sow_without_periods`](super::sowing::Batch::sow_without_periods)).
        period: u64,
    },
}

/// The result of one round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Round {
    /// The board after the round; for an endless round the board as it was before it.
    pub board: Board,
    /// What each side captured.
    pub captured: Cups,
    /// How many steps were sown, each one stone from each hand; 0 for an endless round, which has
    /// no last step.
    pub steps: u64,
    /// How it ended.
    pub ending: Ending,
}
