//! The rank of holes: sixteen byte lanes, one hole a lane.

use std::fmt;
use std::hash::{Hash, Hasher};

use serde::{Deserialize, Serialize};

use super::rules::MAX_HOLES;

/// The stones in each hole of one rank, without the cups and without knowing how many holes
/// the rank has (lanes past the last hole are zero).
///
/// Lane `i` is hole `i + 1` counted from West's end. A lane is a byte, so that a whole lap is
/// one vector addition; 255 stones on the board are the most that fit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Board {
    lanes: [u8; MAX_HOLES],
}

impl Board {
    /// A rank with no stones.
    pub const EMPTY: Board = Board {
        lanes: [0; MAX_HOLES],
    };

    /// The board with these lanes; lane `i` is hole `i + 1`.
    #[inline]
    pub const fn from_lanes(lanes: [u8; MAX_HOLES]) -> Board {
        Board { lanes }
    }

    /// All sixteen lanes; lane `i` is hole `i + 1`.
    #[inline]
    pub const fn lanes(&self) -> &[u8; MAX_HOLES] {
        &self.lanes
    }

    /// The board with these stones from West's end on; `None` if there are more than sixteen holes.
    ///
    /// ```
    /// use sowlab_games::stones::Board;
    /// let board = Board::from_holes(&[0, 3, 0, 2]).unwrap();
    /// assert_eq!(board.stones(), 5);
    /// assert!(Board::from_holes(&[1; 17]).is_none());
    /// ```
    pub fn from_holes(holes: &[u8]) -> Option<Board> {
        let mut lanes = [0; MAX_HOLES];
        lanes.get_mut(..holes.len())?.copy_from_slice(holes);
        Some(Board { lanes })
    }

    /// The stones of the first `holes` holes, from West's end on, with commas between them: the first
    /// field of a position.
    ///
    /// # Panics
    /// If there are more than sixteen.
    pub fn text(&self, holes: usize) -> String {
        self.lanes[..holes]
            .iter()
            .map(u8::to_string)
            .collect::<Vec<_>>()
            .join(",")
    }

    /// How many stones lie on the board, all holes together.
    #[inline]
    pub fn stones(&self) -> u32 {
        self.lanes.iter().map(|&stones| u32::from(stones)).sum()
    }

    /// The stones in the hole with this index (0 is hole 1, at West's end).
    #[inline]
    pub fn get(&self, index: usize) -> u8 {
        self.lanes[index]
    }

    /// One bit a hole that may be chosen, that is, holds at least two stones; bit 0 is hole 1.
    #[inline]
    pub fn playable(&self) -> u16 {
        let mut mask = 0;
        for (index, &stones) in self.lanes.iter().enumerate() {
            mask |= u16::from(stones >= 2) << index;
        }
        mask
    }

    /// The same with the bits spread: the top bit of a hole's byte is set if it may be chosen.
    #[inline(always)]
    pub(super) fn playable_marks(&self) -> u128 {
        const LOW: u128 = u128::from_ne_bytes([0x7f; 16]);
        const MORE_THAN_ONE: u128 = u128::from_ne_bytes([0xfe; 16]);
        let bits = u128::from_le_bytes(self.lanes) & MORE_THAN_ONE;
        // No byte carries into the next.
        (((bits & LOW) + LOW) | bits) & !LOW
    }

    /// The board turned by 180°, as the player at the other end sees it, for a rank of `holes`.
    ///
    /// ```
    /// use sowlab_games::stones::Board;
    /// let board = Board::from_holes(&[1, 2, 3]).unwrap();
    /// assert_eq!(board.turned(3), Board::from_holes(&[3, 2, 1]).unwrap());
    /// ```
    #[inline]
    pub fn turned(&self, holes: usize) -> Board {
        let unused = 8 * (MAX_HOLES - holes) as u32;
        let reversed = u128::from_le_bytes(self.lanes).swap_bytes() >> unused;
        Board {
            lanes: reversed.to_le_bytes(),
        }
    }

    /// The lane-wise sum; the caller knows that no lane passes 255.
    #[inline]
    pub(crate) fn plus(self, other: &[u8; MAX_HOLES]) -> Board {
        let mut lanes = self.lanes;
        // Counted: without LTO the compiler does not inline `zip`.
        for hole in 0..MAX_HOLES {
            lanes[hole] = lanes[hole].wrapping_add(other[hole]);
        }
        Board { lanes }
    }

    /// The board with only the lanes whose byte in `keep` is 255.
    #[inline]
    pub(crate) fn masked(self, keep: &[u8; MAX_HOLES]) -> Board {
        let mut lanes = self.lanes;
        for hole in 0..MAX_HOLES {
            lanes[hole] &= keep[hole];
        }
        Board { lanes }
    }

    /// The board with this many stones in the hole with this index.
    #[inline]
    #[must_use]
    pub fn with(mut self, index: usize, stones: u8) -> Board {
        self.lanes[index] = stones;
        self
    }
}

impl Hash for Board {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        let bits = u128::from_le_bytes(self.lanes);
        state.write_u64(bits as u64);
        state.write_u64((bits >> 64) as u64);
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board{:?}", self.lanes)
    }
}
