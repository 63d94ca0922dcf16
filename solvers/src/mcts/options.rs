//! Options and limits of a search.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use crate::Monitor;
use sowlab_base::Instant;
use sowlab_base::interrupt::Interrupt;

/// The options of [`Uct`](super::Uct).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// The weight of rarely tried moves: the constant of UCB1, as a share of the bound on the margin at the root.
    pub exploration: f32,
    /// The loss counted for a playout in progress for the side that chose it, as a share of that bound. It spreads the
    /// playouts of several threads, and of [one thread](Options::together).
    pub virtual_loss: f32,
    /// The weight of [`Guide::prior`](crate::Guide::prior).
    pub bias: f32,
    /// The number of playouts from a state before it becomes a node of the tree, at least 1. With more playouts the
    /// tree is smaller, which takes less time and memory but notices good moves later.
    pub expansion: u32,
    /// The maximum memory for the tree, in bytes. A full tree gets no new nodes, and the search continues. The address
    /// space is reserved at once; memory is used as the tree grows. The program ends if the system refuses the
    /// reservation.
    pub memory: usize,
    /// The number of playouts of a thread in progress at the same time, 1 to 64.
    pub together: u32,
    /// The number of visits of the root from which `together` applies. Before that, each playout sees the results of
    /// all others.
    pub together_from: u64,
    /// The seed of all random choices.
    pub seed: u64,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            exploration: 1.5,
            virtual_loss: 0.5,
            bias: 1.0,
            expansion: 1,
            memory: 256 << 20,
            together: 8,
            together_from: 1000,
            seed: 0,
        }
    }
}

/// The limits of a search. It also stops when an optimal move is proven, or when its [`Monitor`] cancels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The maximum number of playouts of this call. One tree takes at most 2³¹.
    pub playouts: u64,
    /// The time limit; checked every few dozen playouts.
    pub time: Option<Duration>,
}

impl Limits {
    /// Limits of this number of playouts, without a time limit.
    pub const fn playouts(playouts: u64) -> Limits {
        Limits {
            playouts,
            time: None,
        }
    }
}

/// The number of playouts handed out at a time; the clock is read only between two batches.
const BATCH: u64 = 64;

pub(super) struct PlayoutBudget<'a> {
    monitor: &'a dyn Monitor,
    playouts: u64,
    end: Option<Instant>,
    handed_out: AtomicU64,
    stop: AtomicBool,
}

impl<'a> PlayoutBudget<'a> {
    pub(super) fn new(limits: Limits, monitor: &'a dyn Monitor) -> PlayoutBudget<'a> {
        PlayoutBudget {
            monitor,
            playouts: limits.playouts,
            end: limits
                .time
                .and_then(|time| Instant::now().checked_add(time)),
            handed_out: AtomicU64::new(0),
            stop: AtomicBool::new(false),
        }
    }

    /// Stops the search: no further playout begins.
    pub(super) fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    #[inline]
    pub(super) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Returns the number of playouts that the caller may make next; 0 if the search is over.
    #[inline]
    pub(super) fn next(&self) -> u64 {
        let late = self.end.is_some_and(|end| Instant::now() >= end);
        if late || self.monitor.cancelled() {
            self.stop();
        }
        if self.is_stopped() {
            return 0;
        }
        let before = self.handed_out.fetch_add(BATCH, Ordering::Relaxed);
        self.playouts.saturating_sub(before).min(BATCH)
    }

    /// Reports `playouts` finished playouts to the monitor.
    pub(super) fn record_made(&self, playouts: u64) {
        self.monitor.advance(playouts);
    }
}

/// Runs `work` with the numbers 0 to `threads` - 1, and returns the sum of the results. Number 0 runs on the calling
/// thread, each other number on a thread of its own under the caller's interrupt.
pub(super) fn sum_on_threads(threads: usize, work: impl Fn(u64) -> u64 + Sync) -> u64 {
    let interrupt = &Interrupt::current();
    let work = &work;
    thread::scope(|scope| {
        let others: Vec<_> = (1..threads as u64)
            .map(|thread| {
                let interrupt = interrupt.clone();
                scope.spawn(move || {
                    interrupt.enter_thread();
                    work(thread)
                })
            })
            .collect();
        let own = work(0);
        let others = others.into_iter().map(|other| match other.join() {
            Ok(result) => result,
            Err(panic) => resume_unwind(panic),
        });
        own + others.sum::<u64>()
    })
}
