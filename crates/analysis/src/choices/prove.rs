//! The interface of provers of the positions after choices.

use sowlab_findings::{Bounds, Source, both};
use sowlab_solvers::Value;

use crate::RequestError;
use sowlab_base::Deadline;
use sowlab_games::contest::Contest;

/// The bounds of a position at the end of a branch.
#[derive(Clone, Debug)]
pub(super) struct LeafBounds {
    /// The margin of the side to move there, from there on.
    pub(super) bounds: Bounds,
    /// An optimal move there, in the notation of the game.
    pub(super) best: Option<String>,
    /// The source of the bounds.
    pub(super) source: Source,
}

impl LeafBounds {
    /// Returns the trivial bounds of a position with `bound` stones left.
    pub(super) fn nothing(bound: i32) -> LeafBounds {
        LeafBounds {
            bounds: Bounds::alike(-bound..=bound),
            best: None,
            source: Source::Search,
        }
    }

    /// Adds the result of another search.
    pub(super) fn add(&mut self, found: LeafBounds) {
        self.bounds = both(&self.bounds, &found.bounds);
        self.best = found.best.or(self.best.take());
        self.source = found.source;
    }
}

/// The results so far.
pub(super) struct LeafProgress<'a> {
    /// The bounds of each position.
    pub(super) known: &'a [LeafBounds],
    /// The bounds of the position with the choices, from a search of its own, as margins of the side `of`.
    pub(super) root: Option<Bounds>,
    /// The number of searched nodes.
    pub(super) nodes: u64,
}

impl LeafProgress<'_> {
    /// Creates results without bounds of the position with the choices.
    pub(super) fn of(known: &[LeafBounds], nodes: u64) -> LeafProgress<'_> {
        LeafProgress {
            known,
            root: None,
            nodes,
        }
    }
}

/// A receiver of improved results.
pub(super) type Improved<'a> = dyn FnMut(LeafProgress<'_>) + 'a;

/// A prover of positions in which a move is legal, within a limit.
pub(super) trait Prove<C: Contest> {
    /// Proves bounds of each position, in the given order. `wanted` tells from the bounds so far which positions can
    /// still change the answer. `improved` receives intermediate results.
    fn prove(
        &mut self,
        positions: &[C::Position],
        wanted: &dyn Fn(&[Bounds]) -> Vec<bool>,
        improved: &mut Improved<'_>,
        deadline: &Deadline<'_>,
    ) -> Result<Vec<LeafBounds>, RequestError>;

    /// Returns the bounds of the position with the choices, see [`LeafProgress::root`].
    fn root(&self) -> Option<Bounds> {
        None
    }

    /// Probes the value of any state at the start of a round, after [`prove`](Prove::prove). Default: `None`.
    fn look_up(&self, state: &C::State) -> Option<Value> {
        let _ = state;
        None
    }

    /// Returns whether the prover searches. A prover that does not is followed by another one.
    fn searches(&self) -> bool {
        true
    }

    /// Returns the number of nodes searched so far.
    fn nodes(&self) -> u64;
}
