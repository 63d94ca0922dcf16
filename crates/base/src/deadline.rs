//! A limit on the time of a search.

use std::time::Instant;

use crate::Monitor;
use crate::interrupt::{Interrupt, Until};

/// Watches on behalf of another monitor, and stops at a moment too.
pub struct Deadline<'a> {
    inner: &'a dyn Monitor,
    at: Option<Instant>,
    /// A single round that takes longer is stopped too.
    _until: Option<Until>,
}

impl<'a> Deadline<'a> {
    /// Stops when `inner` does or at this moment, if any.
    pub fn new(inner: &'a dyn Monitor, at: Option<Instant>) -> Deadline<'a> {
        Deadline {
            inner,
            at,
            _until: at.map(|at| Interrupt::current().until(at)),
        }
    }
}

impl Monitor for Deadline<'_> {
    fn begin(&self, what: &str, units: u64) {
        self.inner.begin(what, units);
    }

    fn advance(&self, units: u64) {
        self.inner.advance(units);
    }

    fn resume(&self, units: u64) {
        self.inner.resume(units);
    }

    fn remark(&self, line: &str) {
        self.inner.remark(line);
    }

    fn cancelled(&self) -> bool {
        self.inner.cancelled() || self.at.is_some_and(|at| Instant::now() >= at)
    }

    fn limited(&self) -> bool {
        self.at.is_some() || self.inner.limited()
    }
}
