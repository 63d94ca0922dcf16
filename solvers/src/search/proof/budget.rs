//! A limit on the nodes of a search.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::Monitor;

/// Passes on to another monitor, and stops after so many units too.
pub(super) struct Budget<'a> {
    inner: &'a dyn Monitor,
    units: u64,
    spent: AtomicU64,
    cancelled: AtomicBool,
}

impl<'a> Budget<'a> {
    pub(super) fn new(inner: &'a dyn Monitor, units: u64) -> Budget<'a> {
        Budget {
            inner,
            units,
            spent: AtomicU64::new(0),
            cancelled: AtomicBool::new(false),
        }
    }

    /// Whether the other monitor stopped the search.
    pub(super) fn was_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }
}

impl Monitor for Budget<'_> {
    fn begin(&self, what: &str, units: u64) {
        self.inner.begin(what, units);
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
}
