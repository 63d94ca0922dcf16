//! The open order for Monte Carlo tree search.

use std::hash::Hash;

use super::{Open, OpenPie, OpenState, PieGame, PieMove, PieState};
use crate::mcts::Simulate;
use crate::{Game, Guide, Interval, JointGame, Oracle, Player};

impl<J: JointGame<Choice: Hash>> Simulate for Open<J> {}

impl<J: PieGame> Simulate for OpenPie<J> {}

/// What is known of a joint game, for the states of [`Open`].
pub struct OpenOracle<'a, O>(pub &'a O);

impl<S, C, O> Oracle<OpenState<S, C>> for OpenOracle<'_, O>
where
    S: Sync,
    C: Sync,
    O: Oracle<S>,
{
    /// What is known of the state at the start of a round. As endless rounds count for nobody under
    /// [`Open`], what is proven of a game so is proven for that reading of infinite play.
    fn interval(&self, state: &OpenState<S, C>, loser: Option<Player>) -> Option<Interval> {
        match state {
            OpenState::Leader { state, .. } => self.0.interval(state, loser),
            _ => None,
        }
    }
}

impl<J: JointGame<Choice: Hash>> Guide<OpenState<J::State, J::Choice>, J::Choice> for Open<J> {
    /// What the round brings the side that answers; nothing where the leader is to choose.
    fn prior(&self, state: &OpenState<J::State, J::Choice>, chosen: J::Choice) -> f32 {
        match state {
            OpenState::Follower { .. } => self.play(state, chosen).gain as f32,
            _ => 0.0,
        }
    }
}

impl<J: PieGame> Guide<PieState<J::State, J::Choice>, PieMove<J::Choice>> for OpenPie<J> {
    /// What the move brings at once; nothing where the other side is still to answer.
    fn prior(&self, state: &PieState<J::State, J::Choice>, chosen: PieMove<J::Choice>) -> f32 {
        self.play(state, chosen).gain as f32
    }
}
