//! Games in which both sides choose before a round is resolved.

use std::fmt::Debug;
use std::hash::Hash;

use super::game::Step;

/// The result of a round. Margins are those of the leader of that round, the side that committed first in it, in the
/// game's own unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Resolution<S> {
    /// Play continues in this state. A round that ends the game is [`Over`](Resolution::Over), so
    /// [`terminal`](JointGame::terminal) is `None` in the next state; solvers rely on it.
    Next(Step<S>),
    /// The game is over. The margin includes the gain of this round and the final distribution.
    Over {
        /// The margin of the leader of this round.
        margin: i32,
    },
    /// The round itself never ends.
    Endless,
}

/// The callback for each round of a batch: the index of the state, the leader's choice, the follower's choice, and the
/// result.
pub type VisitRound<'a, State, Choice> = dyn FnMut(usize, Choice, Choice, Resolution<State>) + 'a;

/// A game of rounds: both sides choose, then the round is resolved. The *leader* commits first, the *follower* second;
/// the state determines which side leads. Whether the follower sees the leader's choice depends on the commit order
/// under which the game is solved, not on the game.
///
/// States are in the view of their leader: positions that differ only in the names of the sides are one state. All
/// scores are margins from the state on.
pub trait JointGame: Sync {
    /// A position at the start of a round, with everything that determines the play from here on.
    type State: Copy + Eq + Hash + Debug + Send + Sync;
    /// A choice of a side.
    type Choice: Copy + Eq + Debug + Send + Sync;

    /// REQUIRED. Returns the margin that the leader gains by the end of the game, if it is over. `None` if both sides
    /// can choose.
    fn terminal(&self, state: &Self::State) -> Option<i32>;

    /// REQUIRED. Appends the choices of the leader, always in the same order.
    fn leader_choices(&self, state: &Self::State, choices: &mut Vec<Self::Choice>);

    /// REQUIRED. Appends the choices of the follower once the leader has chosen `first`, always in the same order;
    /// never empty.
    fn follower_choices(
        &self,
        state: &Self::State,
        first: Self::Choice,
        choices: &mut Vec<Self::Choice>,
    );

    /// REQUIRED. Resolves a round.
    fn resolve(
        &self,
        state: &Self::State,
        first: Self::Choice,
        second: Self::Choice,
    ) -> Resolution<Self::State>;

    /// OPTIONAL. Resolves every round of several states. `visit` receives the index of the state, both choices and the
    /// result. The order is by state, then by first choice, then by second choice, as in the lists of choices. Override
    /// it if the game resolves many rounds together faster than one by one.
    fn expand(
        &self,
        states: &[Self::State],
        visit: &mut VisitRound<'_, Self::State, Self::Choice>,
    ) {
        let mut leader_choices = Vec::new();
        let mut follower_choices = Vec::new();
        for (index, state) in states.iter().enumerate() {
            leader_choices.clear();
            self.leader_choices(state, &mut leader_choices);
            for &first in &leader_choices {
                follower_choices.clear();
                self.follower_choices(state, first, &mut follower_choices);
                for &second in &follower_choices {
                    visit(index, first, second, self.resolve(state, first, second));
                }
            }
        }
    }

    /// REQUIRED. Returns a bound on the margin from this state on for either side: no play gains more. Infinite play
    /// that is won or lost counts as plus or minus this bound.
    fn bound(&self, state: &Self::State) -> i32;

    /// OPTIONAL. Returns whether all margins from a state on have the parity of its bound. It halves the claims of a
    /// search. Default: nothing is assumed.
    #[inline]
    fn margins_have_parity_of_bound(&self) -> bool {
        false
    }
}

impl<J: JointGame> JointGame for &J {
    type State = J::State;
    type Choice = J::Choice;

    fn terminal(&self, state: &Self::State) -> Option<i32> {
        (**self).terminal(state)
    }

    fn leader_choices(&self, state: &Self::State, choices: &mut Vec<Self::Choice>) {
        (**self).leader_choices(state, choices);
    }

    fn follower_choices(
        &self,
        state: &Self::State,
        first: Self::Choice,
        choices: &mut Vec<Self::Choice>,
    ) {
        (**self).follower_choices(state, first, choices);
    }

    fn resolve(
        &self,
        state: &Self::State,
        first: Self::Choice,
        second: Self::Choice,
    ) -> Resolution<Self::State> {
        (**self).resolve(state, first, second)
    }

    fn expand(
        &self,
        states: &[Self::State],
        visit: &mut VisitRound<'_, Self::State, Self::Choice>,
    ) {
        (**self).expand(states, visit);
    }

    fn margins_have_parity_of_bound(&self) -> bool {
        (**self).margins_have_parity_of_bound()
    }

    fn bound(&self, state: &Self::State) -> i32 {
        (**self).bound(state)
    }
}

/// The rounds of states and their results: the interface that a breadth-first search needs. Every [`JointGame`] has it.
/// A game of only some of the rounds of another one implements this trait alone.
pub trait Successors: Sync {
    /// A state, as in [`JointGame::State`].
    type State: Copy + Eq + Hash + Debug + Send + Sync;
    /// A choice, as in [`JointGame::Choice`].
    type Choice: Copy + Eq + Debug + Send + Sync;

    /// REQUIRED. Returns whether the game is over, so that no round is played.
    fn is_over(&self, state: &Self::State) -> bool;

    /// REQUIRED. Calls `visit` as [`JointGame::expand`] does. A state that is not over may still have no rounds: then
    /// play stops there.
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
