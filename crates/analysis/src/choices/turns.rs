//! The schedule of a search that takes one position after the other.

use std::time::{Duration, Instant};

use sowlab_solvers::Monitor;

use super::prove::{Improved, LeafBounds, LeafProgress, share};
use crate::RequestError;
use sowlab_base::Deadline;

/// The first search time of a position, and the factor by which times grow.
const FIRST_TIME: Duration = Duration::from_millis(20);
const MORE_TIME: u32 = 3;

/// Searches a position until the monitor cancels, which happens after the given time if there is one. Returns the
/// bounds and the number of all nodes so far.
type Search<'a> = dyn FnMut(usize, Option<Duration>, &dyn Monitor) -> Result<(LeafBounds, u64), RequestError>
    + 'a;

/// The schedule of searches.
pub(super) struct Turns {
    /// The deadline of all searches.
    pub(super) end: Option<Instant>,
    /// Whether all positions should get some bounds before one gets exact values. Searches then start again with more
    /// time, and find earlier results in their table.
    pub(super) improving: bool,
}

impl Turns {
    /// Searches the positions that are not proven.
    pub(super) fn search(
        &self,
        known: &mut [LeafBounds],
        search: &mut Search<'_>,
        improved: &mut Improved<'_>,
        monitor: &dyn Monitor,
    ) -> Result<(), RequestError> {
        let places = || 0..known.len();
        let mut open: Vec<usize> = places().filter(|&at| !known[at].bounds.closed()).collect();
        let mut time = FIRST_TIME;
        while !open.is_empty() {
            for (done, &place) in open.iter().enumerate() {
                let now = Instant::now();
                let end = match self.improving {
                    true => now
                        .checked_add(time)
                        .map(|part| self.end.map_or(part, |end| part.min(end))),
                    false => share(self.end, open.len() - done),
                };
                let turn = end.map(|end| end.saturating_duration_since(now));
                let (found, nodes) = search(place, turn, &Deadline::new(monitor, end))?;
                known[place].add(found);
                improved(LeafProgress::of(known, nodes));
            }
            open.retain(|&place| !known[place].bounds.closed());
            let over = self.end.is_some_and(|end| Instant::now() >= end);
            if !self.improving || over || monitor.cancelled() {
                break;
            }
            time = time.saturating_mul(MORE_TIME);
        }
        Ok(())
    }
}
