//! The division of a limit between the parts of an answer.

use std::time::Duration;

use sowlab_base::{Instant, Limit};
use sowlab_solvers::Monitor;

/// The maximum time for estimates, and the reciprocal of their share in a time limit.
const MOST_FOR_ESTIMATES: Duration = Duration::from_secs(2);
const SHARE_OF_ESTIMATES: u32 = 4;
/// The nodes of estimates, as a multiple of those of proofs. They cost less.
const NODES_OF_ESTIMATES: u32 = 4;
/// The minimum time for estimates, by which an announced limit may be exceeded.
const LEAST_FOR_ESTIMATES: Duration = Duration::from_millis(100);
/// The time for estimates after the work was cancelled.
const ESTIMATES_WHEN_STOPPED: Duration = Duration::from_millis(500);

/// The limit of each part of an answer that began when this was created. `None`: no limit.
#[derive(Clone, Copy, Debug)]
pub struct Times {
    limit: Option<Limit>,
    begun: Instant,
}

impl Times {
    /// Divides a limit that begins now.
    pub fn new(limit: Option<Limit>) -> Times {
        Times {
            limit,
            begun: Instant::now(),
        }
    }

    /// Returns the limit of the whole answer.
    pub(crate) fn limit(&self) -> Option<Limit> {
        self.limit
    }

    /// Returns the time left for proofs that begin now, of a part of the limit on time.
    fn left(&self, part: Duration) -> Duration {
        part.saturating_sub(self.begun.elapsed())
    }

    /// Returns the time for proofs and tables in a limit on time. The rest is for estimates.
    fn of_proofs(time: Duration) -> Duration {
        time - MOST_FOR_ESTIMATES.min(time / SHARE_OF_ESTIMATES)
    }

    /// Returns the limit for building tables. A limit on nodes does not limit them: they are small.
    pub(crate) fn tables(&self) -> Option<Limit> {
        let time = Times::of_proofs(self.limit?.time()?);
        Some(Limit::Time(self.left(time / 2)))
    }

    /// Returns the limit for proofs that begin now.
    pub(crate) fn proofs(&self) -> Option<Limit> {
        Some(match self.limit? {
            Limit::Time(time) => Limit::Time(self.left(Times::of_proofs(time))),
            nodes => nodes,
        })
    }

    /// Returns the limit of estimates that begin now. They are computed even if the work was cancelled.
    pub(crate) fn estimates(&self, monitor: &dyn Monitor) -> Option<Limit> {
        let time = match (monitor.cancelled(), self.limit) {
            (true, _) => ESTIMATES_WHEN_STOPPED,
            (false, Some(nodes @ Limit::Nodes(_))) => {
                return Some(nodes.multiplied_by(NODES_OF_ESTIMATES));
            }
            (false, _) => MOST_FOR_ESTIMATES,
        };
        let left = self.limit.and_then(Limit::time).map(|all| self.left(all));
        let time = left.map_or(time, |left| time.min(left));
        Some(Limit::Time(time.max(LEAST_FOR_ESTIMATES)))
    }
}
