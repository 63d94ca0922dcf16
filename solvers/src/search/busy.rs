//! Which states the threads are at just now.

use std::sync::atomic::{AtomicU64, Ordering};

/// A notice board of states under search, so that a thread leaves for later what another is
/// already at (T. Kerrigan, *Simplified ABDADA*, after J.-C. Weill, 1996). Only a hint: a notice
/// that is overwritten costs time, never a wrong result.
pub(super) struct Busy {
    slots: Box<[AtomicU64]>,
}

impl Busy {
    pub(super) fn new() -> Busy {
        Busy {
            slots: (0..1 << 14).map(|_| AtomicU64::new(0)).collect(),
        }
    }

    #[inline]
    fn slot(&self, hash: u64) -> &AtomicU64 {
        &self.slots[(hash >> 50) as usize]
    }

    #[inline]
    pub(super) fn contains(&self, hash: u64) -> bool {
        self.slot(hash).load(Ordering::Relaxed) == hash
    }

    #[inline]
    pub(super) fn enter(&self, hash: u64) {
        self.slot(hash).store(hash, Ordering::Relaxed);
    }

    #[inline]
    pub(super) fn leave(&self, hash: u64) {
        let slot = self.slot(hash);
        if slot.load(Ordering::Relaxed) == hash {
            slot.store(0, Ordering::Relaxed);
        }
    }
}
