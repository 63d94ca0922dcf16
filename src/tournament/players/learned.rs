//! What searches make of a learned evaluation.

use rand::Rng;
use sowlab_solvers::mcts::Simulate;
use sowlab_solvers::{Game, Side, Step};

use crate::analysis::learned::{Evaluation, estimate};
use crate::games::contest::Encode;

/// A game whose playouts are estimates.
pub(super) struct Estimated<'a, G> {
    game: &'a G,
    eval: &'a Evaluation,
}

impl<'a, G> Estimated<'a, G> {
    pub(super) fn new(game: &'a G, eval: &'a Evaluation) -> Estimated<'a, G> {
        Estimated { game, eval }
    }
}

impl<G: Encode> Game for Estimated<'_, G> {
    type State = G::State;
    type Move = G::Move;

    fn side_to_move(&self, state: &G::State) -> Side {
        self.game.side_to_move(state)
    }

    fn terminal(&self, state: &G::State) -> Option<i32> {
        self.game.terminal(state)
    }

    fn moves(&self, state: &G::State, moves: &mut Vec<G::Move>) {
        self.game.moves(state, moves);
    }

    fn play(&self, state: &G::State, chosen: G::Move) -> Step<G::State> {
        self.game.play(state, chosen)
    }

    fn endless(&self, state: &G::State) -> bool {
        self.game.endless(state)
    }

    fn bound(&self, state: &G::State) -> i32 {
        self.game.bound(state)
    }

    fn always_ends(&self) -> bool {
        self.game.always_ends()
    }
}

impl<G: Encode> Simulate for Estimated<'_, G> {
    fn playout(&self, state: &G::State, _: &mut impl Rng) -> i32 {
        estimate(self.game, self.eval, state)
    }
}
