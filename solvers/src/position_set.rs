//! Sets of the positions of a layer, one bit for each.

use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;

/// The number of positions in a word of a set.
pub(crate) const WORD: u64 = u64::BITS as u64;

/// A set of positions of a layer, by rank. Threads change it without locks.
pub(crate) struct PositionSet {
    positions: u64,
    words: Vec<AtomicU64>,
}

impl PositionSet {
    /// Creates an empty set for a layer of `positions` positions.
    pub(crate) fn empty(positions: u64) -> PositionSet {
        let words = positions.div_ceil(WORD);
        PositionSet {
            positions,
            words: (0..words).map(|_| AtomicU64::new(0)).collect(),
        }
    }

    /// Creates the set of all positions of a layer of `positions` positions.
    pub(crate) fn full(positions: u64) -> PositionSet {
        let set = PositionSet::empty(positions);
        for (word, first) in set.words.iter().zip((0..).step_by(WORD as usize)) {
            let bits = (positions - first).min(WORD);
            word.store(u64::MAX >> (WORD - bits), Ordering::Relaxed);
        }
        set
    }

    /// Returns the number of positions of the layer, in the set or not.
    pub(crate) fn positions(&self) -> u64 {
        self.positions
    }

    /// Returns whether a position is in the set.
    #[inline(always)]
    pub(crate) fn contains(&self, rank: u64) -> bool {
        self.words[(rank / WORD) as usize].load(Ordering::Relaxed) >> (rank % WORD) & 1 == 1
    }

    /// Inserts a position. There is no write for a position that is already in the set.
    pub(crate) fn insert(&self, rank: u64) {
        if !self.contains(rank) {
            self.insert_all(rank / WORD, 1 << (rank % WORD));
        }
    }

    /// Inserts positions of a word; bit 0 is the lowest rank.
    #[inline(always)]
    pub(crate) fn insert_all(&self, word: u64, bits: u64) {
        self.words[word as usize].fetch_or(bits, Ordering::Relaxed);
    }

    /// Removes a position.
    pub(crate) fn remove(&self, rank: u64) {
        self.words[(rank / WORD) as usize].fetch_and(!(1 << (rank % WORD)), Ordering::Relaxed);
    }

    /// Removes the positions of a word and returns them; bit 0 is the lowest rank. A position that another thread
    /// inserts meanwhile is among them or stays.
    #[inline(always)]
    pub(crate) fn take(&self, word: u64) -> u64 {
        let word = &self.words[word as usize];
        // Most words are empty, and a load is cheaper than a swap.
        match word.load(Ordering::Relaxed) {
            0 => 0,
            _ => word.swap(0, Ordering::Relaxed),
        }
    }

    /// Removes all positions that are not in the other set.
    pub(crate) fn intersect(&mut self, other: &PositionSet) {
        for (word, other) in self.words.iter_mut().zip(&other.words) {
            *word.get_mut() &= other.load(Ordering::Relaxed);
        }
    }

    /// Removes all positions.
    pub(crate) fn clear(&mut self) {
        self.words
            .par_iter_mut()
            .for_each(|word| *word.get_mut() = 0);
    }

    /// Returns the number of positions in the set.
    pub(crate) fn count(&self) -> u64 {
        let ones = |word: &AtomicU64| u64::from(word.load(Ordering::Relaxed).count_ones());
        self.words.iter().map(ones).sum()
    }

    /// Returns the ranks of the positions in the set, in ascending order.
    pub(crate) fn ranks(&self) -> impl Iterator<Item = u64> + '_ {
        (0..self.positions).filter(|&rank| self.contains(rank))
    }
}

/// The number of positions of a set before each of its words.
pub(crate) struct PositionIndex(Vec<u64>);

impl PositionIndex {
    /// Creates the index of a set that no longer changes.
    pub(crate) fn new(set: &PositionSet) -> PositionIndex {
        let mut before = 0;
        let count = |word: &AtomicU64| {
            let here = before;
            before += u64::from(word.load(Ordering::Relaxed).count_ones());
            here
        };
        PositionIndex(set.words.iter().map(count).collect())
    }

    /// Returns the number of positions of the set that have a lower rank.
    pub(crate) fn index_of(&self, set: &PositionSet, rank: u64) -> u64 {
        let word = set.words[(rank / WORD) as usize].load(Ordering::Relaxed);
        let below = word & !(u64::MAX << (rank % WORD));
        self.0[(rank / WORD) as usize] + u64::from(below.count_ones())
    }
}
