//! Use of a learned evaluation by searches.

use rand::Rng;
use sowlab_solvers::mcts::Playouts;

use sowlab_analysis::learned::{Evaluation, estimate};
use sowlab_games::contest::Encode;

/// Estimates that replace playouts.
pub(super) struct Estimates<'a, G> {
    game: &'a G,
    eval: &'a Evaluation,
}

impl<'a, G> Estimates<'a, G> {
    pub(super) fn new(game: &'a G, eval: &'a Evaluation) -> Estimates<'a, G> {
        Estimates { game, eval }
    }
}

impl<G: Encode> Playouts<G::State> for Estimates<'_, G> {
    fn playouts(&self, states: &[G::State], margins: &mut Vec<i32>, _: &mut impl Rng) {
        margins.extend((states.iter()).map(|state| estimate(self.game, self.eval, state)));
    }
}
