//! A state of the tree, with the rounds that can follow.

use std::sync::Mutex;

use super::learner::Learner;
use crate::order::{Choices, SealedChoice};
use crate::{JointGame, Resolution, Step, Turn};

/// The result of a round.
pub(super) enum Outcome<State> {
    /// The margin of the leader, with certainty.
    Known(f64),
    /// Another state.
    Next { state: State, gain: f64, turn: Turn },
}

impl<State> Outcome<State> {
    /// Returns the margin of the leader here, from that of the leader in the next state.
    pub(super) fn carry(&self, next: f64) -> f64 {
        match *self {
            Outcome::Known(margin) => margin,
            Outcome::Next { gain, turn, .. } => gain + turn.convert(next),
        }
    }
}

/// The statistics of a state. Margins are those of the leader there.
pub(super) struct Statistics {
    pub(super) first: Learner,
    pub(super) second: Learner,
    /// The estimated value of each round.
    pub(super) values: Vec<f64>,
    /// The number of times that each round was played.
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
            // The unknown rest counts as 0.
            values: outcomes.iter().map(|outcome| outcome.carry(0.0)).collect(),
            played: vec![0; outcomes.len()],
        };
        Node {
            plans,
            outcomes,
            scale: f64::from(game.bound(state).max(1)),
            statistics: Mutex::new(statistics),
        }
    }

    /// Returns the approximate memory of the node, in bytes.
    pub(super) fn bytes(&self) -> usize {
        let (first, second) = (self.plans.first.len(), self.plans.second.len());
        size_of::<Node<J>>()
            + self.outcomes.len() * (size_of::<Outcome<J::State>>() + 12 + 2 * size_of::<J::Choice>())
            + (first + second) * (4 * size_of::<f64>() + 2 * size_of::<J::Choice>())
            + first * second * size_of::<u32>()
            // The entry of the map and the counts of the shared pointer.
            + 2 * size_of::<J::State>()
            + 32
    }

    /// Returns the value of the average strategies against each other, from the values of the rounds.
    pub(super) fn value(&self, statistics: &Statistics) -> f64 {
        let (first, second) = (statistics.first.average(), statistics.second.average());
        let row = |(at, chance): (usize, &f64)| -> f64 {
            let values = |(plan, chance): (usize, &f64)| {
                chance * statistics.values[self.plans.round(at, plan)]
            };
            chance * second.iter().enumerate().map(values).sum::<f64>()
        };
        first.iter().enumerate().map(row).sum()
    }
}

/// Returns the result of a round. A non-terminating round is a draw.
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

/// The choices that both sides can seal in a state, and the resulting rounds.
#[derive(Clone, Debug)]
pub struct Plans<Choice> {
    /// The choices of the leader.
    pub first: Vec<Choice>,
    /// The plans of the follower: [`Choices::sealed`].
    pub second: Vec<SealedChoice<Choice>>,
    /// The different rounds: both choices as they are made in the end.
    pub rounds: Vec<(Choice, Choice)>,
    /// The number of the round, for each first choice and each plan.
    round: Vec<u32>,
}

impl<Choice: Copy + Eq> Plans<Choice> {
    /// Returns the plans of a state that is not over.
    ///
    /// # Panics
    /// Nothing can be sealed: the game has no wish with a fallback for every choice of the leader.
    pub fn new<J: JointGame<Choice = Choice>>(game: &J, state: &J::State) -> Plans<Choice> {
        let choices = Choices::of(game, state);
        let second = choices.sealed();
        assert!(!second.is_empty(), "nothing can be sealed in {state:?}");
        let (firsts, seconds) = (choices.first_choices(), choices.second_choices());
        let mut rounds = Vec::new();
        let mut round = Vec::with_capacity(firsts.len() * second.len());
        for (row, &first) in firsts.iter().enumerate() {
            let legal = (0..seconds.len()).filter(|&column| choices.legal(row, column));
            let begin = rounds.len();
            let legal: Vec<usize> = legal.collect();
            rounds.extend(legal.iter().map(|&column| (first, seconds[column])));
            round.extend(second.iter().map(|&sealed| {
                let made = choices.unsealed(row, sealed);
                let place = legal.binary_search(&made).expect("what is made is legal");
                (begin + place) as u32
            }));
        }
        Plans {
            first: firsts.to_vec(),
            second,
            rounds,
            round,
        }
    }

    /// Returns the index (in `rounds`) of the round that results from two sealed choices, given by their indices.
    #[inline]
    pub fn round(&self, first: usize, second: usize) -> usize {
        self.round[first * self.second.len() + second] as usize
    }
}
