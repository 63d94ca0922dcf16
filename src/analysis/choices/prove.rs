//! What proves the positions that choices lead to.

use std::time::Instant;

use sowlab_solvers::Monitor;

use crate::analysis::RequestError;
use crate::analysis::solve::Bounds;
use crate::games::contest::Contest;

/// What is known of a position at the end of a branch.
#[derive(Clone, Debug)]
pub(super) struct Known {
    /// The margin of the side to move there, from there on.
    pub(super) bounds: Bounds,
    /// A best move there, as it is written.
    pub(super) best: Option<String>,
}

/// Proves positions in which a move is legal, as far as time lets it.
pub(super) trait Prove<C: Contest> {
    /// What is known of each position, in their order. `wanted` says of what is known so far which
    /// positions can still change what is asked.
    fn prove(
        &mut self,
        positions: &[C::Position],
        wanted: &dyn Fn(&[Bounds]) -> Vec<bool>,
        monitor: &dyn Monitor,
    ) -> Result<Vec<Known>, RequestError>;

    /// The nodes searched so far.
    fn nodes(&self) -> u64;
}

/// The end of an equal share of the time that is left, for one of so many parts.
pub(super) fn share(end: Option<Instant>, parts: usize) -> Option<Instant> {
    let now = Instant::now();
    let left = end?.saturating_duration_since(now);
    now.checked_add(left / parts.max(1) as u32)
}
