//! What the threads of one search share: the answer, the states under search, the count of nodes.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::{Cancelled, Monitor};
use sowlab_base::interrupt::stoppable;

/// The first answer that a thread finds: of the calling one, or of `all` threads of the pool. Each is
/// given what tells it to stop because another one has the answer. Cancelled if none finds any, also where a
/// single round took longer than the search may.
pub(super) fn first_answer<T: Send>(
    all: bool,
    ask: impl Fn(&AtomicBool) -> Result<T, Cancelled> + Sync,
) -> Result<T, Cancelled> {
    let stop = AtomicBool::new(false);
    let first = Mutex::new(None);
    let work = || {
        if let Ok(answer) = stoppable(|| ask(&stop)).flatten() {
            stop.store(true, Ordering::Relaxed);
            first
                .lock()
                .expect("no thread panics here")
                .get_or_insert(answer);
        }
    };
    if all {
        rayon::broadcast(|_| work());
    } else {
        work();
    }
    let first = first.into_inner().expect("no thread panics here");
    first.ok_or(Cancelled)
}

/// A notice board of states under search, so that a thread leaves for later what another is
/// already at (T. Kerrigan, *Simplified ABDADA*, after J.-C. Weill, 1996). Only a hint: a notice
/// that is overwritten costs time, never a wrong result.
pub(super) struct BusyStates {
    slots: Box<[AtomicU64]>,
}

impl BusyStates {
    pub(super) fn new() -> BusyStates {
        BusyStates {
            slots: (0..1 << 14).map(|_| AtomicU64::new(0)).collect(),
        }
    }

    #[inline]
    fn slot(&self, hash: u64) -> &AtomicU64 {
        &self.slots[(hash >> 50) as usize]
    }

    #[inline]
    pub(super) fn contains(&self, hash: u64) -> bool {
        self.slot(hash).load(Ordering::Relaxed) == hash
    }

    #[inline]
    pub(super) fn enter(&self, hash: u64) {
        self.slot(hash).store(hash, Ordering::Relaxed);
    }

    #[inline]
    pub(super) fn leave(&self, hash: u64) {
        let slot = self.slot(hash);
        if slot.load(Ordering::Relaxed) == hash {
            slot.store(0, Ordering::Relaxed);
        }
    }
}

/// Counts the nodes of one thread, tells the monitor of them now and then and at the end, and passes
/// its wish to stop on to the other threads.
pub(super) struct NodeCounter<'a> {
    monitor: &'a dyn Monitor,
    /// Set when another thread has the answer, or it is no longer needed.
    stop: &'a AtomicBool,
    /// How many nodes are visited between two looks at the monitor.
    between_looks: u64,
    visited: u64,
    reported: u64,
}

impl<'a> NodeCounter<'a> {
    pub(super) fn new(
        monitor: &'a dyn Monitor,
        stop: &'a AtomicBool,
        between_looks: u64,
    ) -> NodeCounter<'a> {
        NodeCounter {
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
impl Drop for NodeCounter<'_> {
    fn drop(&mut self) {
        self.report();
    }
}
