//! The two-rank family for Monte Carlo tree search.

use rand::Rng;
use sowlab_solvers::mcts::Simulate;

use super::game::TwoRank;
use super::state::State;

impl Simulate for TwoRank {
    #[inline]
    fn playout(&self, state: &State, random: &mut impl Rng) -> i32 {
        TwoRank::playout(self, *state, random).margin
    }

    fn playouts(&self, states: &[State], margins: &mut Vec<i32>, random: &mut impl Rng) {
        TwoRank::playouts(self, states, margins, random);
    }
}
