//! The first result of several threads, the states under search, and the count of nodes.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::{Cancelled, Monitor};
use sowlab_base::interrupt::stoppable;
use sowlab_base::threads::ONE_THREAD;

/// Returns the first result of the calling thread, or if `all` of any thread of the pool. Each thread receives a flag
/// that stops it once another one has the result. Fails with [`Cancelled`] if no thread has a result, also if a single
/// round exceeds the time limit.
pub(super) fn first_result<T: Send>(
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
    if all && !ONE_THREAD {
        rayon::broadcast(|_| work());
    } else {
        work();
    }
    let first = first.into_inner().expect("no thread panics here");
    first.ok_or(Cancelled)
}

/// The states under search, so that a thread defers a state that another searches (T. Kerrigan, *Simplified ABDADA*,
/// after J.-C. Weill, 1996). It is only a hint: an overwritten mark costs time, but causes no wrong result.
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

/// A counter of the nodes of one thread. It reports them to the monitor at intervals and at the end, and stops all
/// threads if the monitor cancels.
pub(super) struct NodeCounter<'a> {
    monitor: &'a dyn Monitor,
    /// The flag that is set when another thread has the result, or it is no longer needed.
    stop: &'a AtomicBool,
    /// The number of nodes between two checks of the monitor.
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

    /// Returns the number of visited nodes.
    #[inline]
    pub(super) fn visited(&self) -> u64 {
        self.visited
    }

    /// Returns the work of the nodes visited since their number was `before`, as a logarithm; 0 for none.
    #[inline]
    pub(super) fn work_since(&self, before: u64) -> u8 {
        let log = (self.visited - before).checked_ilog2();
        log.map_or(0, |log| log + 1) as u8
    }

    /// Counts a node, or fails if the thread has to stop.
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
