//! The moves of a node, with the results of the table and the rules for the states they lead to.

use super::entry::Entry;
use super::probe_counts::ProbeCounts;
use super::table::SearchTable;
use crate::{Interval, Key, SequentialProblem, Step, Turn};

/// A move that is still to be searched.
#[derive(Clone, Copy)]
pub(super) struct Candidate<S> {
    pub(super) state: S,
    pub(super) key: Key,
    gain: i32,
    turn: Turn,
    /// The number of the move in the list of moves.
    pub(super) number: u8,
    order: i32,
    /// The margin of the state after it, where the game is over.
    margin: Option<i32>,
}

impl<S> Candidate<S> {
    /// Returns the step of the move. It is not a field, because a larger candidate makes searches slower.
    #[inline]
    pub(super) fn step(&self) -> Step<()> {
        Step {
            state: (),
            gain: self.gain,
            turn: self.turn,
        }
    }
}

/// The result of probing the moves of a node.
pub(super) enum SiftResult {
    /// The move with this number decides the node, with this margin.
    Cut(i32, u8),
    /// The moves that are not listed give no more than this.
    Open(i32),
}

/// The moves of all nodes from the root to the current one, one node after the other.
pub(super) struct Candidates<'a, P: SequentialProblem, T> {
    game: &'a P,
    table: &'a T,
    all: Vec<Candidate<P::State>>,
    moves: Vec<P::Move>,
    pub(super) probe_counts: ProbeCounts,
}

impl<'a, P: SequentialProblem, T> Candidates<'a, P, T> {
    pub(super) fn new(game: &'a P, table: &'a T) -> Self {
        Candidates {
            game,
            table,
            all: Vec::new(),
            moves: Vec::new(),
            probe_counts: ProbeCounts::default(),
        }
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    #[inline]
    pub(super) fn get(&self, index: usize) -> &Candidate<P::State> {
        &self.all[index]
    }

    /// Removes the moves of the last node, the first of which has this index.
    #[inline]
    pub(super) fn truncate(&mut self, base: usize) {
        self.all.truncate(base);
    }
}

impl<P: SequentialProblem, T: SearchTable> Candidates<'_, P, T> {
    /// Lists all moves of a state, and prefetches their entries.
    #[inline]
    pub(super) fn list(&mut self, state: &P::State, best_known: Option<u8>) {
        let (game, table) = (self.game, self.table);
        let first = best_known.or_else(|| {
            let data = table.get(game.related(state)?)?;
            Entry::unpack(data, 0).best
        });
        let base = self.all.len();
        self.moves.clear();
        game.moves(state, &mut self.moves);
        for (number, &chosen) in self.moves.iter().enumerate() {
            let number = number.min(u8::MAX.into()) as u8;
            let step = game.play(state, chosen);
            let Step {
                state: after,
                gain,
                turn,
            } = step;
            // A decided state is never entered, so that its key and its order do not matter.
            let (mut key, mut order) = (Key { bits: 0, tag: 0 }, 0);
            let margin = game.terminal(&after);
            if margin.is_none() {
                key = game.key(&after);
                order = if first == Some(number) {
                    i32::MAX
                } else {
                    game.order(chosen, &step)
                };
            }
            self.all.push(Candidate {
                state: after,
                key,
                gain,
                turn,
                number,
                order,
                margin,
            });
        }
        // All are prefetched together: a processor translates the addresses of several pages at a time, but stalls soon
        // after the first load that waits.
        for candidate in &self.all[base..] {
            let Candidate { state, key, .. } = candidate;
            if candidate.margin.is_none() && !game.prefetch(state, *key) && !game.cheap(state) {
                table.prefetch(*key);
            }
        }
    }

    /// Retains the moves of the last node that neither the rules nor the table decide, and sorts them, the best first
    /// (enhanced transposition cutoffs; A. Plaat, J. Schaeffer, W. Pijls and A. de Bruin, *Exploiting graph properties
    /// of game trees*, 1996).
    #[inline]
    pub(super) fn filter_moves(&mut self, base: usize, beta: i32) -> SiftResult {
        let (game, table) = (self.game, self.table);
        let mut best = i32::MIN;
        let mut open = base;
        for index in base..self.all.len() {
            let candidate = self.all[index];
            let Candidate {
                state: ref after,
                key,
                number,
                margin,
                ..
            } = candidate;
            let known = match margin.or_else(|| game.oracle_margin_by_key(after, key)) {
                Some(margin) => Interval::exact(margin),
                None => {
                    let bound = game.bound(after);
                    let data = if game.cheap(after) {
                        None
                    } else {
                        let found = table.get(key);
                        self.probe_counts.count(found.is_some());
                        found
                    };
                    data.map_or(Interval::within(bound), |data| {
                        Entry::unpack(data, bound).interval
                    })
                }
            };
            let step = candidate.step();
            let Interval { low, high } = step.turn.interval(step.gain, known);
            if low >= beta {
                return SiftResult::Cut(low, number);
            }
            if high < beta {
                best = best.max(high);
                continue;
            }
            self.all[open] = candidate;
            open += 1;
        }
        self.all.truncate(open);
        // The sort is stable, so that equal ones stay in the order of the list.
        self.all[base..].sort_by_key(|candidate| -candidate.order);
        SiftResult::Open(best)
    }
}
