//! Solved positions, which come before any search.

use sowlab_base::Deadline;
use sowlab_findings::{Bounds, Choices, Evidence, Selection, Source, both};
use sowlab_games::contest::Contest;
use sowlab_solvers::Value;

use super::guesses::SharedEstimates;
use super::prove::{Improved, LeafBounds, LeafProgress, Prove};
use super::tree::{ChoicesProblem, Tree};
use crate::RequestError;
use crate::solved_positions::SolvedPositions;

impl<C: Contest> ChoicesProblem<'_, C> {
    /// Returns the bounds of the position itself among the solved positions, as margins of the side `of`.
    pub(super) fn solved_root(&self) -> Option<Bounds> {
        let state = self.game.state(self.position);
        let solved = self.solved.get(&state)?;
        Some(match self.game.side_to_move(&state) == self.of {
            true => solved.bounds.clone(),
            false => solved.bounds.flipped(),
        })
    }

    fn solved_leaf(&self, position: &C::Position) -> Option<LeafBounds> {
        let solved = self.solved.get(&self.game.state(position))?;
        Some(LeafBounds {
            bounds: solved.bounds.clone(),
            best: self.solved.best(position).into_iter().next(),
            source: Source::Solved,
        })
    }

    /// Returns the bounds of all positions before any search: those of solved positions, and trivial bounds of the
    /// others.
    pub(super) fn before_search(&self, tree: &Tree<C>) -> Vec<LeafBounds> {
        let before = |position: &C::Position| {
            let bound = || self.game.bound(&self.game.state(position));
            self.solved_leaf(position)
                .unwrap_or_else(|| LeafBounds::nothing(bound()))
        };
        tree.positions.iter().map(before).collect()
    }

    /// Returns an answer without a search, if the solved positions determine all values.
    #[inline(never)] // It is large, and each caller would have a copy.
    pub(super) fn solved_whole(&self) -> Option<Choices> {
        let tree = self.tree();
        let leaves = tree.positions.iter().map(|leaf| self.solved_leaf(leaf));
        let known = leaves.collect::<Option<Vec<LeafBounds>>>()?;
        if known.is_empty() {
            return None;
        }
        let found = LeafProgress {
            root: self.solved_root(),
            ..LeafProgress::of(&known, 0)
        };
        Some(self.finding(&tree, &found, &SharedEstimates::default()))
    }

    /// Returns the evidence for an answer.
    pub(super) fn evidence(&self, tree: &Tree<C>) -> Option<Evidence> {
        let positions = tree.positions.iter().chain([self.position]);
        let states: Vec<C::State> = positions
            .map(|position| self.game.state(position))
            .collect();
        self.solved.evidence(self.position, &states)
    }
}

/// Returns the values of the choices of a position, if the solved positions determine all of them. `pie` tells whether
/// the pie decision follows.
pub(crate) fn solved_choices<C: Contest>(
    game: &C,
    position: &C::Position,
    pie: bool,
) -> Option<Choices> {
    let state = game.state(position);
    let mover = game.side_to_move(&state);
    let problem = ChoicesProblem {
        game,
        position,
        // The pie rule applies to the margin of the first chooser.
        of: if game.mid_round(&state) {
            !mover
        } else {
            mover
        },
        pie,
        replies: false,
        part: &Selection::All,
        solved: SolvedPositions::of(game),
    };
    problem.solved_whole()
}

/// A prover that searches only positions that are not solved yet.
pub(super) struct BeyondSolved<'a, 'g, C: Contest> {
    pub(super) problem: &'a ChoicesProblem<'g, C>,
    pub(super) prover: &'a mut (dyn Prove<C> + Send),
}

/// Intersects the bounds of the position itself from both sources.
fn root(solved: &Option<Bounds>, found: Option<Bounds>) -> Option<Bounds> {
    match (solved, found) {
        (Some(solved), Some(found)) => Some(both(solved, &found)),
        (solved, found) => found.or_else(|| solved.clone()),
    }
}

impl<C: Contest> Prove<C> for BeyondSolved<'_, '_, C> {
    fn prove(
        &mut self,
        positions: &[C::Position],
        wanted: &dyn Fn(&[Bounds]) -> Vec<bool>,
        improved: &mut Improved<'_>,
        deadline: &Deadline<'_>,
    ) -> Result<Vec<LeafBounds>, RequestError> {
        let solved: Vec<Option<LeafBounds>> = positions
            .iter()
            .map(|position| self.problem.solved_leaf(position))
            .collect();
        if solved.iter().all(Option::is_none) && self.problem.solved_root().is_none() {
            return self.prover.prove(positions, wanted, improved, deadline);
        }
        let open: Vec<usize> = (0..positions.len())
            .filter(|&place| solved[place].is_none())
            .collect();
        let unsolved: Vec<C::Position> = open.iter().map(|&place| positions[place]).collect();
        let whole = |found: &[LeafBounds]| -> Vec<LeafBounds> {
            let mut found = found.iter();
            let leaves = solved.iter().map(|solved| match solved {
                Some(solved) => Some(solved.clone()),
                None => found.next().cloned(),
            });
            leaves.flatten().collect()
        };
        let all_wanted = |found: &[Bounds]| -> Vec<bool> {
            let mut found = found.iter();
            let bounds = solved.iter().map(|solved| match solved {
                Some(solved) => Some(solved.bounds.clone()),
                None => found.next().cloned(),
            });
            let bounds: Vec<Bounds> = bounds.flatten().collect();
            let wanted = wanted(&bounds);
            open.iter().map(|&place| wanted[place]).collect()
        };
        let of_root = self.problem.solved_root();
        let mut all_improved = |found: LeafProgress<'_>| {
            improved(LeafProgress {
                known: &whole(found.known),
                root: root(&of_root, found.root),
                nodes: found.nodes,
            });
        };
        let prover = &mut *self.prover;
        let found = prover.prove(&unsolved, &all_wanted, &mut all_improved, deadline)?;
        Ok(whole(&found))
    }

    fn root(&self) -> Option<Bounds> {
        root(&self.problem.solved_root(), self.prover.root())
    }

    fn look_up(&self, state: &C::State) -> Option<Value> {
        self.prover.look_up(state)
    }

    fn searches(&self) -> bool {
        self.prover.searches()
    }

    fn nodes(&self) -> u64 {
        self.prover.nodes()
    }
}
