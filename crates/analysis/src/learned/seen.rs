//! Margins of boards that were seen, for all threads.

use std::sync::atomic::{AtomicU64, Ordering};

/// How many boards are kept, as a power of two: half a megabyte.
const BITS: u32 = 16;
/// The bits of a margin; the rest of an entry is the whole board.
const MARGIN_BITS: u32 = 16;

/// A table in which each board has one place, and the last one there stays. An entry is a board and its margin in one
/// word, so that no thread reads half of one.
#[derive(Debug)]
pub(super) struct Seen(Box<[AtomicU64]>);

impl Seen {
    /// An empty table; `None` for boards that an entry does not hold.
    pub(super) fn new(cells: usize, levels: usize) -> Option<Seen> {
        let boards = (levels as u64).checked_pow(cells as u32)?;
        // No board is all ones: that is an empty place.
        let fits = boards < 1 << (u64::BITS - MARGIN_BITS);
        fits.then(|| Seen((0..1 << BITS).map(|_| AtomicU64::new(u64::MAX)).collect()))
    }

    /// What is known of a board, by its number; otherwise what is found, for the next time.
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
        // The last of those in one place.
        let found = (0..200_000).filter(|&board| seen.get_or(board, || 9999) == margin(board));
        assert!(found.count() <= 1 << BITS);
        // Too large to be kept, but not wrong.
        assert_eq!(seen.get_or(1 << 40, || 40_000), 40_000);
        assert_eq!(seen.get_or(1 << 40, || 3), 3);
    }

    #[test]
    fn boards_that_do_not_fit_are_not_kept() {
        assert!(Seen::new(11, 16).is_some() && Seen::new(12, 16).is_none());
        assert!(Seen::new(16, 64).is_none());
    }
}
