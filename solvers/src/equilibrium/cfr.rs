//! Counterfactual regret minimization over simultaneous rounds.

use rustc_hash::FxHashMap;

use super::node::Node;
use super::solver::{MixedChoice, RoundSolution};
use super::{EquilibriumError, Horizon};
use crate::order::{Choices, SealedChoice};
use crate::{JointProblem, Turn};

/// CFR⁺ over all simultaneous rounds up to a horizon (M. Zinkevich et al., *Regret minimization in games with
/// incomplete information*, 2007; O. Tammelin, *Solving large imperfect information games using CFR⁺*, 2014). Both
/// sides learn in every iteration, and later strategies weigh more in the average.
///
/// A state at the horizon has the value of the problem's oracle, or else 0, as for [`Solver`](super::Solver). Equal
/// states on different paths are one state, if the same side leads there.
pub struct Cfr<C> {
    /// The rounds. The first one is solved; the successors of a state come after it.
    rounds: Vec<Round<C>>,
    iterations: u64,
}

/// A state with its statistics.
struct Round<C> {
    choices: Choices<C>,
    sealed: Vec<SealedChoice<C>>,
    /// The outcomes by first choice, then by sealed choice.
    outcomes: Vec<Outcome>,
    leader: Learner,
    follower: Learner,
    /// The margin of the leader under the current strategies.
    value: f64,
}

/// The outcome of a joint move: the gain of the leader, and the state after it.
struct Outcome {
    gain: f64,
    next: Option<(usize, Turn)>,
}

/// The statistics of one side in a state.
struct Learner {
    regrets: Vec<f64>,
    strategy: Vec<f64>,
    /// The weighted sums of the strategies.
    sums: Vec<f64>,
    /// The probability that this side plays to the state.
    reach: f64,
}

impl Learner {
    fn new(choices: usize) -> Learner {
        Learner {
            regrets: vec![0.0; choices],
            strategy: uniform_strategy(choices),
            sums: vec![0.0; choices],
            reach: 0.0,
        }
    }

    /// Computes the next strategy, and adds it to the average.
    fn begin(&mut self, weight: f64) {
        if let Some(matched) = normalize(&self.regrets) {
            self.strategy = matched;
        }
        for (sum, chance) in self.sums.iter_mut().zip(&self.strategy) {
            *sum += weight * self.reach * chance;
        }
    }

    /// Updates the regrets by the margin of each choice instead of `value`. `reach` is the probability that the other
    /// side plays to the state.
    fn update_regrets(&mut self, worth: &[f64], value: f64, reach: f64) {
        for (regret, worth) in self.regrets.iter_mut().zip(worth) {
            *regret = (*regret + reach * (worth - value)).max(0.0);
        }
    }

    fn average(&self) -> Vec<f64> {
        normalize(&self.sums).unwrap_or_else(|| uniform_strategy(self.sums.len()))
    }
}

fn uniform_strategy(choices: usize) -> Vec<f64> {
    vec![1.0 / choices as f64; choices]
}

/// Returns weights in these proportions that sum to 1; `None` if all are zero.
fn normalize(weights: &[f64]) -> Option<Vec<f64>> {
    let sum: f64 = weights.iter().sum();
    (sum > 0.0).then(|| weights.iter().map(|weight| weight / sum).collect())
}

impl<C: Copy + PartialEq> Cfr<C> {
    /// Creates a search of a state and the rounds after it, before any iteration: all choices have equal probabilities.
    ///
    /// # Errors
    /// A reachable state has no choices that can be sealed.
    pub fn new<J>(game: &J, state: &J::State, rounds: u8) -> Result<Cfr<C>, EquilibriumError>
    where
        J: JointProblem<Choice = C>,
    {
        let mut places: FxHashMap<(J::State, bool), usize> = FxHashMap::default();
        let mut layer = Vec::new();
        if rounds > 0 && game.terminal(state).is_none() {
            layer.push((*state, true));
        }
        let mut all: Vec<Round<C>> = Vec::new();
        for left in (1..=rounds).rev() {
            let mut next_layer = Vec::new();
            places.clear();
            let after = all.len() + layer.len();
            for (state, leads) in layer {
                let mut place_of = |(state, turn): (J::State, Turn)| {
                    let key = (state, leads == (turn == Turn::Same));
                    let place = *places.entry(key).or_insert_with(|| {
                        next_layer.push(key);
                        after + next_layer.len() - 1
                    });
                    (place, turn)
                };
                all.push(Round::new(game, &state, left, &mut place_of)?);
            }
            layer = next_layer;
        }
        Ok(Cfr {
            rounds: all,
            iterations: 0,
        })
    }

    /// Makes this number of further iterations.
    pub fn iterate(&mut self, iterations: u64) {
        for _ in 0..iterations {
            self.iterations += 1;
            self.compute_reach();
            self.compute_values();
        }
    }

    /// Computes the current strategies, and the probability that each side plays to each state.
    fn compute_reach(&mut self) {
        for (place, round) in self.rounds.iter_mut().enumerate() {
            let reach = if place == 0 { 1.0 } else { 0.0 };
            (round.leader.reach, round.follower.reach) = (reach, reach);
        }
        let weight = self.iterations as f64;
        for place in 0..self.rounds.len() {
            let (before, after) = self.rounds.split_at_mut(place + 1);
            let round = &mut before[place];
            round.leader.begin(weight);
            round.follower.begin(weight);
            for (outcome, at) in round.outcomes.iter().zip(0..) {
                let Some((next, turn)) = outcome.next else {
                    continue;
                };
                let (first, second) = (at / round.sealed.len(), at % round.sealed.len());
                let leader = round.leader.reach * round.leader.strategy[first];
                let follower = round.follower.reach * round.follower.strategy[second];
                let next = &mut after[next - place - 1];
                let (leads, follows) = match turn {
                    Turn::Same => (leader, follower),
                    Turn::Other => (follower, leader),
                };
                next.leader.reach += leads;
                next.follower.reach += follows;
            }
        }
    }

    /// Computes the values of the current strategies, and the regrets of each choice.
    fn compute_values(&mut self) {
        for place in (0..self.rounds.len()).rev() {
            let (before, after) = self.rounds.split_at_mut(place + 1);
            let Round {
                outcomes,
                sealed,
                leader,
                follower,
                value,
                ..
            } = &mut before[place];
            let mut of_leader = vec![0.0; leader.strategy.len()];
            let mut of_follower = vec![0.0; sealed.len()];
            for (outcome, at) in outcomes.iter().zip(0..) {
                let (first, second) = (at / sealed.len(), at % sealed.len());
                let rest = outcome.next.map_or(0.0, |(next, turn)| {
                    turn.convert(after[next - place - 1].value)
                });
                let worth = outcome.gain + rest;
                of_leader[first] += follower.strategy[second] * worth;
                of_follower[second] -= leader.strategy[first] * worth;
            }
            let chances = leader.strategy.iter().zip(&of_leader);
            *value = chances.map(|(chance, worth)| chance * worth).sum();
            leader.update_regrets(&of_leader, *value, follower.reach);
            follower.update_regrets(&of_follower, -*value, leader.reach);
        }
    }

    /// Returns the average strategies of the first round, and the value of the last current strategies. There are no
    /// choices if the game is over or no round is left.
    pub fn solved(&self) -> RoundSolution<C> {
        let Some(round) = self.rounds.first() else {
            return RoundSolution::without_round(0.0);
        };
        let likely = |&(_, probability): &(usize, f64)| probability > 0.0;
        let chances = |learner: &Learner| learner.average().into_iter().enumerate();
        let leader = chances(&round.leader).filter(likely);
        let follower = chances(&round.follower).filter(likely);
        RoundSolution {
            value: round.value,
            leader: leader
                .map(|(place, probability)| MixedChoice {
                    probability,
                    ..MixedChoice::always(None, round.choices.first_choices()[place])
                })
                .collect(),
            follower: follower
                .map(|(place, probability)| MixedChoice {
                    probability,
                    otherwise: round.sealed[place].otherwise,
                    ..MixedChoice::always(None, round.sealed[place].choice)
                })
                .collect(),
        }
    }
}

impl<C: Copy + PartialEq> Round<C> {
    fn new<J: JointProblem<Choice = C>>(
        game: &J,
        state: &J::State,
        left: u8,
        place_of: &mut impl FnMut((J::State, Turn)) -> (usize, Turn),
    ) -> Result<Round<C>, EquilibriumError> {
        let node = Node::new(game, state, Horizon::Rounds(left));
        let sealed = node.choices.sealed();
        if sealed.is_empty() {
            return Err(EquilibriumError::NothingToSeal);
        }
        let firsts = node.choices.first_choices().len();
        let joint = (0..firsts).flat_map(|first| sealed.iter().map(move |&one| (first, one)));
        let outcomes = joint.map(|(first, one)| {
            let cell = &node.cells[node.cell_index(first, node.choices.unsealed(first, one))];
            Outcome {
                gain: cell.gain.into(),
                next: cell.next.map(&mut *place_of),
            }
        });
        let outcomes = outcomes.collect();
        Ok(Round {
            leader: Learner::new(firsts),
            follower: Learner::new(sealed.len()),
            choices: node.choices,
            sealed,
            outcomes,
            value: 0.0,
        })
    }
}
