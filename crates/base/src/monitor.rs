//! How long work reports progress and is cancelled.

use std::sync::atomic::{AtomicBool, Ordering};

use super::cancelled::Cancelled;

/// Watches a long computation. Calls come from any thread, often: they should be cheap.
pub trait Monitor: Sync {
    /// OPTIONAL. A part of the work begins, with the given number of units to do (0: unknown).
    fn begin(&self, what: &str, units: u64) {
        let _ = (what, units);
    }

    /// OPTIONAL. `units` more units are done.
    fn advance(&self, units: u64) {
        let _ = units;
    }

    /// OPTIONAL. `units` of the part were done by an earlier process: they count as done, and say nothing of how
    /// fast the work is. Default: [`Monitor::advance`].
    fn resume(&self, units: u64) {
        self.advance(units);
    }

    /// OPTIONAL. Something worth knowing about the way the work is done.
    fn remark(&self, line: &str) {
        let _ = line;
    }

    /// OPTIONAL. Whether the work shall stop as soon as it can; what is finished by then is kept.
    fn cancelled(&self) -> bool {
        false
    }

    /// OPTIONAL. Whether the work has a limit that it may reach before it is done: then what is known by that
    /// time counts, otherwise only the time until it is done.
    fn limited(&self) -> bool {
        false
    }

    /// [`Monitor::cancelled`] as an error, for `?`. Not to be overridden.
    ///
    /// # Errors
    /// The work shall stop.
    fn check(&self) -> Result<(), Cancelled> {
        match self.cancelled() {
            true => Err(Cancelled),
            false => Ok(()),
        }
    }
}

/// Nobody watches, nobody stops.
impl Monitor for () {}

/// Passes on when to stop, and nothing else: for small parts of a computation whose progress is counted
/// in other units.
pub struct Unwatched<'a>(pub &'a dyn Monitor);

impl Monitor for Unwatched<'_> {
    fn limited(&self) -> bool {
        self.0.limited()
    }

    fn cancelled(&self) -> bool {
        self.0.cancelled()
    }
}

/// Another monitor with a switch of its own: work that it watches stops when either says so.
pub struct Switched<'a> {
    inner: &'a dyn Monitor,
    stopped: AtomicBool,
}

impl<'a> Switched<'a> {
    /// Passes everything on to `inner`; the switch is not thrown yet.
    pub fn new(inner: &'a dyn Monitor) -> Switched<'a> {
        Switched {
            inner,
            stopped: AtomicBool::new(false),
        }
    }

    /// Stops the work that this monitor watches, and no other.
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }
}

impl Monitor for Switched<'_> {
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
        self.stopped.load(Ordering::Relaxed) || self.inner.cancelled()
    }

    fn limited(&self) -> bool {
        self.inner.limited()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_switch_stops_its_own_work_alone() {
        let outer = Switched::new(&());
        let inner = Switched::new(&outer);
        assert_eq!(inner.check(), Ok(()));
        inner.stop();
        assert_eq!((inner.check(), outer.check()), (Err(Cancelled), Ok(())));
        let other = Switched::new(&outer);
        outer.stop();
        assert_eq!(other.check(), Err(Cancelled));
    }
}
