//! The allocation of element numbers to threads, in runs.

use crate::atomic::{AtomicU32, Ordering};

/// An allocator of numbers from 0 on, in runs, up to a capacity.
pub(super) struct NumberAllocator {
    used: AtomicU32,
    capacity: u32,
}

impl NumberAllocator {
    /// Creates an allocator of `capacity` free numbers.
    pub(super) fn with_capacity(capacity: u32) -> NumberAllocator {
        NumberAllocator {
            used: AtomicU32::new(0),
            capacity,
        }
    }

    pub(super) fn capacity(&self) -> u32 {
        self.capacity
    }

    /// Returns the count of allocated numbers.
    pub(super) fn count_allocated(&self) -> u32 {
        self.used.load(Ordering::Relaxed)
    }

    /// Allocates a run of numbers and returns the first; `None` if they do not fit.
    pub(super) fn allocate(&self, count: u32) -> Option<u32> {
        let fits = |used: u32| {
            let after = used.checked_add(count)?;
            (after <= self.capacity).then_some(after)
        };
        let (success, failure) = (Ordering::Relaxed, Ordering::Relaxed);
        self.used.fetch_update(success, failure, fits).ok()
    }

    /// Sets the count of allocated numbers; returns the previous count.
    pub(super) fn replace(&mut self, used: u32) -> u32 {
        let before = self.count_allocated();
        self.used = AtomicU32::new(used);
        before
    }
}

/// Numbers reserved for one thread. Threads then do not contend for every number, and the elements of a thread are
/// adjacent. A single thread also saves the locked operations.
#[derive(Default)]
pub(super) struct ReservedRun {
    next: u32,
    end: u32,
}

impl ReservedRun {
    /// Allocates a run of `count` numbers and returns the first. If too few are left, they are discarded. `more` then
    /// allocates `step` numbers, or just `count` if that is greater or all that fits.
    pub(super) fn allocate(
        &mut self,
        count: u32,
        step: u32,
        more: impl Fn(u32) -> Option<u32>,
    ) -> Option<u32> {
        if self.count_left() < count {
            let large = (step > count).then(|| Some((more(step)?, step))).flatten();
            let (start, length) = large.or_else(|| Some((more(count)?, count)))?;
            (self.next, self.end) = (start, start + length);
        }
        let start = self.next;
        self.next += count;
        Some(start)
    }

    /// Returns the count of numbers left.
    pub(super) fn count_left(&self) -> u32 {
        self.end - self.next
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    #[test]
    fn runs_are_taken_from_larger_ones_as_long_as_there_are_such() {
        let used = Cell::new(0);
        let more = |count| {
            let start = used.get();
            (start + count <= 10).then(|| used.replace(start + count))
        };
        let mut reserve = ReservedRun::default();
        let mut take = |count| reserve.allocate(count, 4, more);
        assert_eq!((take(3), used.get()), (Some(0), 4));
        assert_eq!((take(2), take(2), used.get()), (Some(4), Some(6), 8));
        assert_eq!((take(2), used.get()), (Some(8), 10), "not four any more");
        assert_eq!(take(1), None);
    }
}
