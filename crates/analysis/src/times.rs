//! The division of a time limit.

use std::time::{Duration, Instant};

use sowlab_solvers::Monitor;

/// The maximum time for estimates, and the reciprocal of their share in a time limit.
const MOST_FOR_ESTIMATES: Duration = Duration::from_secs(2);
const SHARE_OF_ESTIMATES: u32 = 4;
/// The minimum time for estimates, by which an announced limit may be exceeded.
const LEAST_FOR_ESTIMATES: Duration = Duration::from_millis(100);
/// The time for estimates after the work was cancelled.
const ESTIMATES_WHEN_STOPPED: Duration = Duration::from_millis(500);

/// The deadline of each part of an answer. `None`: no limit.
#[derive(Clone, Copy, Debug)]
pub struct Times {
    /// The deadline for building tables.
    pub tables: Option<Instant>,
    /// The deadline for proofs. The rest of the limit is for estimates.
    pub proofs: Option<Instant>,
    /// The deadline for the whole answer.
    all: Option<Instant>,
}

impl Times {
    /// Divides a limit that begins now.
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

    /// Returns the deadline of estimates that begin now. They are computed even if the work was
    /// cancelled.
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
