//! The schedule of a search that takes one position after the other.

use std::time::Duration;

use sowlab_base::{Deadline, Limit};
use sowlab_solvers::Monitor;

use super::prove::{Improved, LeafBounds, LeafProgress};
use crate::RequestError;

/// The first limit for a position, and the factor by which limits grow.
const FIRST_TIME: Limit = Limit::Time(Duration::from_millis(20));
const FIRST_NODES: Limit = Limit::Nodes(10_000);
const GROWTH: u32 = 3;

/// Searches a position until the deadline. Returns the bounds and the number of all nodes so far.
type Search<'a> = dyn FnMut(usize, &Deadline<'_>) -> Result<(LeafBounds, u64), RequestError> + 'a;

/// Searches the positions that are not proven. `improving` tells whether all positions should get some bounds before
/// one gets exact values. Searches then start again with a larger limit, and find earlier results in their table.
pub(super) fn search_in_turns(
    improving: bool,
    known: &mut [LeafBounds],
    search: &mut Search<'_>,
    improved: &mut Improved<'_>,
    deadline: &Deadline<'_>,
) -> Result<(), RequestError> {
    let places = || 0..known.len();
    let mut open: Vec<usize> = places().filter(|&at| !known[at].bounds.closed()).collect();
    let mut limit = match deadline.left() {
        Some(Limit::Nodes(_)) => FIRST_NODES,
        _ => FIRST_TIME,
    };
    while !open.is_empty() {
        for (done, &place) in open.iter().enumerate() {
            let turn = match improving {
                true => Some(limit),
                false => deadline
                    .left()
                    .map(|left| left.divided_by((open.len() - done) as u32)),
            };
            let (found, nodes) = search(place, &Deadline::after(deadline, turn))?;
            known[place].add(found);
            improved(LeafProgress::of(known, nodes));
        }
        open.retain(|&place| !known[place].bounds.closed());
        if !improving || deadline.cancelled() {
            break;
        }
        limit = limit.multiplied_by(GROWTH);
    }
    Ok(())
}
