//! One thread of a null-window search.

use std::sync::atomic::AtomicBool;

use super::bounds::Bounds;
use super::busy::Busy;
use super::lookups::LookUps;
use super::nodes::Nodes;
use super::searchable::{Acyclic, Code, Searchable};
use super::table::{Table, hash};
use crate::Monitor;

/// How many nodes a thread visits between two looks at whether to stop.
const NODES_BETWEEN_LOOKS: u64 = 1024;

/// What all threads of a search share.
pub(super) struct Shared<'a, G, T> {
    pub(super) game: &'a G,
    pub(super) table: &'a T,
    pub(super) monitor: &'a dyn Monitor,
    pub(super) busy: Busy,
    /// Up to this many moves from the root threads avoid each other; 0 for one thread.
    pub(super) avoiding: u32,
}

/// A move that is still to be searched.
#[derive(Clone, Copy)]
struct Candidate<S> {
    state: S,
    code: Code,
    gain: i32,
    again: bool,
    /// The number of the move in the list of moves.
    number: u8,
    promise: i32,
    /// The margin of the state after it, where the game is over.
    margin: Option<i32>,
}

/// A thread with its own lists.
pub(super) struct Worker<'a, G: Searchable, T> {
    shared: &'a Shared<'a, G, T>,
    /// The moves of all nodes from the root to here, one node after the other.
    candidates: Vec<Candidate<G::State>>,
    moves: Vec<G::Move>,
    nodes: Nodes<'a>,
    lookups: LookUps,
}

/// Adds the margin of a reply, seen by the side that moves after it, to the gain of the move.
#[inline]
fn seen_by_mover(gain: i32, again: bool, reply: i32) -> i32 {
    if again { gain + reply } else { gain - reply }
}

impl<'a, G: Searchable + Acyclic, T: Table> Worker<'a, G, T> {
    pub(super) fn new(shared: &'a Shared<'a, G, T>, stop: &'a AtomicBool) -> Self {
        Worker {
            shared,
            candidates: Vec::new(),
            moves: Vec::new(),
            nodes: Nodes::new(shared.monitor, stop, NODES_BETWEEN_LOOKS),
            lookups: LookUps::default(),
        }
    }

    /// How many nodes were visited.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes.visited()
    }

    /// How often states after a move were looked up.
    pub(super) fn lookups(&self) -> LookUps {
        self.lookups
    }

    /// A bound on the margin of the side to move: what is returned is a lower bound if it is
    /// `beta` or more, and an upper bound if it is less (fail-soft; J. P. Fishburn, *Analysis of
    /// speedup in distributed algorithms*, 1984). `None` if told to stop.
    pub(super) fn test(&mut self, state: &G::State, beta: i32) -> Option<i32> {
        let game = self.shared.game;
        if let Some(margin) = game.terminal(state) {
            return Some(margin);
        }
        let code = game.code(state);
        match game.known(state, code) {
            Some(margin) => Some(margin),
            None => self.visit(state, code, beta, 0),
        }
    }

    /// The same for a state that is neither over nor known, so many moves from the root.
    fn visit(&mut self, state: &G::State, code: Code, beta: i32, ply: u32) -> Option<i32> {
        let Shared { game, table, .. } = *self.shared;
        self.nodes.visit()?;
        let bound = game.bound(state);
        let kept = !game.quick(state);
        let known = match kept.then(|| table.get(code)).flatten() {
            Some(data) => Bounds::unpack(data, bound),
            None => Bounds::within(bound),
        };
        if known.lower >= beta {
            return Some(known.lower);
        }
        if known.upper < beta {
            return Some(known.upper);
        }
        let before = self.nodes.visited();
        let base = self.candidates.len();
        let best = match self.expand(state, beta, known.best) {
            Expanded::Cut(margin, number) => Some((margin, Some(number))),
            Expanded::Open(margin) => self.search(base, margin, beta, ply),
        };
        self.candidates.truncate(base);
        let (best, number) = best?;
        if !kept {
            return Some(best);
        }
        // What another thread stored meanwhile is left standing where it is tighter.
        let mut proven = match table.get(code) {
            Some(data) => Bounds::unpack(data, bound),
            None => known,
        };
        if best >= beta {
            proven.lower = proven.lower.max(best);
        } else {
            proven.upper = proven.upper.min(best);
        }
        proven.best = number.or(known.best);
        let work = (self.nodes.visited() - before)
            .checked_ilog2()
            .map_or(0, |log| log + 1);
        table.put(code, proven.pack(), work as u8);
        Some(best)
    }

    /// Lists the moves that are still open: those that are decided by the rules or by the table
    /// are not searched (enhanced transposition cutoffs; A. Plaat, J. Schaeffer, W. Pijls and
    /// A. de Bruin, *Exploiting graph properties of game trees*, 1996). Ordered, the best first.
    fn expand(&mut self, state: &G::State, beta: i32, best_known: Option<u8>) -> Expanded {
        let Shared { game, table, .. } = *self.shared;
        let base = self.candidates.len();
        self.list(state, best_known);
        // All together, before the first answer is waited for.
        for Candidate {
            state,
            code,
            margin,
            ..
        } in &self.candidates[base..]
        {
            if margin.is_none() && !game.touch(state, *code) && !game.quick(state) {
                table.touch(*code);
            }
        }
        self.sift(base, beta)
    }

    /// Lists all moves.
    fn list(&mut self, state: &G::State, best_known: Option<u8>) {
        let Shared { game, table, .. } = *self.shared;
        let side = game.side_to_move(state);
        let first = best_known.or_else(|| {
            let data = table.get(game.related(state)?)?;
            Bounds::unpack(data, 0).best
        });
        self.moves.clear();
        game.moves(state, &mut self.moves);
        for (number, &chosen) in self.moves.iter().enumerate() {
            let number = number.min(u8::MAX.into()) as u8;
            let (after, gain) = game.play(state, chosen);
            let again = game.side_to_move(&after) == side;
            // What is decided at once is never entered: its code and its place do not matter.
            let (mut code, mut promise) = (Code { bits: 0, tag: 0 }, 0);
            let margin = game.terminal(&after);
            if margin.is_none() {
                code = game.code(&after);
                promise = if first == Some(number) {
                    i32::MAX
                } else {
                    game.promise(chosen, &after, gain, again)
                };
            }
            self.candidates.push(Candidate {
                state: after,
                code,
                gain,
                again,
                number,
                promise,
                margin,
            });
        }
    }

    /// Keeps the moves of a node that are not decided, and sorts them.
    fn sift(&mut self, base: usize, beta: i32) -> Expanded {
        let Shared { game, table, .. } = *self.shared;
        let mut best = i32::MIN;
        let mut open = base;
        for index in base..self.candidates.len() {
            let candidate = self.candidates[index];
            let Candidate {
                state: ref after,
                code,
                gain,
                again,
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
            let (low, high) = if again {
                (gain + bounds.lower, gain + bounds.upper)
            } else {
                (gain - bounds.upper, gain - bounds.lower)
            };
            if low >= beta {
                return Expanded::Cut(low, number);
            }
            if high < beta {
                best = best.max(high);
                continue;
            }
            self.candidates[open] = candidate;
            open += 1;
        }
        self.candidates.truncate(open);
        // Stable, so that equal ones are taken in the order of the list.
        self.candidates[base..].sort_by_key(|candidate| -candidate.promise);
        Expanded::Open(best)
    }

    /// Searches the open moves of a node, those that other threads are at last. The result and the
    /// number of the move it is due to, if it was searched.
    fn search(
        &mut self,
        base: usize,
        mut best: i32,
        beta: i32,
        ply: u32,
    ) -> Option<(i32, Option<u8>)> {
        let avoiding = ply < self.shared.avoiding;
        let mut number = None;
        let mut deferred = 0u128;
        for index in base..self.candidates.len() {
            if avoiding && index > base && index - base < 128 {
                let hash = hash(self.candidates[index].code);
                if self.shared.busy.contains(hash) {
                    deferred |= 1 << (index - base);
                    continue;
                }
            }
            let margin = self.follow(index, beta, ply)?;
            if margin > best {
                (best, number) = (margin, Some(self.candidates[index].number));
                if best >= beta {
                    return Some((best, number));
                }
            }
        }
        while deferred != 0 {
            let index = base + deferred.trailing_zeros() as usize;
            deferred &= deferred - 1;
            let margin = self.follow(index, beta, ply)?;
            if margin > best {
                (best, number) = (margin, Some(self.candidates[index].number));
                if best >= beta {
                    break;
                }
            }
        }
        Some((best, number))
    }

    /// Searches one move, with its sign and window by the side that moves next.
    #[inline]
    fn follow(&mut self, index: usize, beta: i32, ply: u32) -> Option<i32> {
        let Candidate {
            state,
            code,
            gain,
            again,
            ..
        } = self.candidates[index];
        let window = if again { beta - gain } else { gain - beta + 1 };
        if ply >= self.shared.avoiding {
            let reply = self.visit(&state, code, window, ply + 1)?;
            return Some(seen_by_mover(gain, again, reply));
        }
        let hash = hash(code);
        self.shared.busy.enter(hash);
        let reply = self.visit(&state, code, window, ply + 1);
        self.shared.busy.leave(hash);
        Some(seen_by_mover(gain, again, reply?))
    }
}

/// A node with its moves listed.
enum Expanded {
    /// This move, by number, already decides it, with this margin.
    Cut(i32, u8),
    /// The moves that are not listed give no more than this.
    Open(i32),
}
