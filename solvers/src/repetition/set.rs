//! Sets of the positions of a layer.

use std::sync::atomic::{AtomicU64, Ordering};

/// A set of positions, a bit each.
pub(super) struct Set {
    positions: u64,
    words: Vec<AtomicU64>,
}

impl Set {
    pub(super) fn empty(positions: u64) -> Set {
        let words = positions.div_ceil(64);
        Set {
            positions,
            words: (0..words).map(|_| AtomicU64::new(0)).collect(),
        }
    }

    pub(super) fn full(positions: u64) -> Set {
        let set = Set::empty(positions);
        for (word, first) in set.words.iter().zip((0..).step_by(64)) {
            let bits = (positions - first).min(64);
            word.store(u64::MAX >> (64 - bits), Ordering::Relaxed);
        }
        set
    }

    /// How many positions there are, in the set or not.
    pub(super) fn positions(&self) -> u64 {
        self.positions
    }

    pub(super) fn has(&self, rank: u64) -> bool {
        self.words[(rank / 64) as usize].load(Ordering::Relaxed) >> (rank % 64) & 1 == 1
    }

    pub(super) fn insert(&self, rank: u64) {
        let word = &self.words[(rank / 64) as usize];
        let bit = 1 << (rank % 64);
        if word.load(Ordering::Relaxed) & bit == 0 {
            word.fetch_or(bit, Ordering::Relaxed);
        }
    }

    pub(super) fn remove(&self, rank: u64) {
        self.words[(rank / 64) as usize].fetch_and(!(1 << (rank % 64)), Ordering::Relaxed);
    }

    /// Keeps only what the other has as well.
    pub(super) fn keep(&mut self, other: &Set) {
        for (word, other) in self.words.iter_mut().zip(&other.words) {
            *word.get_mut() &= other.load(Ordering::Relaxed);
        }
    }

    pub(super) fn count(&self) -> u64 {
        let ones = |word: &AtomicU64| u64::from(word.load(Ordering::Relaxed).count_ones());
        self.words.iter().map(ones).sum()
    }

    pub(super) fn ranks(&self) -> impl Iterator<Item = u64> + '_ {
        (0..self.positions).filter(|&rank| self.has(rank))
    }
}

/// How many positions of a set come before each of its words.
pub(super) struct Index(Vec<u64>);

impl Index {
    pub(super) fn new(set: &Set) -> Index {
        let mut before = 0;
        let count = |word: &AtomicU64| {
            let here = before;
            before += u64::from(word.load(Ordering::Relaxed).count_ones());
            here
        };
        Index(set.words.iter().map(count).collect())
    }

    /// The number of a position among those of the set.
    pub(super) fn of(&self, set: &Set, rank: u64) -> u64 {
        let word = set.words[(rank / 64) as usize].load(Ordering::Relaxed);
        let below = word & !(u64::MAX << (rank % 64));
        self.0[(rank / 64) as usize] + u64::from(below.count_ones())
    }
}
