//! How a time limit is divided.

use std::time::{Duration, Instant};

use sowlab_solvers::Monitor;

/// The most time for estimates, and the share of a time limit that they may take.
const MOST_FOR_ESTIMATES: Duration = Duration::from_secs(2);
const SHARE_OF_ESTIMATES: u32 = 4;
/// The least time for estimates: what was announced as a limit is exceeded by no more.
const LEAST_FOR_ESTIMATES: Duration = Duration::from_millis(100);
/// The time for estimates once the work was told to stop.
const ESTIMATES_WHEN_STOPPED: Duration = Duration::from_millis(500);

/// When each part of an answer has to end. `None`: there is no limit.
#[derive(Clone, Copy, Debug)]
pub struct Times {
    /// Building tables.
    pub tables: Option<Instant>,
    /// Proving: what is left of the limit is for estimates.
    pub proofs: Option<Instant>,
    /// Everything.
    all: Option<Instant>,
}

impl Times {
    /// A limit that begins now.
    pub fn new(limit: Option<Duration>) -> Times {
        let now = Instant::now();
        let after = |time: Duration| now.checked_add(time);
        let estimates = limit.map(|limit| MOST_FOR_ESTIMATES.min(limit / SHARE_OF_ESTIMATES));
        let proofs = limit.zip(estimates).map(|(limit, part)| limit - part);
        Times {
            tables: proofs.and_then(|proofs| after(proofs / 2)),
            proofs: proofs.and_then(after),
            all: limit.and_then(after),
        }
    }

    /// When estimates that begin now have to end: they are made even if the work was told to stop.
    pub fn estimates(&self, monitor: &dyn Monitor) -> Option<Instant> {
        let time = match monitor.cancelled() {
            true => ESTIMATES_WHEN_STOPPED,
            false => MOST_FOR_ESTIMATES,
        };
        let after = |time: Duration| Instant::now().checked_add(time);
        let end = match (after(time), self.all) {
            (Some(end), Some(all)) => Some(end.min(all)),
            (end, all) => end.or(all),
        };
        end.max(after(LEAST_FOR_ESTIMATES))
    }
}
