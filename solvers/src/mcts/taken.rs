//! How much of a store that only grows is taken, counted by threads without locks.

use crate::atomic::{AtomicU32, Ordering};

/// Numbers from 0 on, taken in runs, up to a capacity.
pub(super) struct Taken {
    used: AtomicU32,
    capacity: u32,
}

impl Taken {
    /// None of `capacity` numbers is taken.
    pub(super) fn none_of(capacity: u32) -> Taken {
        Taken {
            used: AtomicU32::new(0),
            capacity,
        }
    }

    pub(super) fn capacity(&self) -> u32 {
        self.capacity
    }

    /// How many numbers are taken.
    pub(super) fn used(&self) -> u32 {
        self.used.load(Ordering::Relaxed)
    }

    /// Takes a run of numbers: the first. `None` if they do not fit any more.
    pub(super) fn take(&self, count: u32) -> Option<u32> {
        let fits = |used: u32| {
            let after = used.checked_add(count)?;
            (after <= self.capacity).then_some(after)
        };
        let (success, failure) = (Ordering::Relaxed, Ordering::Relaxed);
        self.used.fetch_update(success, failure, fits).ok()
    }

    /// Sets how many are taken; returns how many were before.
    pub(super) fn replace(&mut self, used: u32) -> u32 {
        let before = self.used();
        self.used = AtomicU32::new(used);
        before
    }
}
