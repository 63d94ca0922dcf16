//! Limits on the time and the nodes of a search.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use sowlab_solvers::Monitor;

/// Watches on behalf of another monitor, and stops at a moment too.
pub struct Deadline<'a> {
    inner: &'a dyn Monitor,
    at: Option<Instant>,
}

impl<'a> Deadline<'a> {
    /// Stops when `inner` does or at this moment, if any.
    pub fn new(inner: &'a dyn Monitor, at: Option<Instant>) -> Deadline<'a> {
        Deadline { inner, at }
    }
}

impl Monitor for Deadline<'_> {
    fn begin(&self, what: &str, units: u64) {
        self.inner.begin(what, units);
    }

    fn advance(&self, units: u64) {
        self.inner.advance(units);
    }

    fn cancelled(&self) -> bool {
        self.inner.cancelled() || self.at.is_some_and(|at| Instant::now() >= at)
    }
}

/// Watches on behalf of another monitor, and stops after a number of units of work too.
pub(super) struct Budget<'a> {
    inner: &'a dyn Monitor,
    units: u64,
    spent: AtomicU64,
}

impl<'a> Budget<'a> {
    /// Stops when `inner` does or after about so many units.
    pub(super) fn new(inner: &'a dyn Monitor, units: u64) -> Budget<'a> {
        Budget {
            inner,
            units,
            spent: AtomicU64::new(0),
        }
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
        self.inner.cancelled() || self.spent.load(Ordering::Relaxed) >= self.units
    }
}
