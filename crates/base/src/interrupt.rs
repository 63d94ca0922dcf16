//! Interruption of loops inside the rules of a game.
//!
//! A round or a move is one call of a trait without errors, and a single round can take hours. Each loop whose length
//! depends on the input therefore counts its steps with [`Steps`]. Every [`LOOK_EVERY`] steps it checks the
//! [`Interrupt`] of its thread. After an interrupt the loop unwinds to the nearest [`Interrupt::catch`] or [`caught`],
//! as a panic does, but without a message.
//!
//! A thread has the interrupt of [`Interrupt::catch`] or [`Interrupt::enter_thread`], otherwise that of the process
//! ([`Interrupt::enter_process`]). [`pool`] makes pools whose threads have the interrupt of the caller.
//!
//! Work that checks its [`Monitor`](crate::Monitor) between rounds keeps its results. An interrupt therefore waits
//! for a while before loops unwind: see [`Interrupt::new`].
//!
//! ```
//! use std::time::Duration;
//! use sowlab_base::interrupt::{Interrupt, Interrupted, Steps};
//! let interrupt = Interrupt::new(Duration::ZERO, || true);
//! let endless = || {
//!     let mut steps = Steps::new();
//!     loop {
//!         steps.step();
//!     }
//! };
//! assert_eq!(interrupt.catch(endless), Err::<(), _>(Interrupted::Stopped));
//! ```

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use crate::Cancelled;
use crate::Instant;

/// Steps between two questions: some milliseconds.
pub const LOOK_EVERY: u64 = 1 << 20;

/// The most steps of one loop, laps of a round: some hours.
pub const MOST_STEPS: u64 = 1 << 40;

/// Why a loop did not reach its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Interrupted {
    /// The work was cancelled.
    #[error("stopped in the middle of a round")]
    Stopped,
    /// The time limit of a part of the work is over.
    #[error("time limit reached in the middle of a round")]
    TimeOver,
    /// The loop took more than [`MOST_STEPS`] steps.
    #[error("a round takes more than 2^40 laps, which is the limit")]
    TooLong,
}

impl Interrupted {
    /// Unwinds to the next catcher.
    pub fn unwind(self) -> ! {
        resume_unwind(Box::new(self))
    }
}

/// A stop signal for the loops of some threads.
#[derive(Clone)]
pub struct Interrupt(Arc<Shared>);

struct Shared {
    stop: Box<dyn Fn() -> bool + Send + Sync>,
    grace: Duration,
    /// When a loop first saw that it has to stop.
    stopped: OnceLock<Instant>,
    /// Ends of parts of the work.
    ends: Mutex<Vec<Instant>>,
    exhausted: AtomicBool,
    /// Calls that catch what unwinds.
    catchers: AtomicUsize,
}

thread_local! {
    static OF_THREAD: RefCell<Option<Interrupt>> = const { RefCell::new(None) };
}

static OF_PROCESS: OnceLock<Interrupt> = OnceLock::new();

impl Interrupt {
    /// An interrupt that stops loops once `stop` returns true. Loops first continue for `grace`, so that work that
    /// checks between rounds stops in order and keeps its results. After that they unwind.
    pub fn new(grace: Duration, stop: impl Fn() -> bool + Send + Sync + 'static) -> Interrupt {
        Interrupt(Arc::new(Shared {
            stop: Box::new(stop),
            grace,
            stopped: OnceLock::new(),
            ends: Mutex::new(Vec::new()),
            exhausted: AtomicBool::new(false),
            catchers: AtomicUsize::new(0),
        }))
    }

    /// The interrupt of this thread, or that of the process, which never stops unless one was
    /// [given](Interrupt::enter_process).
    pub fn current() -> Interrupt {
        let of_thread = OF_THREAD.with_borrow(Clone::clone);
        let of_process = || OF_PROCESS.get_or_init(|| Interrupt::new(Duration::ZERO, || false));
        of_thread.unwrap_or_else(|| of_process().clone())
    }

    /// Sets the interrupt of all threads without one of their own. Returns whether it was set: only the first call
    /// succeeds.
    pub fn enter_process(&self) -> bool {
        OF_PROCESS.set(self.clone()).is_ok()
    }

    /// Sets the interrupt of this thread, at the start of threads whose caller catches.
    pub fn enter_thread(&self) {
        OF_THREAD.set(Some(self.clone()));
    }

    /// Runs `work` on this thread under this interrupt, and catches the unwinding of its loops.
    ///
    /// # Errors
    /// A loop was interrupted.
    pub fn catch<T>(&self, work: impl FnOnce() -> T) -> Result<T, Interrupted> {
        /// Restores the interrupt of the thread.
        struct Entered(Option<Interrupt>);

        impl Drop for Entered {
            fn drop(&mut self) {
                OF_THREAD.set(self.0.take());
            }
        }

        let _entered = Entered(OF_THREAD.replace(Some(self.clone())));
        self.caught(work)
    }

    fn caught<T>(&self, work: impl FnOnce() -> T) -> Result<T, Interrupted> {
        self.0.catchers.fetch_add(1, Ordering::Relaxed);
        let done = catch_unwind(AssertUnwindSafe(work));
        self.0.catchers.fetch_sub(1, Ordering::Relaxed);
        done.map_err(|payload| match payload.downcast::<Interrupted>() {
            Ok(interrupted) => *interrupted,
            Err(payload) => resume_unwind(payload),
        })
    }

    /// Returns whether a loop took more than [`MOST_STEPS`] steps. The work of other threads is then useless, so
    /// monitors report it as cancelled.
    pub fn exhausted(&self) -> bool {
        self.0.exhausted.load(Ordering::Relaxed)
    }

    /// Stops loops at this moment too, until the value is dropped.
    #[must_use]
    pub fn stop_at(&self, end: Instant) -> InterruptEnd {
        self.0.lock_ends().push(end);
        InterruptEnd {
            interrupt: self.clone(),
            end,
        }
    }

    /// Unwinds if the work was cancelled, but not if only the time of a part of it is over.
    pub fn unwind_if_stopped(&self) {
        let shared = &*self.0;
        if shared.catchers.load(Ordering::Relaxed) > 0 && (shared.stop)() {
            let now = Instant::now();
            let stopped = *shared.stopped.get_or_init(|| now);
            if now.duration_since(stopped) >= shared.grace {
                Interrupted::Stopped.unwind();
            }
        }
    }

    /// Unwinds if a loop that took `steps` steps has to stop.
    fn check(&self, steps: u64) {
        let shared = &*self.0;
        if shared.catchers.load(Ordering::Relaxed) == 0 {
            return;
        }
        if steps > MOST_STEPS {
            shared.exhausted.store(true, Ordering::Relaxed);
            Interrupted::TooLong.unwind();
        }
        self.unwind_if_stopped();
        let now = Instant::now();
        let over = |end: &Instant| now.saturating_duration_since(*end) > shared.grace;
        if shared.lock_ends().iter().any(over) {
            Interrupted::TimeOver.unwind();
        }
    }
}

impl std::fmt::Debug for Interrupt {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Interrupt")
            .field("grace", &self.0.grace)
            .finish_non_exhaustive()
    }
}

impl Shared {
    fn lock_ends(&self) -> std::sync::MutexGuard<'_, Vec<Instant>> {
        self.ends.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// An end of a part of the work: see [`Interrupt::stop_at`].
#[derive(Debug)]
pub struct InterruptEnd {
    interrupt: Interrupt,
    end: Instant,
}

impl Drop for InterruptEnd {
    fn drop(&mut self) {
        let mut ends = self.interrupt.0.lock_ends();
        if let Some(place) = ends.iter().position(|end| *end == self.end) {
            ends.swap_remove(place);
        }
    }
}

/// Runs `work` under the interrupt of this thread, and catches the unwinding of its loops.
///
/// # Errors
/// A loop was interrupted.
pub fn caught<T>(work: impl FnOnce() -> T) -> Result<T, Interrupted> {
    Interrupt::current().caught(work)
}

/// As [`caught`], for work that can be cancelled: it was, if a loop was stopped.
///
/// # Errors
/// A loop was stopped. One that took too long unwinds further.
pub fn stoppable<T>(work: impl FnOnce() -> T) -> Result<T, Cancelled> {
    caught(work).map_err(|interrupted| match interrupted {
        Interrupted::Stopped | Interrupted::TimeOver => Cancelled,
        Interrupted::TooLong => interrupted.unwind(),
    })
}

/// A pool of threads that have the interrupt of this thread.
///
/// # Errors
/// The threads cannot be started.
pub fn pool(threads: usize) -> Result<rayon::ThreadPool, rayon::ThreadPoolBuildError> {
    let current = Interrupt::current();
    rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .start_handler(move |_| current.enter_thread())
        .build()
}

/// Unwinds if a loop that took `steps` steps has to stop. It is for loops that count their steps anyway; others use
/// [`Steps`].
#[cold]
#[inline(never)]
pub fn check(steps: u64) {
    Interrupt::current().check(steps);
}

/// Counts the steps of a loop, and stops it if it has to.
#[derive(Clone, Copy, Debug)]
pub struct Steps {
    /// Until the next question.
    steps_left: u64,
    /// The steps before the last check.
    done: u64,
}

impl Default for Steps {
    fn default() -> Self {
        Steps::new()
    }
}

impl Steps {
    /// A count of no steps.
    pub const fn new() -> Steps {
        Steps {
            steps_left: LOOK_EVERY,
            done: 0,
        }
    }

    /// Counts a step.
    #[inline]
    pub fn step(&mut self) {
        self.steps_left -= 1;
        if self.steps_left == 0 {
            self.steps_left = LOOK_EVERY;
            self.done += LOOK_EVERY;
            check(self.done);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn for_ever() {
        let mut steps = Steps::new();
        loop {
            steps.step();
            // Otherwise the compiler takes a million steps at once.
            std::hint::black_box(&mut steps);
        }
    }

    #[test]
    fn a_loop_stops_when_it_is_told_to_and_the_thread_has_its_interrupt_back() {
        let outer = Interrupt::new(Duration::ZERO, || false);
        let caught = outer.catch(|| {
            let inner = Interrupt::new(Duration::ZERO, || true);
            let first = inner.catch(for_ever);
            // Loops under the outer interrupt run to their end.
            let mut steps = Steps::new();
            (0..3 * LOOK_EVERY).for_each(|_| steps.step());
            first
        });
        assert_eq!(caught, Ok(Err(Interrupted::Stopped)));
    }

    #[test]
    fn work_that_asks_has_time_to_stop_in_order() {
        let grace = Duration::from_millis(200);
        let interrupt = Interrupt::new(grace, || true);
        let started = Instant::now();
        assert_eq!(interrupt.catch(for_ever), Err(Interrupted::Stopped));
        assert!(started.elapsed() >= grace);
    }

    #[test]
    fn threads_of_a_pool_stop_with_the_thread_that_made_it() {
        let interrupt = Interrupt::new(Duration::ZERO, || true);
        let stopped = interrupt.catch(|| {
            let pool = pool(2).unwrap();
            pool.install(|| rayon::join(for_ever, for_ever))
        });
        assert_eq!(stopped, Err(Interrupted::Stopped));
    }

    #[test]
    fn an_end_holds_as_long_as_its_value() {
        let interrupt = Interrupt::new(Duration::ZERO, || false);
        let timed = |end| {
            let _until = interrupt.stop_at(end);
            interrupt.catch(for_ever)
        };
        assert_eq!(timed(Instant::now()), Err(Interrupted::TimeOver));
        assert!(interrupt.0.lock_ends().is_empty());
    }

    #[test]
    fn a_loop_beyond_the_limit_ends_the_work_of_all() {
        let interrupt = Interrupt::new(Duration::ZERO, || false);
        let long = interrupt.catch(|| check(MOST_STEPS + 1));
        assert_eq!(long, Err(Interrupted::TooLong));
        assert!(interrupt.exhausted());
    }

    #[test]
    fn other_panics_pass() {
        let interrupt = Interrupt::new(Duration::ZERO, || false);
        let panics = || interrupt.catch(|| resume_unwind(Box::new("a fault")));
        let payload = catch_unwind(AssertUnwindSafe(panics)).unwrap_err();
        assert_eq!(payload.downcast_ref(), Some(&"a fault"));
    }

    #[test]
    fn nothing_unwinds_where_nobody_catches() {
        let interrupt = Interrupt::new(Duration::ZERO, || true);
        interrupt.check(MOST_STEPS + 1);
    }
}
