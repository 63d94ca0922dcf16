//! Long work without the global interpreter lock, with Ctrl-C and a progress callback.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use sowlab_solvers::Monitor;

use crate::pool::{Pool, STACK};

/// The interval between checks of signals and reports of progress.
const EVERY: Duration = Duration::from_millis(50);

/// The progress of the work.
#[derive(Default)]
struct Watch {
    part: Mutex<(String, u64)>,
    done: AtomicU64,
    stopped: AtomicBool,
}

impl Monitor for Watch {
    fn begin(&self, what: &str, units: u64) {
        if let Ok(mut part) = self.part.lock() {
            *part = (what.to_owned(), units);
            self.done.store(0, Ordering::Relaxed);
        }
    }

    fn advance(&self, units: u64) {
        self.done.fetch_add(units, Ordering::Relaxed);
    }

    fn cancelled(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }
}

impl Watch {
    /// Calls `progress(what, done, total)`; the total is 0 if it is unknown.
    fn tell(&self, py: Python<'_>, progress: &Py<PyAny>) -> PyResult<()> {
        let (what, units) = match self.part.lock() {
            Ok(part) => part.clone(),
            Err(_) => return Ok(()),
        };
        if !what.is_empty() {
            progress.call1(py, (what, self.done.load(Ordering::Relaxed), units))?;
        }
        Ok(())
    }
}

/// Refuses numbers of threads outside 1 to 1024.
pub(crate) fn check_threads(threads: Option<usize>) -> PyResult<()> {
    match threads {
        Some(threads) if !(1..=1024).contains(&threads) => Err(PyValueError::new_err(format!(
            "threads={threads}: 1 to 1024, or None for all of the machine's"
        ))),
        _ => Ok(()),
    }
}

/// Runs long work on other threads while this one waits without the lock. This thread checks signals and reports
/// progress. If either raises an exception, it stops the work and raises the exception.
pub(crate) fn watched<T: Send>(
    py: Python<'_>,
    progress: Option<&Py<PyAny>>,
    threads: Option<usize>,
    work: impl FnOnce(&dyn Monitor) -> T + Send,
) -> PyResult<T> {
    check_threads(threads)?;
    let pool = match threads {
        Some(threads) => Pool::start(threads),
        None => Pool::of_machine(),
    };
    let pool = pool.map_err(PyRuntimeError::new_err)?;
    let watch = Watch::default();
    let (done, failed) = thread::scope(|scope| {
        let caller = thread::current();
        let (watch, pool) = (&watch, &pool);
        let worker = thread::Builder::new()
            .stack_size(STACK)
            .spawn_scoped(scope, move || {
                let done = pool.install_stoppable(|| work(watch));
                caller.unpark();
                done
            });
        let worker = match worker {
            Ok(worker) => worker,
            Err(error) => return (Err(format!("cannot start a thread: {error}")), None),
        };
        let mut failed = None;
        while !worker.is_finished() {
            py.detach(|| thread::park_timeout(EVERY));
            if failed.is_none() && !worker.is_finished() {
                let told = match progress {
                    Some(progress) => watch.tell(py, progress),
                    None => Ok(()),
                };
                failed = py.check_signals().and(told).err();
                if failed.is_some() {
                    watch.stopped.store(true, Ordering::Relaxed);
                    pool.stop();
                }
            }
        }
        let done = match worker.join() {
            Ok(done) => done.map_err(|interrupted| interrupted.to_string()),
            Err(panic) => Err(format!("a mistake in sowlab: {}", said(&*panic))),
        };
        (done, failed)
    });
    if threads.is_none() {
        pool.put_back();
    }
    match (failed, done) {
        (Some(failed), _) => Err(failed),
        (None, done) => done.map_err(PyRuntimeError::new_err),
    }
}

/// Returns the message of a panic.
fn said(panic: &(dyn std::any::Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied())
        .unwrap_or("no message")
}
