//! The choices of both sides in a round.

use serde::{Deserialize, Serialize};

use crate::stones::round::Seat;

/// The holes that the two sides take in a round, by index (0 is hole 1, at West's end).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct JointMove {
    /// The index of East's hole.
    pub east: u8,
    /// The index of West's hole.
    pub west: u8,
}

impl JointMove {
    /// Creates a joint move from the choice of the side with sente and that of the other side.
    pub fn of(sente: Seat, first: u8, second: u8) -> JointMove {
        let (east, west) = match sente {
            Seat::East => (first, second),
            Seat::West => (second, first),
        };
        JointMove { east, west }
    }

    /// Calls `visit` with every joint move of a board with these playable holes, by East's hole,
    /// then by West's.
    #[inline]
    pub fn for_each(playable: u16, mut visit: impl FnMut(JointMove)) {
        let mut east_left = playable;
        while east_left != 0 {
            let east = east_left.trailing_zeros() as u8;
            east_left &= east_left - 1;
            let mut west_left = playable & !(1 << east);
            while west_left != 0 {
                let west = west_left.trailing_zeros() as u8;
                west_left &= west_left - 1;
                visit(JointMove { east, west });
            }
        }
    }
}
