//! The rank of holes: sixteen byte lanes, one per hole.

use std::fmt;
use std::hash::{Hash, Hasher};

use serde::{Deserialize, Serialize};

use super::rules::MAX_HOLES;

/// The stones in each hole of one rank, without the cups. The number of holes is not stored; lanes past the last hole
/// are zero.
///
/// Lane `i` is hole `i + 1`, counted from West's end. A lane is a byte, so that a whole lap is one vector addition; a
/// board holds at most 255 stones.
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

    /// Creates a board from lanes; lane `i` is hole `i + 1`.
    #[inline]
    pub const fn from_lanes(lanes: [u8; MAX_HOLES]) -> Board {
        Board { lanes }
    }

    /// Returns all sixteen lanes; lane `i` is hole `i + 1`.
    #[inline]
    pub const fn lanes(&self) -> &[u8; MAX_HOLES] {
        &self.lanes
    }

    /// Creates a board from the stones of its holes, from West's end on; `None` if there are more than sixteen holes.
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

    /// Returns the stones of the first `holes` holes, from West's end on, separated by commas: the first field of a
    /// position.
    ///
    /// # Panics
    /// `holes` is greater than sixteen.
    pub fn text(&self, holes: usize) -> String {
        self.lanes[..holes]
            .iter()
            .map(u8::to_string)
            .collect::<Vec<_>>()
            .join(",")
    }

    /// Returns the number of stones on the board.
    #[inline]
    pub fn stones(&self) -> u32 {
        self.lanes.iter().map(|&stones| u32::from(stones)).sum()
    }

    /// Returns the stones in the hole with this index (0 is hole 1, at West's end).
    #[inline]
    pub fn get(&self, index: usize) -> u8 {
        self.lanes[index]
    }

    /// Returns one bit per playable hole, that is, one with at least two stones; bit 0 is hole 1.
    #[inline]
    pub fn playable(&self) -> u16 {
        let mut mask = 0;
        for (index, &stones) in self.lanes.iter().enumerate() {
            mask |= u16::from(stones >= 2) << index;
        }
        mask
    }

    /// Returns the playable holes as spread bits: the top bit of a hole's byte is set if the hole is playable.
    #[inline(always)]
    pub(super) fn playable_marks(&self) -> u128 {
        const LOW: u128 = u128::from_ne_bytes([0x7f; 16]);
        const MORE_THAN_ONE: u128 = u128::from_ne_bytes([0xfe; 16]);
        let bits = u128::from_le_bytes(self.lanes) & MORE_THAN_ONE;
        // No byte carries into the next.
        (((bits & LOW) + LOW) | bits) & !LOW
    }

    /// Returns the board rotated by 180°, as seen from the other end, for a rank of `holes`.
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

    /// Returns the lane-wise sum, which wraps; the caller ensures that no lane exceeds 255.
    #[inline]
    pub(crate) fn plus(self, other: &[u8; MAX_HOLES]) -> Board {
        let mut lanes = self.lanes;
        // An index loop: without LTO the compiler does not inline `zip`.
        for hole in 0..MAX_HOLES {
            lanes[hole] = lanes[hole].wrapping_add(other[hole]);
        }
        Board { lanes }
    }

    /// Returns the board with only the lanes whose byte in `keep` is 255.
    #[inline]
    pub(crate) fn masked(self, keep: &[u8; MAX_HOLES]) -> Board {
        let mut lanes = self.lanes;
        for hole in 0..MAX_HOLES {
            lanes[hole] &= keep[hole];
        }
        Board { lanes }
    }

    /// Returns the board with this many stones in the hole with this index.
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
