//! Margins of evaluated boards, shared by all threads.

use std::sync::atomic::{AtomicU64, Ordering};

/// The binary logarithm of the number of entries, which take half a megabyte.
const BITS: u32 = 16;
/// The number of bits of a margin. The other bits of an entry are the whole board.
const MARGIN_BITS: u32 = 16;

/// A table in which each board has one entry, and the last stored board replaces the one before. An entry has a board
/// and its margin in one word, so that no thread reads half an entry.
#[derive(Debug)]
pub(super) struct Seen(Box<[AtomicU64]>);

impl Seen {
    /// Creates an empty table. Returns `None` for boards that do not fit an entry.
    pub(super) fn new(cells: usize, levels: usize) -> Option<Seen> {
        let boards = (levels as u64).checked_pow(cells as u32)?;
        // No board has all bits set, so that this value marks an empty entry.
        let fits = boards < 1 << (u64::BITS - MARGIN_BITS);
        fits.then(|| Seen((0..1 << BITS).map(|_| AtomicU64::new(u64::MAX)).collect()))
    }

    /// Returns the stored margin of a board, by its number. Otherwise computes the margin and stores it.
    #[inline]
    pub(super) fn get_or(&self, board: u64, find: impl FnOnce() -> i32) -> i32 {
        // Fibonacci hashing: D. E. Knuth, The Art of Computer Programming, volume 3, 6.4.
        let place = board.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (u64::BITS - BITS);
        let entry = &self.0[place as usize];
        let known = entry.load(Ordering::Relaxed);
        if known >> MARGIN_BITS == board {
            return i32::from(known as i16);
        }
        let margin = find();
        if let Ok(margin) = i16::try_from(margin) {
            entry.store(
                board << MARGIN_BITS | u64::from(margin as u16),
                Ordering::Relaxed,
            );
        }
        margin
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_board_has_its_own_margin() {
        let seen = Seen::new(12, 15).unwrap();
        let margin = |board: u64| (board % 5000) as i32 - 2500;
        for board in 0..200_000 {
            assert_eq!(seen.get_or(board, || margin(board)), margin(board));
            assert_eq!(seen.get_or(board, || unreachable!()), margin(board));
        }
        // The last of the boards that share an entry.
        let found = (0..200_000).filter(|&board| seen.get_or(board, || 9999) == margin(board));
        assert!(found.count() <= 1 << BITS);
        // A margin too large to be stored is still correct.
        assert_eq!(seen.get_or(1 << 40, || 40_000), 40_000);
        assert_eq!(seen.get_or(1 << 40, || 3), 3);
    }

    #[test]
    fn boards_that_do_not_fit_are_not_kept() {
        assert!(Seen::new(11, 16).is_some() && Seen::new(12, 16).is_none());
        assert!(Seen::new(16, 64).is_none());
    }
}
