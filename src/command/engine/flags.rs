//! What the thread that reads and the thread that searches tell each other.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use sowlab_solvers::Monitor;

/// Whether the search under way is to stop.
#[derive(Default)]
pub(super) struct Flags {
    pub(super) stop: AtomicBool,
    pub(super) searching: AtomicBool,
}

impl Flags {
    /// Waits until no search runs, or until the time is up.
    pub(super) fn wait(&self, most: Option<Duration>) {
        let started = Instant::now();
        while self.searching.load(Ordering::SeqCst)
            && most.is_none_or(|most| started.elapsed() < most)
        {
            thread::sleep(Duration::from_millis(1));
        }
    }
}

/// Ends a search when it is dropped, so that nobody waits for one that panicked.
pub(super) struct SearchGuard<'a>(pub(super) &'a Flags);

impl Drop for SearchGuard<'_> {
    fn drop(&mut self) {
        self.0.searching.store(false, Ordering::SeqCst);
    }
}

impl Monitor for Flags {
    fn cancelled(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}
