//! The moves of a node, with what the table and the rules say of where they lead.

use super::bounds::Bounds;
use super::lookups::LookUps;
use super::searchable::{Code, Searchable};
use super::table::SearchTable;
use crate::{Step, Turn};

/// A move that is still to be searched.
#[derive(Clone, Copy)]
pub(super) struct Candidate<S> {
    pub(super) state: S,
    pub(super) code: Code,
    gain: i32,
    turn: Turn,
    /// The number of the move in the list of moves.
    pub(super) number: u8,
    promise: i32,
    /// The margin of the state after it, where the game is over.
    margin: Option<i32>,
}

impl<S> Candidate<S> {
    /// Not a part of the candidate, which is longer with it: Kalah(6,4) then took 15 s instead of 12.
    #[inline]
    pub(super) fn step(&self) -> Step<()> {
        Step {
            state: (),
            gain: self.gain,
            turn: self.turn,
        }
    }
}

/// A node with its moves looked up.
pub(super) enum Sifted {
    /// This move, by number, already decides it, with this margin.
    Cut(i32, u8),
    /// The moves that are not listed give no more than this.
    Open(i32),
}

/// The moves of all nodes from the root to here, one node after the other.
pub(super) struct Candidates<'a, G: Searchable, T> {
    game: &'a G,
    table: &'a T,
    all: Vec<Candidate<G::State>>,
    moves: Vec<G::Move>,
    pub(super) lookups: LookUps,
}

impl<'a, G: Searchable, T> Candidates<'a, G, T> {
    pub(super) fn new(game: &'a G, table: &'a T) -> Self {
        Candidates {
            game,
            table,
            all: Vec::new(),
            moves: Vec::new(),
            lookups: LookUps::default(),
        }
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    #[inline]
    pub(super) fn get(&self, index: usize) -> &Candidate<G::State> {
        &self.all[index]
    }

    /// Forgets the moves of the last node, the first of which has this index.
    #[inline]
    pub(super) fn truncate(&mut self, base: usize) {
        self.all.truncate(base);
    }
}

impl<G: Searchable, T: SearchTable> Candidates<'_, G, T> {
    /// Lists all moves of a state, and begins to bring nearer what will be looked up of them.
    pub(super) fn list(&mut self, state: &G::State, best_known: Option<u8>) {
        let (game, table) = (self.game, self.table);
        let first = best_known.or_else(|| {
            let data = table.get(game.related(state)?)?;
            Bounds::unpack(data, 0).best
        });
        let base = self.all.len();
        self.moves.clear();
        game.moves(state, &mut self.moves);
        for (number, &chosen) in self.moves.iter().enumerate() {
            let number = number.min(u8::MAX.into()) as u8;
            let step = game.play(state, chosen);
            let (after, gain, turn) = (step.state, step.gain, step.turn);
            // What is decided at once is never entered: its code and its place do not matter.
            let (mut code, mut promise) = (Code { bits: 0, tag: 0 }, 0);
            let margin = game.terminal(&after);
            if margin.is_none() {
                code = game.code(&after);
                promise = if first == Some(number) {
                    i32::MAX
                } else {
                    game.promise(chosen, &after, gain, turn)
                };
            }
            self.all.push(Candidate {
                state: after,
                code,
                gain,
                turn,
                number,
                promise,
                margin,
            });
        }
        // All together: a processor works out the places of several pages at a time, but does not get
        // far beyond the first that it has to wait for.
        for candidate in &self.all[base..] {
            let Candidate { state, code, .. } = candidate;
            if candidate.margin.is_none() && !game.touch(state, *code) && !game.quick(state) {
                table.touch(*code);
            }
        }
    }

    /// Keeps the moves of the last node that are still open: those that are decided by the rules or
    /// by the table are not searched (enhanced transposition cutoffs; A. Plaat, J. Schaeffer,
    /// W. Pijls and A. de Bruin, *Exploiting graph properties of game trees*, 1996). Ordered, the best
    /// first.
    pub(super) fn sift(&mut self, base: usize, beta: i32) -> Sifted {
        let (game, table) = (self.game, self.table);
        let mut best = i32::MIN;
        let mut open = base;
        for index in base..self.all.len() {
            let candidate = self.all[index];
            let Candidate {
                state: ref after,
                code,
                number,
                margin,
                ..
            } = candidate;
            let bounds = match margin.or_else(|| game.known(after, code)) {
                Some(margin) => Bounds {
                    lower: margin,
                    upper: margin,
                    best: None,
                },
                None => {
                    let bound = game.bound(after);
                    let data = if game.quick(after) {
                        None
                    } else {
                        let found = table.get(code);
                        self.lookups.count(found.is_some());
                        found
                    };
                    data.map_or(Bounds::within(bound), |data| Bounds::unpack(data, bound))
                }
            };
            let step = candidate.step();
            let (lower, upper) = (bounds.lower, bounds.upper);
            let ends = (step.worth(lower), step.worth(upper));
            let (low, high) = match step.turn {
                Turn::Same => ends,
                Turn::Other => (ends.1, ends.0),
            };
            if low >= beta {
                return Sifted::Cut(low, number);
            }
            if high < beta {
                best = best.max(high);
                continue;
            }
            self.all[open] = candidate;
            open += 1;
        }
        self.all.truncate(open);
        // Stable, so that equal ones are taken in the order of the list.
        self.all[base..].sort_by_key(|candidate| -candidate.promise);
        Sifted::Open(best)
    }
}
