//! What the thread that reads and the thread that searches tell each other.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use sowlab_solvers::Monitor;
use sowlab_solvers::interrupt::Interrupt;

/// How long a search has to stop between two rounds, before a round is broken off.
const IN_ORDER: Duration = Duration::from_millis(200);

/// Whether the search under way is to stop.
#[derive(Default)]
pub(super) struct Flags {
    pub(super) stop: Arc<AtomicBool>,
    pub(super) searching: AtomicBool,
}

impl Flags {
    /// Breaks off the rounds of a command that is to stop.
    pub(super) fn rounds(&self) -> Interrupt {
        let stop = Arc::clone(&self.stop);
        Interrupt::new(IN_ORDER, move || stop.load(Ordering::Relaxed))
    }

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
