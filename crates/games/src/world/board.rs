//! Boards as the side to move sees them.

use crate::Seat;
use crate::contest::MOST_PITS;

/// The number of marks of a board.
pub const MARKS: usize = 6;

/// The pits of a board and the numbers that also determine play, in the view of the side to move.
///
/// On a board of two sides, the own pits are first. On a board of one rank, pits are in the order in which the side to
/// move sows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    /// The seeds in each pit; zero past the last pit.
    pub pits: [u8; MOST_PITS],
    /// The meaning depends on the game; zero if it has none.
    pub marks: [u8; MARKS],
}

impl Board {
    /// The board without seeds and marks.
    pub const EMPTY: Board = Board {
        pits: [0; MOST_PITS],
        marks: [0; MARKS],
    };

    /// Creates a board without marks. Pits past the largest board are left out.
    pub fn of(pits: &[u8]) -> Board {
        let mut board = Board::EMPTY;
        for (pit, &seeds) in board.pits.iter_mut().zip(pits) {
            *pit = seeds;
        }
        board
    }

    /// Returns the seeds in the first `own` pits less those in the next `own` pits.
    pub fn lead(&self, own: usize) -> i32 {
        let sum = |pits: &[u8]| pits.iter().map(|&seeds| i32::from(seeds)).sum::<i32>();
        let (first, second) = self.pits[..2 * own].split_at(own);
        sum(first) - sum(second)
    }

    /// Returns the seeds in all pits.
    #[inline]
    pub fn seeds(&self) -> u32 {
        self.pits.iter().map(|&seeds| u32::from(seeds)).sum()
    }
}

/// The shape of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// One rank that both sides sow, in opposite directions.
    OneRank {
        /// The number of pits.
        pits: usize,
    },
    /// A rank for each side, sown counterclockwise.
    TwoRanks {
        /// The number of pits of a side.
        pits: usize,
    },
    /// Two ranks for each side. The pits of a side form a ring: the outer rank from its left to its right, then the
    /// inner rank back.
    FourRanks {
        /// The number of pits of a rank.
        pits: usize,
    },
}

impl Shape {
    /// Returns the number of pits of the board.
    pub const fn pits(self) -> usize {
        match self {
            Shape::OneRank { pits } => pits,
            Shape::TwoRanks { pits } => 2 * pits,
            Shape::FourRanks { pits } => 4 * pits,
        }
    }

    /// Returns the number of pits of a side; all pits on a board of one rank.
    pub const fn own(self) -> usize {
        match self {
            Shape::OneRank { pits } | Shape::TwoRanks { pits } => pits,
            Shape::FourRanks { pits } => 2 * pits,
        }
    }

    /// Returns the number of ranks.
    pub const fn ranks(self) -> usize {
        match self {
            Shape::OneRank { .. } => 1,
            Shape::TwoRanks { .. } => 2,
            Shape::FourRanks { .. } => 4,
        }
    }

    /// Returns the number of pits of a rank.
    pub const fn columns(self) -> usize {
        match self {
            Shape::OneRank { pits } | Shape::TwoRanks { pits } | Shape::FourRanks { pits } => pits,
        }
    }

    /// Returns the index of a pit in the view of the other side.
    #[inline]
    pub const fn turned_pit(self, pit: usize) -> usize {
        match self {
            Shape::OneRank { pits } => pits - 1 - pit,
            Shape::TwoRanks { .. } | Shape::FourRanks { .. } => match pit < self.own() {
                true => pit + self.own(),
                false => pit - self.own(),
            },
        }
    }

    /// Returns the pits in the view of the other side.
    #[inline]
    pub fn turned(self, pits: [u8; MOST_PITS]) -> [u8; MOST_PITS] {
        let mut turned = pits;
        match self {
            Shape::OneRank { pits } => turned[..pits].reverse(),
            Shape::TwoRanks { .. } | Shape::FourRanks { .. } => {
                turned[..self.pits()].rotate_left(self.own());
            }
        }
        turned
    }

    /// Returns the number of a side's pit in the notation, from 1. On one rank the first side's left pit is 1; on two
    /// ranks the last pit that a side sows on its own rank is 1.
    pub const fn number(self, seat: Seat, pit: usize) -> usize {
        match (self, seat) {
            (Shape::TwoRanks { pits }, _) => pits - pit % pits,
            (Shape::OneRank { pits }, Seat::Upper) => pits - pit,
            (Shape::OneRank { .. }, Seat::Lower) => pit + 1,
            (Shape::FourRanks { .. }, _) => pit % self.own() + 1,
        }
    }
}
