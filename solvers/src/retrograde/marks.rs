//! Marks on positions of a layer: one bit each.

use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;

/// Positions of a word.
pub(super) const WORD: u64 = u64::BITS as u64;

/// The positions that are marked.
pub(super) struct Marks(Vec<AtomicU64>);

impl Marks {
    /// None of them.
    pub(super) fn new(positions: u64) -> Marks {
        let words = positions.div_ceil(WORD);
        Marks((0..words).map(|_| AtomicU64::new(0)).collect())
    }

    #[inline(always)]
    pub(super) fn set(&self, rank: u64) {
        self.set_all(rank / WORD, 1 << (rank % WORD));
    }

    /// Marks positions of a word, lowest rank first.
    #[inline(always)]
    pub(super) fn set_all(&self, word: u64, marks: u64) {
        self.0[word as usize].fetch_or(marks, Ordering::Relaxed);
    }

    #[inline(always)]
    pub(super) fn contains(&self, rank: u64) -> bool {
        self.0[(rank / WORD) as usize].load(Ordering::Relaxed) >> (rank % WORD) & 1 == 1
    }

    /// Takes the marks off the positions of a word and returns them, lowest rank first. A mark that another thread puts on
    /// meanwhile is among them or stays.
    #[inline(always)]
    pub(super) fn take(&self, word: u64) -> u64 {
        let word = &self.0[word as usize];
        // Most words have no mark, and reading is cheaper than writing.
        match word.load(Ordering::Relaxed) {
            0 => 0,
            _ => word.swap(0, Ordering::Relaxed),
        }
    }

    pub(super) fn clear(&mut self) {
        self.0.par_iter_mut().for_each(|word| *word.get_mut() = 0);
    }
}
