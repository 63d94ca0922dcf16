//! Work for requests: quick answers, and a limited number of searches at a time, each on its own threads. Both are
//! cancelled when no client waits for the answer, even within a round.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use sowlab_api::ApiError;
use sowlab_base::interrupt::{Interrupt, Interrupted, pool};
use sowlab_solvers::Monitor;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::api::HttpError;

/// The maximum time that a request waits for a slot.
pub(crate) const QUEUE_TIMEOUT: Duration = Duration::from_secs(8);
/// The number of quick answers at one time, in addition to searches.
pub(crate) const QUICK: usize = 4;
/// The time limit of a quick answer; longer work becomes a search.
const QUICK_TIME: Duration = Duration::from_secs(1);
/// The time that a cancelled search has to stop between two rounds, before the round is interrupted.
const IN_ORDER: Duration = Duration::from_millis(250);

/// The slots for searches and quick answers.
pub(crate) struct Searches {
    most: usize,
    turns: Arc<Semaphore>,
    quick: Arc<Semaphore>,
    /// Whether the server is stopping.
    stopping: Arc<AtomicBool>,
}

/// A slot for work, which is freed on drop.
pub(crate) struct Turn {
    _permit: OwnedSemaphorePermit,
    stopping: Arc<AtomicBool>,
}

/// The time limit of an answer, from the arrival of its request.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Within {
    limit: Duration,
    end: Instant,
}

impl Within {
    /// Starts the time limit at the arrival of a request.
    pub(crate) fn new(arrived: Instant, limit: Duration) -> Within {
        Within {
            limit,
            end: arrived + limit,
        }
    }

    fn left(self) -> Duration {
        self.end.saturating_duration_since(Instant::now())
    }

    fn over(self) -> HttpError {
        let seconds = self.limit.as_secs();
        ApiError::TimeOver { seconds }.into()
    }
}

impl Searches {
    /// Creates slots for at most `most` searches at a time.
    pub(crate) fn new(most: usize) -> Searches {
        Searches {
            most,
            turns: Arc::new(Semaphore::new(most)),
            quick: Arc::new(Semaphore::new(QUICK)),
            stopping: Arc::default(),
        }
    }

    /// Stops all searches, and prevents new ones.
    pub(crate) fn stop(&self) {
        self.stopping.store(true, Ordering::Relaxed);
        self.turns.close();
        self.quick.close();
    }

    async fn turn_of(&self, turns: &Arc<Semaphore>, patience: Duration) -> Result<Turn, HttpError> {
        let permit = Arc::clone(turns).acquire_owned();
        match tokio::time::timeout(patience.min(QUEUE_TIMEOUT), permit).await {
            Ok(Ok(permit)) => Ok(Turn {
                _permit: permit,
                stopping: Arc::clone(&self.stopping),
            }),
            Ok(Err(_)) => Err(HttpError::Stopping),
            Err(_) => Err(HttpError::Busy { most: self.most }),
        }
    }

    /// Waits for a search slot.
    pub(crate) async fn turn(&self, within: Within) -> Result<Turn, HttpError> {
        self.turn_of(&self.turns, within.left()).await
    }

    /// Runs a search, which stops when no client waits for the answer.
    pub(crate) async fn search<T: Send + 'static>(
        &self,
        within: Within,
        work: impl FnOnce(&Watched) -> Result<T, HttpError> + Send + 'static,
    ) -> Result<T, HttpError> {
        let turn = self.turn(within).await?;
        let wanted = AnswerAwaited::default();
        let watched = turn.watched(&wanted, within.end, IN_ORDER);
        let answer = tokio::task::spawn_blocking(move || {
            let _turn = turn;
            watched.search(work)
        });
        let answer = answer.await;
        drop(wanted);
        answer.map_err(panicked)?.map_err(|error| match error {
            HttpError::Api(ApiError::Unfinished) => within.over(),
            error => error,
        })
    }

    /// Runs work that nearly always takes milliseconds; if it takes longer, it is repeated as a search.
    pub(crate) async fn quick<T: Send + 'static>(
        &self,
        within: Within,
        work: impl Fn() -> Result<T, ApiError> + Send + Sync + 'static,
    ) -> Result<T, HttpError> {
        let turn = self.turn_of(&self.quick, within.left()).await?;
        let wanted = AnswerAwaited::default();
        let end = within.end.min(Instant::now() + QUICK_TIME);
        let watched = turn.watched(&wanted, end, Duration::ZERO);
        let work = Arc::new(work);
        let first = Arc::clone(&work);
        let answer = tokio::task::spawn_blocking(move || {
            let _turn = turn;
            watched.interrupted(|| Ok(first()?))
        });
        let answer = answer.await;
        drop(wanted);
        match answer.map_err(panicked)? {
            Err(HttpError::Api(ApiError::Unfinished)) => {
                self.search(within, move |_| Ok(work()?)).await
            }
            answer => answer,
        }
    }
}

impl Turn {
    /// Returns the monitor of a search, with the time after which a round is interrupted.
    fn watched(&self, wanted: &AnswerAwaited, end: Instant, in_order: Duration) -> Watched {
        let told = Arc::new(StopConditions {
            unwanted: Arc::clone(&wanted.unwanted),
            stopping: Arc::clone(&self.stopping),
            end,
        });
        let rounds = Arc::clone(&told);
        Watched {
            told,
            rounds: Interrupt::new(in_order, move || rounds.to_stop()),
        }
    }

    /// Returns the monitor of a search with this time limit.
    pub(crate) fn watched_for(&self, wanted: &AnswerAwaited, limit: Duration) -> Watched {
        self.watched(wanted, Instant::now() + limit, IN_ORDER)
    }
}

/// Returns the error of work that panicked, whose message is on the standard error already.
fn panicked(error: tokio::task::JoinError) -> HttpError {
    ApiError::internal(&error).into()
}

/// A token that a client waits for an answer, until it is dropped.
#[derive(Default)]
pub(crate) struct AnswerAwaited {
    unwanted: Arc<AtomicBool>,
}

impl Drop for AnswerAwaited {
    fn drop(&mut self) {
        self.unwanted.store(true, Ordering::Relaxed);
    }
}

struct StopConditions {
    unwanted: Arc<AtomicBool>,
    stopping: Arc<AtomicBool>,
    end: Instant,
}

impl StopConditions {
    fn to_stop(&self) -> bool {
        let told = |flag: &AtomicBool| flag.load(Ordering::Relaxed);
        told(&self.unwanted) || told(&self.stopping) || Instant::now() >= self.end
    }
}

/// A monitor that stops a search when no client waits for it, when its time is over, and when the server stops.
pub(crate) struct Watched {
    told: Arc<StopConditions>,
    rounds: Interrupt,
}

impl Watched {
    /// Returns whether the server is stopping.
    pub(crate) fn stopping(&self) -> bool {
        self.told.stopping.load(Ordering::Relaxed)
    }

    /// Runs work that can be interrupted within a round.
    fn interrupted<T>(&self, work: impl FnOnce() -> Result<T, HttpError>) -> Result<T, HttpError> {
        let done = self.rounds.catch(work);
        done.unwrap_or_else(|interrupted| match interrupted {
            Interrupted::Stopped if self.stopping() => Err(HttpError::Stopping),
            Interrupted::Stopped | Interrupted::TimeOver => Err(ApiError::Unfinished.into()),
            Interrupted::TooLong => Err(ApiError::TooLong(interrupted).into()),
        })
    }

    /// Runs work that can be interrupted within a round, on threads of its own.
    pub(crate) fn search<T: Send>(
        &self,
        work: impl FnOnce(&Watched) -> Result<T, HttpError> + Send,
    ) -> Result<T, HttpError> {
        self.interrupted(|| {
            let threads = pool(rayon::current_num_threads());
            let threads = threads.map_err(|error| ApiError::internal(&error))?;
            threads.install(|| work(self))
        })
    }
}

impl Monitor for Watched {
    fn cancelled(&self) -> bool {
        self.told.to_stop() || self.rounds.exhausted()
    }
}
