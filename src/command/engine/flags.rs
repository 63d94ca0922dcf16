//! The state shared by the thread that reads and the thread that searches.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use sowlab_base::interrupt::Interrupt;
use sowlab_solvers::Monitor;

/// The time that a search has to stop between two rounds, before a round is interrupted.
const IN_ORDER: Duration = Duration::from_millis(200);

/// Whether the running search is to stop, and whether one is running.
#[derive(Default)]
pub(super) struct Flags {
    pub(super) stop: Arc<AtomicBool>,
    pub(super) searching: AtomicBool,
    /// The error of the first line that could not be written.
    unwritten: Mutex<Option<io::Error>>,
}

impl Flags {
    /// Writes a line on standard output. A failure ends the session before the next command.
    pub(super) fn say(&self, line: &str) {
        let mut out = io::stdout().lock();
        if let Err(error) = writeln!(out, "{line}").and_then(|()| out.flush()) {
            let mut unwritten = self
                .unwritten
                .lock()
                .unwrap_or_else(PoisonError::into_inner);
            unwritten.get_or_insert(error);
        }
    }

    /// Fails if a line could not be written.
    pub(super) fn check_output(&self) -> io::Result<()> {
        let mut unwritten = self
            .unwritten
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        unwritten.take().map_or(Ok(()), Err)
    }

    /// Returns an interrupt for the rounds of a command that is to stop.
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

/// A guard that ends a search when it is dropped, so that no thread waits for one that panicked.
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
