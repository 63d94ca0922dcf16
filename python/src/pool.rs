//! Thread pools that belong to the process that started them.
//!
//! A forked child has the memory of its parent but none of its threads, so work on a pool of the parent would never
//! begin. Every pool therefore has the id of its process, and no work here runs on rayon's global pool, which cannot be
//! started twice.

use std::mem;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rayon::{ThreadPool, ThreadPoolBuilder};
use sowlab_base::interrupt::{Interrupt, Interrupted};

/// The stack size of a thread in bytes: more than that of a main thread, because searches recurse.
pub(crate) const STACK: usize = 64 << 20;

/// The time that work has to stop between rounds, before a round is interrupted.
const IN_ORDER: Duration = Duration::from_millis(500);

/// A pool of threads of one process.
pub(crate) struct Pool {
    process: u32,
    threads: Option<ThreadPool>,
    /// Whether the work of the current call has to stop.
    stop: Arc<AtomicBool>,
    /// The interrupt of loops inside the rules of a game, on the threads of the pool.
    interrupt: Interrupt,
}

/// The pool with all threads of the machine, while no call uses it. A call that finds none starts another, so nested
/// calls (of an agent or an evaluation) never wait for the threads of the outer call. Only threads with the global
/// interpreter lock lock it. The thread that forks has that lock too, so a child never finds it locked.
static IDLE: Mutex<Option<Pool>> = Mutex::new(None);

impl Pool {
    /// Starts a pool; 0 threads stands for all threads of the machine.
    pub(crate) fn start(threads: usize) -> Result<Pool, String> {
        let stop = Arc::new(AtomicBool::new(false));
        let told = Arc::clone(&stop);
        let interrupt = Interrupt::new(IN_ORDER, move || told.load(Ordering::Relaxed));
        let of_threads = interrupt.clone();
        let pool = ThreadPoolBuilder::new()
            .num_threads(threads)
            .stack_size(STACK)
            .start_handler(move |_| of_threads.enter_thread())
            .build();
        match pool {
            Ok(pool) => Ok(Pool {
                process: std::process::id(),
                threads: Some(pool),
                stop,
                interrupt,
            }),
            Err(error) if threads == 0 => Err(format!("cannot start threads: {error}")),
            Err(error) => Err(format!("cannot start {threads} threads: {error}")),
        }
    }

    /// Takes the pool with all threads of the machine, or starts one.
    pub(crate) fn of_machine() -> Result<Pool, String> {
        let idle = idle().take();
        match idle.filter(Pool::is_ours) {
            Some(pool) => Ok(pool),
            None => Pool::start(0),
        }
    }

    /// Stores this pool for the next call, unless its work was stopped.
    pub(crate) fn put_back(self) {
        if self.stop.load(Ordering::Relaxed) {
            return;
        }
        let before = idle().replace(self);
        drop(before);
    }

    /// Returns whether this process started the pool.
    pub(crate) fn is_ours(&self) -> bool {
        self.process == std::process::id()
    }

    /// Stops the work; a round in progress is interrupted after [`IN_ORDER`].
    pub(crate) fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Runs work on the threads of the pool, which [`stop`](Pool::stop) interrupts.
    ///
    /// # Errors
    /// A round was interrupted.
    pub(crate) fn install_stoppable<T: Send>(
        &self,
        work: impl FnOnce() -> T + Send,
    ) -> Result<T, Interrupted> {
        self.install(|| self.interrupt.catch(work))
    }

    /// Runs work on the threads of the pool.
    pub(crate) fn install<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        match &self.threads {
            Some(threads) => threads.install(work),
            None => work(),
        }
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        // The threads of another process cannot be stopped.
        if !self.is_ours() {
            mem::forget(self.threads.take());
        }
    }
}

fn idle() -> MutexGuard<'static, Option<Pool>> {
    IDLE.lock().unwrap_or_else(PoisonError::into_inner)
}
