//! What breadth-first searches ask of a game.

use std::fmt::Debug;
use std::hash::Hash;

use super::joint::{JointGame, VisitRound};

/// The rounds of states and what they lead to: all that a breadth-first search asks. Every
/// [`JointGame`] has them; a game of only some of the rounds of another one implements this alone.
pub trait Successors: Sync {
    /// As [`JointGame::State`].
    type State: Copy + Eq + Hash + Debug + Send + Sync;
    /// As [`JointGame::Choice`].
    type Choice: Copy + Eq + Debug + Send + Sync;

    /// REQUIRED. Whether the game is over, so that no round is played.
    fn is_over(&self, state: &Self::State) -> bool;

    /// REQUIRED. Calls `visit` as [`JointGame::expand`] does. A state that is not over may have no round
    /// all the same: then play stops there.
    fn each_round(
        &self,
        states: &[Self::State],
        visit: &mut VisitRound<'_, Self::State, Self::Choice>,
    );
}

impl<J: JointGame> Successors for J {
    type State = J::State;
    type Choice = J::Choice;

    #[inline]
    fn is_over(&self, state: &J::State) -> bool {
        self.terminal(state).is_some()
    }

    #[inline]
    fn each_round(&self, states: &[J::State], visit: &mut VisitRound<'_, J::State, J::Choice>) {
        self.expand(states, visit);
    }
}
