//! What searches make of a learned evaluation.

use rand::Rng;
use sowlab_solvers::mcts::Simulate;
use sowlab_solvers::{Game, Side, Step};

use crate::analysis::learned::{MOST_CELLS, PairTables};
use crate::games::contest::Encode;

/// What the side to move may expect to gain from a state on, in stones. Where the cells do not tell everything, as
/// within a round, the best of its moves.
pub(super) fn estimate<G: Encode>(game: &G, eval: &PairTables, state: &G::State) -> i32 {
    if let Some(margin) = game.terminal(state) {
        return margin;
    }
    let mut cells = [0; MOST_CELLS];
    let cells = &mut cells[..eval.description().cells];
    if game.cells(state, cells) {
        return eval.margin(cells, game.bound(state));
    }
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let worth = |chosen| {
        let step = game.play(state, chosen);
        step.worth(estimate(game, eval, &step.state))
    };
    moves.into_iter().map(worth).max().unwrap_or(0)
}

/// A game whose playouts are estimates.
pub(super) struct Estimated<'a, G> {
    game: &'a G,
    eval: &'a PairTables,
}

impl<'a, G> Estimated<'a, G> {
    pub(super) fn new(game: &'a G, eval: &'a PairTables) -> Estimated<'a, G> {
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
