//! The statistics of one side in one state.

use rand::{Rng, RngExt};

/// The selection rule of both sides. Constants are shares of the bound on the margin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Selection {
    /// Decoupled UCT: each side takes its choice with the greatest upper confidence bound, independent of the other. It
    /// is simple and strong, but does not converge to an equilibrium in general.
    DecoupledUct {
        /// The constant of UCB1.
        exploration: f64,
    },
    /// Regret matching (Hart and Mas-Colell 2000): the probability of a choice is proportional to the regret of not
    /// having made it.
    RegretMatching {
        /// The probability of a uniformly random choice instead.
        exploration: f64,
        /// Whether it is regret matching⁺ (Tammelin 2014): regrets do not fall below zero, and later strategies weigh
        /// more in the average.
        plus: bool,
    },
    /// Exp3 (Auer et al. 2002): probabilities grow with the exponential of the rewards of a choice.
    Exp3 {
        /// The probability of a uniformly random choice instead.
        exploration: f64,
    },
}

/// A choice, by its index in the list.
#[derive(Clone, Copy)]
pub(super) struct ChosenPlace {
    pub(super) at: usize,
    /// Whether the choice was random, not by the strategy.
    pub(super) explored: bool,
}

/// The statistics of one side. Rewards are those of this side.
pub(super) struct Learner {
    /// The sums of rewards, or regrets, or estimated sums of rewards.
    score: Vec<f64>,
    visits: Vec<f64>,
    average: Vec<f64>,
    /// The current strategy, without uniformly random choices.
    strategy: Vec<f64>,
}

impl Learner {
    pub(super) fn new(choices: usize) -> Learner {
        Learner {
            score: vec![0.0; choices],
            visits: vec![0.0; choices],
            average: vec![0.0; choices],
            strategy: vec![1.0 / choices as f64; choices],
        }
    }

    /// Selects a choice; `scale` is the greatest possible reward.
    pub(super) fn choose(
        &mut self,
        selection: Selection,
        scale: f64,
        random: &mut impl Rng,
    ) -> ChosenPlace {
        let count = self.score.len();
        match selection {
            Selection::DecoupledUct { exploration } => {
                let total: f64 = self.visits.iter().sum();
                let width = exploration * scale * total.max(1.0).ln().sqrt();
                // Ties are broken at random: in a fixed order, both sides would move in lockstep.
                let from = random.random_range(0..count);
                let bound = |at: usize| match self.visits[at] {
                    0.0 => f64::INFINITY,
                    visits => self.score[at] / visits + width / visits.sqrt(),
                };
                let mut best = from;
                for step in 1..count {
                    let at = (from + step) % count;
                    if bound(at) > bound(best) {
                        best = at;
                    }
                }
                ChosenPlace {
                    at: best,
                    explored: false,
                }
            }
            Selection::RegretMatching { exploration, .. } => {
                let sum: f64 = self.score.iter().map(|regret| regret.max(0.0)).sum();
                for (chance, regret) in self.strategy.iter_mut().zip(&self.score) {
                    *chance = if sum > 0.0 {
                        regret.max(0.0) / sum
                    } else {
                        1.0 / count as f64
                    };
                }
                self.draw(exploration, random)
            }
            Selection::Exp3 { exploration } => {
                let rate = exploration / count as f64;
                let most = self.score.iter().fold(f64::NEG_INFINITY, |a, &b| a.max(b));
                let weight = |score: &f64| (rate * (score - most)).exp();
                let sum: f64 = self.score.iter().map(weight).sum();
                for (chance, score) in self.strategy.iter_mut().zip(&self.score) {
                    *chance = weight(score) / sum;
                }
                self.draw(exploration, random)
            }
        }
    }

    fn draw(&self, exploration: f64, random: &mut impl Rng) -> ChosenPlace {
        let count = self.strategy.len();
        let explored = random.random_bool(exploration.clamp(0.0, 1.0));
        let at = if explored {
            random.random_range(0..count)
        } else {
            let mut left: f64 = random.random();
            let drawn = self.strategy.iter().position(|chance| {
                left -= chance;
                left < 0.0
            });
            // Rounding error: take the last choice with positive probability.
            let last = || self.strategy.iter().rposition(|&chance| chance > 0.0);
            drawn.or_else(last).unwrap_or(count - 1)
        };
        ChosenPlace { at, explored }
    }

    /// Counts a visit in progress as lost.
    pub(super) fn add_virtual_loss(&mut self, selection: Selection, chosen: usize, loss: f64) {
        if let Selection::DecoupledUct { .. } = selection {
            self.visits[chosen] += 1.0;
            self.score[chosen] -= loss;
        }
    }

    /// Reverses [`add_virtual_loss`](Learner::add_virtual_loss).
    pub(super) fn remove_virtual_loss(&mut self, selection: Selection, chosen: usize, loss: f64) {
        if let Selection::DecoupledUct { .. } = selection {
            self.visits[chosen] -= 1.0;
            self.score[chosen] += loss;
        }
    }

    /// Updates the statistics: `chosen` had `reward`, and `instead` gives the reward of each choice.
    ///
    /// Regrets are measured against the other side's strategy. If that side chose at random (`astray`), only the visit
    /// counts; otherwise the strategies would be optimal against a blundering opponent. For the same reason the
    /// reference is the reward of the own strategy, not of the choice made.
    pub(super) fn update(
        &mut self,
        selection: Selection,
        chosen: usize,
        reward: f64,
        scale: f64,
        astray: bool,
        instead: impl Fn(usize) -> f64,
    ) {
        self.visits[chosen] += 1.0;
        match selection {
            Selection::DecoupledUct { .. } => {
                self.score[chosen] += reward;
                self.average[chosen] += 1.0;
            }
            Selection::RegretMatching { .. } if astray => {}
            Selection::RegretMatching { plus, .. } => {
                let own = self.strategy.iter().enumerate();
                let own: f64 = own.map(|(at, chance)| chance * instead(at)).sum();
                for (at, regret) in self.score.iter_mut().enumerate() {
                    *regret += instead(at) - own;
                    if plus {
                        *regret = regret.max(0.0);
                    }
                }
                let weight = if plus { self.visits.iter().sum() } else { 1.0 };
                for (sum, chance) in self.average.iter_mut().zip(&self.strategy) {
                    *sum += weight * chance;
                }
            }
            Selection::Exp3 { exploration } => {
                let count = self.strategy.len() as f64;
                let chance = (1.0 - exploration) * self.strategy[chosen] + exploration / count;
                // Rewards between 0 and 1.
                let reward = (reward / scale + 1.0) / 2.0;
                self.score[chosen] += reward / chance;
                for (sum, chance) in self.average.iter_mut().zip(&self.strategy) {
                    *sum += chance;
                }
            }
        }
    }

    /// Returns the average strategy so far; uniform before the first visit.
    pub(super) fn average(&self) -> Vec<f64> {
        let sum: f64 = self.average.iter().sum();
        let count = self.average.len() as f64;
        let chance = |&weight: &f64| if sum > 0.0 { weight / sum } else { 1.0 / count };
        self.average.iter().map(chance).collect()
    }
}
