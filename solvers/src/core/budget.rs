//! A limit on the units of work.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::Monitor;

/// A monitor that passes calls on to another one, and also stops after a number of units of work.
pub struct Budget<'a> {
    inner: &'a dyn Monitor,
    units: u64,
    spent: AtomicU64,
    cancelled: AtomicBool,
}

impl<'a> Budget<'a> {
    /// Creates a budget of `units` units of work under the monitor `inner`.
    pub fn new(inner: &'a dyn Monitor, units: u64) -> Budget<'a> {
        Budget {
            inner,
            units,
            spent: AtomicU64::new(0),
            cancelled: AtomicBool::new(false),
        }
    }

    /// Returns whether the other monitor stopped the work.
    pub fn was_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }
}

impl Monitor for Budget<'_> {
    fn inner(&self) -> Option<&dyn Monitor> {
        Some(self.inner)
    }

    fn advance(&self, units: u64) {
        self.spent.fetch_add(units, Ordering::Relaxed);
        self.inner.advance(units);
    }

    fn cancelled(&self) -> bool {
        if self.inner.cancelled() {
            self.cancelled.store(true, Ordering::Relaxed);
            return true;
        }
        self.spent.load(Ordering::Relaxed) >= self.units
    }

    fn limited(&self) -> bool {
        true
    }
}
