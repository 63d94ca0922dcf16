//! What is left of the limits of a search, shared by its threads.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

use super::options::Limits;
use crate::Monitor;

/// The playouts handed out at a time; the clock is read only between two batches.
const BATCH: u64 = 64;

pub(super) struct Allowance<'a> {
    monitor: &'a dyn Monitor,
    playouts: u64,
    end: Option<Instant>,
    handed_out: AtomicU64,
    stop: AtomicBool,
}

impl<'a> Allowance<'a> {
    pub(super) fn new(limits: Limits, monitor: &'a dyn Monitor) -> Allowance<'a> {
        Allowance {
            monitor,
            playouts: limits.playouts,
            end: limits
                .time
                .and_then(|time| Instant::now().checked_add(time)),
            handed_out: AtomicU64::new(0),
            stop: AtomicBool::new(false),
        }
    }

    /// Nobody is to begin another playout.
    pub(super) fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    #[inline]
    pub(super) fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// How many playouts the caller may make next; 0 if it is over.
    #[inline]
    pub(super) fn next(&self) -> u64 {
        let late = self.end.is_some_and(|end| Instant::now() >= end);
        if late || self.monitor.cancelled() {
            self.stop();
        }
        if self.stopped() {
            return 0;
        }
        let before = self.handed_out.fetch_add(BATCH, Ordering::Relaxed);
        self.playouts.saturating_sub(before).min(BATCH)
    }

    /// `playouts` more are done.
    pub(super) fn made(&self, playouts: u64) {
        self.monitor.advance(playouts);
    }
}
