//! The nodes that a thread has visited, and whether it is to go on.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::{Cancelled, Monitor};

/// Counts the nodes of one thread, tells the monitor of them now and then and at the end, and passes
/// its wish to stop on to the other threads.
pub(super) struct Nodes<'a> {
    monitor: &'a dyn Monitor,
    /// Set when another thread has the answer, or it is no longer needed.
    stop: &'a AtomicBool,
    /// How many nodes are visited between two looks at the monitor.
    between_looks: u64,
    visited: u64,
    reported: u64,
}

impl<'a> Nodes<'a> {
    pub(super) fn new(
        monitor: &'a dyn Monitor,
        stop: &'a AtomicBool,
        between_looks: u64,
    ) -> Nodes<'a> {
        Nodes {
            monitor,
            stop,
            between_looks,
            visited: 0,
            reported: 0,
        }
    }

    /// How many nodes were visited.
    #[inline]
    pub(super) fn visited(&self) -> u64 {
        self.visited
    }

    /// How much work the nodes visited since there were `before` of them are to a table: a logarithm, 0
    /// for none.
    #[inline]
    pub(super) fn work_since(&self, before: u64) -> u8 {
        let log = (self.visited - before).checked_ilog2();
        log.map_or(0, |log| log + 1) as u8
    }

    /// Counts a node, if the thread is to go on; or says that it is to give up.
    #[inline]
    pub(super) fn visit(&mut self) -> Result<(), Cancelled> {
        if self.visited.is_multiple_of(self.between_looks) {
            self.report();
            if self.monitor.cancelled() {
                self.stop.store(true, Ordering::Relaxed);
            }
        }
        if self.stop.load(Ordering::Relaxed) {
            return Err(Cancelled);
        }
        self.visited += 1;
        Ok(())
    }

    fn report(&mut self) {
        self.monitor.advance(self.visited - self.reported);
        self.reported = self.visited;
    }
}

/// Many small searches would exceed any budget if none reported its last nodes.
impl Drop for Nodes<'_> {
    fn drop(&mut self) {
        self.report();
    }
}
