//! Marks on positions of a layer: one bit each.

use std::sync::atomic::{AtomicU64, Ordering};

/// The positions that are marked.
pub(super) struct Marks {
    words: Box<[AtomicU64]>,
}

/// Positions of a word.
pub(super) const WORD: u64 = u64::BITS as u64;

impl Marks {
    /// None of them.
    pub(super) fn none(positions: u64) -> Marks {
        let words = positions.div_ceil(WORD);
        Marks {
            words: (0..words).map(|_| AtomicU64::new(0)).collect(),
        }
    }

    /// Removes the marks of the 64 positions of a word and returns them, lowest rank first.
    ///
    /// Setting and removing are both read-modify-write operations with acquire and release. A thread that removes a
    /// mark sees everything that was written before the mark was set, and a mark that is set later stays.
    #[inline]
    pub(super) fn take(&self, word: u64) -> u64 {
        // Most words have no mark, and looking is cheaper than writing; a mark that comes right
        // after the look stays for the next call.
        let word = &self.words[word as usize];
        match word.load(Ordering::Relaxed) {
            0 => 0,
            _ => word.swap(0, Ordering::AcqRel),
        }
    }

    /// Marks a position.
    #[inline]
    pub(super) fn mark(&self, rank: u64) {
        self.words[(rank / WORD) as usize].fetch_or(1 << (rank % WORD), Ordering::AcqRel);
    }

    /// Marks positions of a word.
    #[inline]
    pub(super) fn mark_all(&self, word: u64, marks: u64) {
        if marks != 0 {
            self.words[word as usize].fetch_or(marks, Ordering::AcqRel);
        }
    }
}
