//! What proves the positions that choices lead to.

use sowlab_findings::{Bounds, Source, both};
use std::time::Instant;

use sowlab_solvers::{Monitor, Value};

use crate::RequestError;
use sowlab_games::contest::Contest;

/// What is known of a position at the end of a branch.
#[derive(Clone, Debug)]
pub(super) struct LeafBounds {
    /// The margin of the side to move there, from there on.
    pub(super) bounds: Bounds,
    /// A best move there, as it is written.
    pub(super) best: Option<String>,
    /// Where the bounds come from.
    pub(super) source: Source,
}

impl LeafBounds {
    /// Nothing is known of a position with `bound` stones at stake.
    pub(super) fn nothing(bound: i32) -> LeafBounds {
        LeafBounds {
            bounds: Bounds::alike(-bound..=bound),
            best: None,
            source: Source::Search,
        }
    }

    /// Adds what another search found.
    pub(super) fn add(&mut self, found: LeafBounds) {
        self.bounds = both(&self.bounds, &found.bounds);
        self.best = found.best.or(self.best.take());
        self.source = found.source;
    }
}

/// What was found so far.
pub(super) struct LeafProgress<'a> {
    /// Of each position.
    pub(super) known: &'a [LeafBounds],
    /// Of the position whose choices lead there, by a search of its own: the margin of the side asked about.
    pub(super) root: Option<Bounds>,
    /// The nodes searched.
    pub(super) nodes: u64,
}

impl LeafProgress<'_> {
    /// What is known of each position alone.
    pub(super) fn of(known: &[LeafBounds], nodes: u64) -> LeafProgress<'_> {
        LeafProgress {
            known,
            root: None,
            nodes,
        }
    }
}

/// Hears that more was found.
pub(super) type Improved<'a> = dyn FnMut(LeafProgress<'_>) + 'a;

/// Proves positions in which a move is legal, as far as time lets it.
pub(super) trait Prove<C: Contest> {
    /// What is known of each position, in their order. `wanted` says of what is known so far which
    /// positions can still change the answer. `improved` is called with what is found on the way.
    fn prove(
        &mut self,
        positions: &[C::Position],
        wanted: &dyn Fn(&[Bounds]) -> Vec<bool>,
        improved: &mut Improved<'_>,
        monitor: &dyn Monitor,
    ) -> Result<Vec<LeafBounds>, RequestError>;

    /// What a search of the position itself has proven, see [`LeafProgress::root`].
    fn root(&self) -> Option<Bounds> {
        None
    }

    /// The value of any state at the start of a round, without a search, after [`prove`](Prove::prove). Default: not
    /// known.
    fn look_up(&self, state: &C::State) -> Option<Value> {
        let _ = state;
        None
    }

    /// Whether it searches; otherwise it only looks up, and another prover follows.
    fn searches(&self) -> bool {
        true
    }

    /// The nodes searched so far.
    fn nodes(&self) -> u64;
}

/// The end of an equal share of the time that is left, for one of `parts` parts.
pub(super) fn share(end: Option<Instant>, parts: usize) -> Option<Instant> {
    let now = Instant::now();
    let left = end?.saturating_duration_since(now);
    now.checked_add(left / parts.max(1) as u32)
}
