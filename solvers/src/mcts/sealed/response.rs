//! Exploitability of strategies: best responses by backward induction.

use std::collections::HashMap;
use std::hash::Hash;

use super::node::{Outcome, Plans, outcome};
use crate::{JointGame, Player, Turn};

/// Mixed strategies of both sides in one state, in the order of [`Plans`].
#[derive(Clone, Debug, PartialEq)]
pub struct Strategies {
    /// The probabilities of the choices of the leader.
    pub first: Vec<f64>,
    /// The probabilities of the plans of the other side.
    pub second: Vec<f64>,
}

/// The values of best responses: margins of the side that leads in the first state.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BestResponses {
    /// The margin if the leader plays a best response: no less than the value.
    pub first: f64,
    /// The margin if the other side plays a best response: no more than the value.
    pub second: f64,
}

impl BestResponses {
    /// Returns the gain of both best responses together (also called NashConv): 0 in an equilibrium. The value of the
    /// game is within this distance of the guarantee of either strategy.
    pub fn exploitability(&self) -> f64 {
        self.first - self.second
    }
}

/// Returns the values of best responses to both sides' strategies. `strategies` returns those of a state; without them
/// all choices have equal probabilities.
///
/// The function visits every reachable state and recurs over rounds. The game must be small and always end, as
/// [`RoundLimited`](super::RoundLimited) does.
///
/// # Panics
/// Nothing can be sealed in a state: see [`Plans::new`].
pub fn best_responses<J: JointGame<State: Hash>>(
    game: &J,
    state: &J::State,
    strategies: &impl Fn(&J::State) -> Option<Strategies>,
) -> BestResponses {
    let mut responses = Responses {
        game,
        strategies,
        responses: HashMap::new(),
    };
    let (first, second) = responses.margins_of(state);
    BestResponses { first, second }
}

struct Responses<'a, J: JointGame, S> {
    game: &'a J,
    strategies: &'a S,
    responses: HashMap<J::State, (f64, f64)>,
}

impl<J, S> Responses<'_, J, S>
where
    J: JointGame<State: Hash>,
    S: Fn(&J::State) -> Option<Strategies>,
{
    /// Returns the margins of the leader in a state if the leader responds, and if the other side does.
    fn margins_of(&mut self, state: &J::State) -> (f64, f64) {
        if let Some(margin) = self.game.terminal(state) {
            return (margin.into(), margin.into());
        }
        if let Some(&known) = self.responses.get(state) {
            return known;
        }
        let plans = Plans::new(self.game, state);
        let values: Vec<(f64, f64)> = plans
            .rounds
            .iter()
            .map(|&(first, second)| {
                let resolution = self.game.resolve(state, first, second);
                let outcome = outcome(resolution);
                match &outcome {
                    Outcome::Known(margin) => (*margin, *margin),
                    Outcome::Next { state, turn, .. } => {
                        let (first, second) = self.margins_of(state);
                        // The side that responds continues to do so, whether it leads or follows.
                        let (first, second) = match turn {
                            Turn::Same => (first, second),
                            Turn::Other => (second, first),
                        };
                        (outcome.carry(first), outcome.carry(second))
                    }
                }
            })
            .collect();
        let Strategies { first, second } = (self.strategies)(state).unwrap_or_else(|| Strategies {
            first: vec![1.0 / plans.first.len() as f64; plans.first.len()],
            second: vec![1.0 / plans.second.len() as f64; plans.second.len()],
        });
        let of = |player: Player, row: usize, plan: usize| {
            let (by_first, by_second) = values[plans.round(row, plan)];
            match player {
                Player::Leader => by_first,
                Player::Follower => by_second,
            }
        };
        let best = (0..first.len())
            .map(|row| {
                let against = second.iter().enumerate();
                against.map(move |(plan, chance)| chance * of(Player::Leader, row, plan))
            })
            .map(Iterator::sum)
            .fold(f64::NEG_INFINITY, f64::max);
        let worst = (0..second.len())
            .map(|plan| {
                let against = first.iter().enumerate();
                against.map(move |(row, chance)| chance * of(Player::Follower, row, plan))
            })
            .map(Iterator::sum)
            .fold(f64::INFINITY, f64::min);
        self.responses.insert(*state, (best, worst));
        (best, worst)
    }
}
