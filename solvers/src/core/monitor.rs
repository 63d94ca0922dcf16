//! How long work tells of itself and is told to stop.

/// Watches a long computation. Calls come from any thread, often: they should be cheap.
pub trait Monitor: Sync {
    /// OPTIONAL. A part of the work begins, with so many units to do (0: nobody knows).
    fn begin(&self, what: &str, units: u64) {
        let _ = (what, units);
    }

    /// OPTIONAL. So many more units are done.
    fn advance(&self, units: u64) {
        let _ = units;
    }

    /// OPTIONAL. Something worth knowing about the way the work is done.
    fn remark(&self, line: &str) {
        let _ = line;
    }

    /// OPTIONAL. Whether the work shall stop as soon as it can; what is finished by then is kept.
    fn cancelled(&self) -> bool {
        false
    }
}

/// Nobody watches, nobody stops.
impl Monitor for () {}

/// Passes on when to stop, and nothing else: for small parts of a computation whose progress is counted
/// in other units.
pub struct Unwatched<'a>(pub &'a dyn Monitor);

impl Monitor for Unwatched<'_> {
    fn cancelled(&self) -> bool {
        self.0.cancelled()
    }
}
