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
}
