//! A state of the tree, with the rounds that can follow.

use std::sync::Mutex;

use super::learner::Learner;
use super::plans::Plans;
use crate::{JointGame, Resolution, Step, Turn};

/// What a round leads to.
pub(super) enum Outcome<State> {
    /// The margin of the leader, with certainty.
    Known(f64),
    /// Another state.
    Next { state: State, gain: f64, turn: Turn },
}

impl<State> Outcome<State> {
    /// The margin of the leader here, from that of the leader in the next state.
    pub(super) fn carry(&self, next: f64) -> f64 {
        match *self {
            Outcome::Known(margin) => margin,
            Outcome::Next { gain, turn, .. } => gain + turn.seen(next),
        }
    }
}

/// What is learned in a state. Margins are those of the leader there.
pub(super) struct Statistics {
    pub(super) first: Learner,
    pub(super) second: Learner,
    /// What each round is worth by what is known so far.
    pub(super) worth: Vec<f64>,
    /// How often each round was played.
    pub(super) played: Vec<u32>,
}

/// A state in the tree.
pub(super) struct Node<J: JointGame> {
    pub(super) plans: Plans<J::Choice>,
    pub(super) outcomes: Vec<Outcome<J::State>>,
    /// A bound on the margin.
    pub(super) scale: f64,
    /// Held for a choice or an update, never for a playout.
    pub(super) statistics: Mutex<Statistics>,
}

impl<J: JointGame> Node<J> {
    pub(super) fn new(game: &J, state: &J::State) -> Node<J> {
        let plans = Plans::new(game, state);
        let outcomes: Vec<_> = plans
            .rounds
            .iter()
            .map(|&(first, second)| outcome(game.resolve(state, first, second)))
            .collect();
        let statistics = Statistics {
            first: Learner::new(plans.first.len()),
            second: Learner::new(plans.second.len()),
            // Nobody knows what comes next: as if nothing.
            worth: outcomes.iter().map(|outcome| outcome.carry(0.0)).collect(),
            played: vec![0; outcomes.len()],
        };
        Node {
            plans,
            outcomes,
            scale: f64::from(game.bound(state).max(1)),
            statistics: Mutex::new(statistics),
        }
    }

    /// About how much memory it takes, in bytes.
    pub(super) fn bytes(&self) -> usize {
        let (first, second) = (self.plans.first.len(), self.plans.second.len());
        size_of::<Node<J>>()
            + self.outcomes.len() * (size_of::<Outcome<J::State>>() + 12 + 2 * size_of::<J::Choice>())
            + (first + second) * (4 * size_of::<f64>() + 2 * size_of::<J::Choice>())
            + first * second * size_of::<u32>()
            // The map's entry and the counts of the shared pointer.
            + 2 * size_of::<J::State>()
            + 32
    }

    /// What the average strategies come to against each other by what the rounds are worth.
    pub(super) fn value(&self, statistics: &Statistics) -> f64 {
        let (first, second) = (statistics.first.average(), statistics.second.average());
        let row = |(at, chance): (usize, &f64)| -> f64 {
            let worth = |(plan, chance): (usize, &f64)| {
                chance * statistics.worth[self.plans.round(at, plan)]
            };
            chance * second.iter().enumerate().map(worth).sum::<f64>()
        };
        first.iter().enumerate().map(row).sum()
    }
}

/// What a round leads to. An endless round counts for nobody.
pub(super) fn outcome<State>(resolution: Resolution<State>) -> Outcome<State> {
    match resolution {
        Resolution::Over { margin } => Outcome::Known(margin.into()),
        Resolution::Endless => Outcome::Known(0.0),
        Resolution::Next(Step { state, gain, turn }) => Outcome::Next {
            state,
            gain: gain.into(),
            turn,
        },
    }
}
