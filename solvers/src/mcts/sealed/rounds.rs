//! A joint game that stops after some rounds.

use crate::{JointGame, Resolution, Step};

/// A [`JointGame`] that ends after a number of rounds. A state consists of a state of the game and the number of rounds
/// left. If the game is not over after these rounds, the rest is a draw.
#[derive(Clone, Copy, Debug)]
pub struct RoundLimited<J>(pub J);

impl<J: JointGame> JointGame for RoundLimited<J> {
    type State = (J::State, u32);
    type Choice = J::Choice;

    fn terminal(&self, (state, left): &Self::State) -> Option<i32> {
        match self.0.terminal(state) {
            Some(margin) => Some(margin),
            None => (*left == 0).then_some(0),
        }
    }

    fn leader_choices(&self, (state, _): &Self::State, choices: &mut Vec<J::Choice>) {
        self.0.leader_choices(state, choices);
    }

    fn follower_choices(
        &self,
        (state, _): &Self::State,
        first: J::Choice,
        choices: &mut Vec<J::Choice>,
    ) {
        self.0.follower_choices(state, first, choices);
    }

    fn resolve(
        &self,
        (state, left): &Self::State,
        first: J::Choice,
        second: J::Choice,
    ) -> Resolution<Self::State> {
        debug_assert!(*left > 0, "nothing is played after the last round");
        match self.0.resolve(state, first, second) {
            // After the last round the rest is a draw.
            Resolution::Next(Step { gain, .. }) if *left == 1 => Resolution::Over { margin: gain },
            Resolution::Next(step) => Resolution::Next(step.map(|state| (state, left - 1))),
            Resolution::Over { margin } => Resolution::Over { margin },
            Resolution::Endless => Resolution::Endless,
        }
    }

    fn bound(&self, (state, _): &Self::State) -> i32 {
        self.0.bound(state)
    }
}
