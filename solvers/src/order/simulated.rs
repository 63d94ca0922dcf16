//! The open order for Monte Carlo tree search.

use super::{Open, OpenState};
use crate::Game;
use crate::Player;
use crate::mcts::Simulate;
use crate::search::rounds::SearchableJoint;

impl<J> Simulate for Open<J>
where
    J: SearchableJoint,
    J::Choice: std::hash::Hash,
{
    /// What the joint game knows of a state at the start of a round. Where infinite play matters,
    /// these are two different margins. As endless rounds count for nobody under [`Open`], what is
    /// proven of it is proven for that reading of infinite play.
    fn known(&self, state: &OpenState<J::State, J::Choice>) -> Option<(i32, i32)> {
        match state {
            OpenState::Leader { state, .. } => {
                let bound = self.0.bound(state);
                let lower = self.0.known(state, Player::Leader);
                let upper = self.0.known(state, Player::Follower);
                let either = lower.is_some() || upper.is_some();
                either.then(|| (lower.unwrap_or(-bound), upper.unwrap_or(bound)))
            }
            _ => None,
        }
    }

    /// What the round brings the side that answers; nothing where the leader is to choose.
    fn promise(&self, state: &OpenState<J::State, J::Choice>, chosen: J::Choice) -> f32 {
        match state {
            OpenState::Follower { .. } => self.play(state, chosen).gain as f32,
            _ => 0.0,
        }
    }
}
