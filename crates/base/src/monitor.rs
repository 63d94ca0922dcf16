//! Progress and cancellation of long work.

use std::sync::atomic::{AtomicBool, Ordering};

/// The observer of a long computation: it shows progress and cancels the work. Calls come from any thread, often: they
/// should be cheap.
pub trait Monitor: Sync {
    /// OPTIONAL. Returns the monitor to which the other methods pass their calls unless they are overridden.
    /// Default: none; calls then have no effect.
    fn inner(&self) -> Option<&dyn Monitor> {
        None
    }

    /// OPTIONAL. Announces a part of the work with the given number of units (0: unknown).
    fn begin(&self, what: &str, units: u64) {
        if let Some(inner) = self.inner() {
            inner.begin(what, units);
        }
    }

    /// OPTIONAL. Counts `units` more units as done.
    fn advance(&self, units: u64) {
        if let Some(inner) = self.inner() {
            inner.advance(units);
        }
    }

    /// OPTIONAL. Counts `units` of the part as done by an earlier process, so that they do not count towards the
    /// rate of the work. Default without an inner monitor: [`Monitor::advance`].
    fn resume(&self, units: u64) {
        match self.inner() {
            Some(inner) => inner.resume(units),
            None => self.advance(units),
        }
    }

    /// OPTIONAL. Shows a remark about how the work is done.
    fn remark(&self, line: &str) {
        if let Some(inner) = self.inner() {
            inner.remark(line);
        }
    }

    /// OPTIONAL. Returns whether the work shall stop as soon as it can; finished results are kept.
    fn cancelled(&self) -> bool {
        self.inner().is_some_and(Monitor::cancelled)
    }

    /// OPTIONAL. Returns whether the work has a limit that may end it early. Solvers then prefer early partial
    /// results to a short total time.
    fn limited(&self) -> bool {
        self.inner().is_some_and(Monitor::limited)
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

/// A monitor that shows nothing and never cancels.
impl Monitor for () {}

/// A monitor that passes on cancellation alone: for small parts of a computation whose progress is counted in other
/// units.
pub struct Unwatched<'a>(pub &'a dyn Monitor);

impl Monitor for Unwatched<'_> {
    fn limited(&self) -> bool {
        self.0.limited()
    }

    fn cancelled(&self) -> bool {
        self.0.cancelled()
    }
}

/// A monitor with a switch of its own: the work stops when the switch or the inner monitor cancels it.
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
    fn inner(&self) -> Option<&dyn Monitor> {
        Some(self.inner)
    }

    fn cancelled(&self) -> bool {
        self.stopped.load(Ordering::Relaxed) || self.inner.cancelled()
    }
}

/// The error of work that was cancelled before it had its result: [`Monitor::cancelled`]
/// returned true, or another part of the work has the answer. Errors with other causes have a variant that holds this
/// one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("cancelled")]
pub struct Cancelled;

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
