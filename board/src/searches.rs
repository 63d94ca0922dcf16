//! Searches: at most N at a time, each on its own thread, cancelled when no client wants the answer any more.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use sowlab_solvers::Monitor;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::api::ApiError;

/// How long a request waits for its turn.
const QUEUE_TIMEOUT: Duration = Duration::from_secs(10);
/// Quick answers at one time, besides searches.
pub(crate) const QUICK: usize = 4;

/// The searches that run.
pub(crate) struct Searches {
    most: usize,
    turns: Arc<Semaphore>,
    quick: Arc<Semaphore>,
    /// Whether the server stops.
    stopping: Arc<AtomicBool>,
}

/// A turn to search. Dropped, it lets the next one begin.
pub(crate) struct Turn {
    _permit: OwnedSemaphorePermit,
    stopping: Arc<AtomicBool>,
}

impl Searches {
    /// Runs at most `most` searches at a time.
    pub(crate) fn new(most: usize) -> Searches {
        Searches {
            most,
            turns: Arc::new(Semaphore::new(most)),
            quick: Arc::new(Semaphore::new(QUICK)),
            stopping: Arc::default(),
        }
    }

    /// Stops all searches, and lets none begin.
    pub(crate) fn stop(&self) {
        self.stopping.store(true, Ordering::Relaxed);
        self.turns.close();
        self.quick.close();
    }

    /// Waits for a turn.
    pub(crate) async fn turn(&self) -> Result<Turn, ApiError> {
        let permit = Arc::clone(&self.turns).acquire_owned();
        match tokio::time::timeout(QUEUE_TIMEOUT, permit).await {
            Ok(Ok(permit)) => Ok(Turn {
                _permit: permit,
                stopping: Arc::clone(&self.stopping),
            }),
            Ok(Err(_)) => Err(ApiError::Stopping),
            Err(_) => Err(ApiError::Busy { most: self.most }),
        }
    }

    /// Searches, and stops when the answer is not waited for any more.
    pub(crate) async fn search<T: Send + 'static>(
        &self,
        limit: Duration,
        work: impl FnOnce(&Watched) -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        let turn = self.turn().await?;
        let wanted = Wanted::default();
        let watched = turn.watched(&wanted, limit);
        let answer = tokio::task::spawn_blocking(move || {
            let _turn = turn;
            work(&watched)
        });
        let answer = answer.await;
        drop(wanted);
        answer.map_err(|_| ApiError::Internal)
    }

    /// What takes milliseconds.
    pub(crate) async fn quick<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        let permit = Arc::clone(&self.quick).acquire_owned().await;
        let permit = permit.map_err(|_| ApiError::Stopping)?;
        let answer = tokio::task::spawn_blocking(move || {
            let _permit = permit;
            work()
        });
        answer.await.map_err(|_| ApiError::Internal)
    }
}

impl Turn {
    /// What tells a search when to stop.
    pub(crate) fn watched(&self, wanted: &Wanted, limit: Duration) -> Watched {
        Watched {
            unwanted: Arc::clone(&wanted.unwanted),
            stopping: Arc::clone(&self.stopping),
            end: Instant::now().checked_add(limit),
        }
    }
}

/// Somebody waits for an answer; dropped, nobody does.
#[derive(Default)]
pub(crate) struct Wanted {
    unwanted: Arc<AtomicBool>,
}

impl Drop for Wanted {
    fn drop(&mut self) {
        self.unwanted.store(true, Ordering::Relaxed);
    }
}

/// Stops a search when nobody waits for it, when its time is over, and when the server stops.
pub(crate) struct Watched {
    unwanted: Arc<AtomicBool>,
    stopping: Arc<AtomicBool>,
    end: Option<Instant>,
}

impl Watched {
    /// Whether the server stops.
    pub(crate) fn stopping(&self) -> bool {
        self.stopping.load(Ordering::Relaxed)
    }

    /// Whether the answer goes nowhere.
    pub(crate) fn unwanted(&self) -> bool {
        self.unwanted.load(Ordering::Relaxed) || self.stopping()
    }
}

impl Monitor for Watched {
    fn cancelled(&self) -> bool {
        self.unwanted() || self.end.is_some_and(|end| Instant::now() >= end)
    }
}
