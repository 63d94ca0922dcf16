//! Which positions of a layer are known to be forced.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

/// What is known of a position, four bits. The side to move can force `lower` or more.
pub(super) const LOWER: u8 = 1;
/// The other side can force that it is `upper` or less.
pub(super) const UPPER: u8 = 2;
/// The side in whose favour `zero` is can force it, infinite play counting for nobody.
pub(super) const ZERO: u8 = 4;
/// Everything of the position that has to be forced is.
pub(super) const DONE: u8 = 8;

/// The marks of a layer, set by several threads. They are only ever added, and what a mark says is
/// true from the moment it is set, so that no order among the threads matters.
pub(super) struct Forced {
    /// Two positions a byte.
    bytes: Vec<AtomicU8>,
    positions: u64,
    /// How many marks were set.
    marks: AtomicU64,
}

impl Forced {
    /// Nothing is marked.
    pub(super) fn new(positions: u64) -> Forced {
        let bytes = (0..positions.div_ceil(2)).map(|_| AtomicU8::new(0));
        Forced {
            bytes: bytes.collect(),
            positions,
            marks: AtomicU64::new(0),
        }
    }

    pub(super) fn get(&self, rank: u64) -> u8 {
        let byte = self.bytes[(rank / 2) as usize].load(Ordering::Relaxed);
        byte >> (4 * (rank % 2)) & 0xf
    }

    pub(super) fn add(&self, rank: u64, marks: u8) {
        let shift = 4 * (rank % 2);
        let before = self.bytes[(rank / 2) as usize].fetch_or(marks << shift, Ordering::Relaxed);
        if before >> shift & marks != marks {
            self.marks.fetch_add(1, Ordering::Relaxed);
        }
    }

    pub(super) fn is_done(&self, rank: u64) -> bool {
        self.get(rank) & DONE != 0
    }

    /// How often a mark was added: the same number later says that nothing has changed.
    pub(super) fn marks(&self) -> u64 {
        self.marks.load(Ordering::Relaxed)
    }

    /// The first position that is not done.
    pub(super) fn first_open(&self) -> Option<u64> {
        (0..self.positions).find(|&rank| !self.is_done(rank))
    }
}
