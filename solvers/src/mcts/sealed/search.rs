//! The search with its tree.

use std::hash::Hash;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, MutexGuard, PoisonError};

use dashmap::{DashMap, Entry};
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use rustc_hash::FxBuildHasher;

use super::super::options::{Limits, PlayoutBudget, sum_on_threads};
use super::super::simulate::below;
use super::learner::Selection;
use super::node::{Node, Outcome, Statistics};
use super::response::Strategies;
use crate::{JointGame, Monitor, Resolution, Step, order};

/// The number of rounds after which a playout stops; the rest is then a draw.
const PLAYOUT_ROUNDS: u32 = 500;

/// The value that a state backs up to the state before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Backup {
    /// The result of the playout, as in plain Monte Carlo tree search; the value of a round is the mean.
    Sample,
    /// The current value of the average strategies there. Its cost per visit is the product of the numbers of choices,
    /// but early results of bad play lose their weight.
    Value,
}

/// The options of [`SealedSearch`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SealedOptions {
    /// The selection rule of both sides.
    pub selection: Selection,
    /// The value that is backed up.
    pub backup: Backup,
    /// The maximum memory for the tree, in bytes, by estimate. A full tree gets no new states, and the search
    /// continues.
    pub memory: usize,
    /// The seed of all random choices.
    pub seed: u64,
}

impl Default for SealedOptions {
    fn default() -> SealedOptions {
        SealedOptions {
            selection: Selection::RegretMatching {
                exploration: 0.2,
                plus: true,
            },
            backup: Backup::Value,
            memory: 256 << 20,
            seed: 0,
        }
    }
}

/// The result of a search of a sealed round. Margins are those of the leader.
#[derive(Clone, Debug, PartialEq)]
pub struct SealedReport<Choice> {
    /// The estimated value of the average strategies against each other.
    pub value: f64,
    /// The strategy of the leader: choices with probabilities, in the order of the game.
    pub leader: Vec<(Choice, f64)>,
    /// The strategy of the follower: sealed choices with probabilities.
    pub follower: Vec<(order::SealedChoice<Choice>, f64)>,
    /// The number of playouts of this search.
    pub playouts: u64,
    /// The number of states in the tree.
    pub states: usize,
}

/// Monte Carlo tree search for a joint game in the simultaneous order. It owns its tree.
///
/// A repetition within one playout has the value 0 from there on.
pub struct SealedSearch<J: JointGame<State: Hash>> {
    game: J,
    options: SealedOptions,
    nodes: DashMap<J::State, Arc<Node<J>>, FxBuildHasher>,
    bytes: AtomicUsize,
    searches: u64,
}

impl<J: JointGame> SealedSearch<J> {
    /// Creates a search without a tree.
    pub fn new(game: J, options: SealedOptions) -> SealedSearch<J> {
        SealedSearch {
            game,
            options,
            nodes: DashMap::default(),
            bytes: AtomicUsize::new(0),
            searches: 0,
        }
    }

    /// Searches a state on `threads` threads, on top of the results of earlier searches. `None` if the game is over. On
    /// one thread, equal searches give equal reports if time is not limited.
    ///
    /// # Panics
    /// Nothing can be sealed in the state, or in one that the search visits: see [`Plans::new`](super::Plans::new).
    pub fn search(
        &mut self,
        state: &J::State,
        limits: Limits,
        threads: usize,
        monitor: &dyn Monitor,
    ) -> Option<SealedReport<J::Choice>> {
        if self.game.terminal(state).is_some() {
            return None;
        }
        self.make_room(state);
        self.searches += 1;
        let allowance = PlayoutBudget::new(limits, monitor);
        let this = &*self;
        let work = |thread: u64| {
            let seed = (this.searches << 16 | thread).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            let mut random = SmallRng::seed_from_u64(this.options.seed ^ seed);
            let mut made = 0;
            let mut path = Vec::new();
            loop {
                let batch = allowance.next();
                if batch == 0 {
                    return made;
                }
                for _ in 0..batch {
                    this.visit(state, &mut path, threads > 1, &mut random);
                }
                made += batch;
                allowance.record_made(batch);
            }
        };
        let playouts = sum_on_threads(threads, work);
        Some(self.report(state, playouts))
    }

    /// Returns the average strategies in a state; none if it is not in the tree.
    pub fn strategies(&self, state: &J::State) -> Option<Strategies> {
        let node = self.nodes.get(state)?;
        let statistics = lock(&node);
        Some(Strategies {
            first: statistics.first.average(),
            second: statistics.second.average(),
        })
    }

    /// Clears a full tree, and ensures that the state to search is in it.
    fn make_room(&mut self, state: &J::State) {
        if self.bytes.load(Ordering::Relaxed) >= self.options.memory {
            self.nodes.clear();
            self.bytes.store(0, Ordering::Relaxed);
        }
        if !self.nodes.contains_key(state) {
            self.insert(state);
        }
    }

    fn insert(&self, state: &J::State) {
        let node = Arc::new(Node::new(&self.game, state));
        let bytes = node.bytes();
        // Another thread may have inserted the state first, and stored statistics there.
        if let Entry::Vacant(place) = self.nodes.entry(*state) {
            place.insert(node);
            self.bytes.fetch_add(bytes, Ordering::Relaxed);
        }
    }

    /// Returns the margin of the leader in a state that is not over. It comes from further down the tree, or from a
    /// playout if the state is new.
    fn visit(
        &self,
        state: &J::State,
        path: &mut Vec<J::State>,
        parallel: bool,
        random: &mut SmallRng,
    ) -> f64 {
        let node = self.nodes.get(state).map(|node| Arc::clone(&node));
        let Some(node) = node else {
            if self.bytes.load(Ordering::Relaxed) < self.options.memory {
                self.insert(state);
            }
            return f64::from(self.playout(state, random));
        };
        let selection = self.options.selection;
        let loss = if parallel { node.scale } else { 0.0 };
        let (first, second) = {
            let mut statistics = lock(&node);
            let first = statistics.first.choose(selection, node.scale, random);
            let second = statistics.second.choose(selection, node.scale, random);
            statistics.first.add_virtual_loss(selection, first.at, loss);
            statistics
                .second
                .add_virtual_loss(selection, second.at, loss);
            (first, second)
        };
        let round = node.plans.round(first.at, second.at);
        let outcome = &node.outcomes[round];
        let sample = match outcome {
            Outcome::Known(margin) => *margin,
            Outcome::Next { state: next, .. } => {
                path.push(*state);
                let rest = if path.contains(next) {
                    0.0
                } else {
                    self.visit(next, path, parallel, random)
                };
                path.pop();
                outcome.carry(rest)
            }
        };
        let mut statistics = lock(&node);
        let Statistics {
            first: of_first,
            second: of_second,
            values,
            played,
        } = &mut *statistics;
        played[round] = played[round].saturating_add(1);
        match self.options.backup {
            Backup::Sample => values[round] += (sample - values[round]) / f64::from(played[round]),
            Backup::Value => values[round] = sample,
        }
        of_first.remove_virtual_loss(selection, first.at, loss);
        of_second.remove_virtual_loss(selection, second.at, loss);
        let scale = node.scale;
        of_first.update(
            selection,
            first.at,
            sample,
            scale,
            second.explored,
            |other| values[node.plans.round(other, second.at)],
        );
        of_second.update(
            selection,
            second.at,
            -sample,
            scale,
            first.explored,
            |other| -values[node.plans.round(first.at, other)],
        );
        match self.options.backup {
            Backup::Sample => sample,
            Backup::Value => node.value(&statistics),
        }
    }

    /// Plays random rounds to the end; returns the margin of the leader.
    fn playout(&self, state: &J::State, random: &mut impl Rng) -> i32 {
        let (mut firsts, mut seconds) = (Vec::new(), Vec::new());
        let (mut state, mut sign, mut margin) = (*state, 1, 0);
        for _ in 0..PLAYOUT_ROUNDS {
            if let Some(rest) = self.game.terminal(&state) {
                return margin + sign * rest;
            }
            firsts.clear();
            self.game.leader_choices(&state, &mut firsts);
            let first = firsts[below(firsts.len(), random)];
            seconds.clear();
            self.game.follower_choices(&state, first, &mut seconds);
            let second = seconds[below(seconds.len(), random)];
            match self.game.resolve(&state, first, second) {
                Resolution::Next(Step {
                    state: next,
                    gain,
                    turn,
                }) => {
                    margin += sign * gain;
                    state = next;
                    sign = turn.convert(sign);
                }
                Resolution::Over { margin: last } => return margin + sign * last,
                Resolution::Endless => return margin,
            }
        }
        margin
    }

    fn report(&self, state: &J::State, playouts: u64) -> SealedReport<J::Choice> {
        let node = Arc::clone(&self.nodes.get(state).expect("it was put there"));
        let statistics = lock(&node);
        let chances = statistics.first.average();
        let plans = statistics.second.average();
        SealedReport {
            value: node.value(&statistics),
            leader: node.plans.first.iter().copied().zip(chances).collect(),
            follower: node.plans.second.iter().copied().zip(plans).collect(),
            playouts,
            states: self.nodes.len(),
        }
    }
}

/// Locks the statistics. A thread that panicked leaves them consistent, because they only ever grow.
fn lock<J: JointGame>(node: &Node<J>) -> MutexGuard<'_, Statistics> {
    node.statistics
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A game without choices, in which nothing happens.
    struct Nothing;

    impl JointGame for Nothing {
        type State = u8;
        type Choice = u8;

        fn terminal(&self, _: &u8) -> Option<i32> {
            None
        }

        fn leader_choices(&self, _: &u8, choices: &mut Vec<u8>) {
            choices.push(0);
        }

        fn follower_choices(&self, _: &u8, _: u8, choices: &mut Vec<u8>) {
            choices.push(0);
        }

        fn resolve(&self, _: &u8, _: u8, _: u8) -> Resolution<u8> {
            Resolution::Over { margin: 0 }
        }

        fn bound(&self, _: &u8) -> i32 {
            0
        }
    }

    /// Two threads may meet at a new state.
    #[test]
    fn a_state_is_inserted_once() {
        let search = SealedSearch::new(Nothing, SealedOptions::default());
        search.insert(&7);
        let first = Arc::clone(&search.nodes.get(&7).unwrap());
        let bytes = search.bytes.load(Ordering::Relaxed);
        search.insert(&7);
        assert!(Arc::ptr_eq(&first, &search.nodes.get(&7).unwrap()));
        assert_eq!(search.bytes.load(Ordering::Relaxed), bytes);
    }
}
