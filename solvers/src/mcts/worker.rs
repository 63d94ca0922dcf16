//! One thread's part: from the root to a leaf, a playout, and back.

use std::sync::atomic::Ordering;

use rand::Rng;

use super::budget::Budget;
use super::node::{Edge, Node};
use super::simulate::{Simulate, sign_for};
use super::tree::{Tree, seen};
use crate::{Game, Side};

/// A choice on the way down.
struct Step {
    node: u32,
    edge: u32,
}

pub(super) struct Worker<'a, G: Game, R> {
    pub(super) game: &'a G,
    pub(super) tree: &'a Tree<G::State>,
    pub(super) root: u32,
    pub(super) random: R,
    /// The constant of UCB1, in the unit of margins.
    pub(super) exploration: f32,
    /// In the unit of margins; 0 where nobody else searches.
    pub(super) virtual_loss: i64,
    pub(super) bias: f32,
    path: Vec<Step>,
    moves: Vec<G::Move>,
}

impl<'a, G: Simulate, R: Rng> Worker<'a, G, R> {
    pub(super) fn new(
        game: &'a G,
        tree: &'a Tree<G::State>,
        root: u32,
        random: R,
    ) -> Worker<'a, G, R> {
        Worker {
            game,
            tree,
            root,
            random,
            exploration: 0.0,
            virtual_loss: 0,
            bias: 0.0,
            path: Vec::new(),
            moves: Vec::new(),
        }
    }

    /// Makes playouts as long as the budget lasts and the root is not proven; how many.
    pub(super) fn work(&mut self, budget: &Budget<'_>) -> u64 {
        let mut made = 0;
        loop {
            let batch = budget.next();
            for done in 0..batch {
                let (lower, upper) = self.tree.node(self.root).bounds.get();
                if lower >= upper {
                    budget.stop();
                }
                if budget.stopped() {
                    budget.made(done);
                    return made + done;
                }
                self.playout();
            }
            if batch == 0 {
                return made;
            }
            made += batch;
            budget.made(batch);
        }
    }

    fn playout(&mut self) {
        self.path.clear();
        let rest = self.descend();
        self.ascend(rest);
    }

    /// Goes down to a leaf and fills `path`; the margin of `Side::First` from the last state on.
    fn descend(&mut self) -> i32 {
        let (game, tree) = (self.game, self.tree);
        let mut at = self.root;
        loop {
            let node = tree.node(at);
            let side = game.side_to_move(node.state());
            if tree.edges(node).is_none() {
                tree.expand(game, node, self.bias, &mut self.moves);
            }
            let Some(edges) = tree.edges(node) else {
                return self.random_rest(node.state());
            };
            let Some(chosen) = self.select(edges, side) else {
                // Nothing is left to find out here, only to be carried over.
                tree.update(node, edges, side);
                return node.bounds.get().0;
            };
            let edge = &edges[chosen];
            edge.visits.fetch_add(1, Ordering::Relaxed);
            if self.virtual_loss != 0 {
                let loss = self.virtual_loss * i64::from(sign_for(side, Side::First));
                edge.sum.fetch_sub(loss, Ordering::Relaxed);
            }
            self.path.push(Step {
                node: at,
                edge: chosen as u32,
            });
            let child = match edge.child() {
                Some(child) => child,
                None => match self.follow(node, edge, chosen, side) {
                    Followed::Known(child) => child,
                    Followed::Leaf(rest) => return rest,
                },
            };
            let (lower, upper) = tree.node(child).bounds.get();
            if lower >= upper {
                return lower;
            }
            // A cycle leads back to a node made earlier at one place at least. Nobody gains what
            // is left if play goes on like this.
            if child <= at && self.path.iter().any(|step| step.node == child) {
                return 0;
            }
            at = child;
        }
    }

    /// Goes along an edge for the first time.
    fn follow(&mut self, node: &Node<G::State>, edge: &Edge, at: usize, side: Side) -> Followed {
        let state = node.state();
        self.moves.clear();
        self.game.moves(state, &mut self.moves);
        let (after, gain) = self.game.play(state, self.moves[at]);
        let gain = gain * sign_for(side, Side::First);
        edge.gain.store(gain, Ordering::Relaxed);
        match self.tree.find_or_make(self.game, &after) {
            Some(found) => {
                edge.child.store(found.node, Ordering::Release);
                let (lower, upper) = self.tree.node(found.node).bounds.get();
                if found.fresh && lower < upper {
                    Followed::Leaf(self.random_rest(&after))
                } else {
                    Followed::Known(found.node)
                }
            }
            None => Followed::Leaf(match self.game.terminal(&after) {
                Some(rest) => {
                    let rest = rest * sign_for(self.game.side_to_move(&after), Side::First);
                    edge.bounds.tighten(gain + rest, gain + rest);
                    rest
                }
                None => self.random_rest(&after),
            }),
        }
    }

    /// The margin of `Side::First` after a playout.
    fn random_rest(&mut self, state: &G::State) -> i32 {
        let margin = self.game.playout(state, &mut self.random);
        margin * sign_for(self.game.side_to_move(state), Side::First)
    }

    /// The edge to go along: of those that may still be better than the best that is secured, one
    /// not yet visited or else the one with the greatest upper confidence bound. `None` if there
    /// is no such edge.
    fn select(&self, edges: &[Edge], side: Side) -> Option<usize> {
        let sign = sign_for(side, Side::First);
        let (mut secured, mut visits) = (i32::MIN, 0);
        for edge in edges {
            secured = secured.max(seen(edge.bounds.get(), sign).0);
            visits += edge.visits();
        }
        let width = self.exploration * rough_ln(visits.max(1)).sqrt();
        let (mut best, mut best_score) = (None, f32::NEG_INFINITY);
        // Those never tried come before all others, the most promising first.
        let (mut new, mut new_promise) = (None, f32::NEG_INFINITY);
        for (number, edge) in edges.iter().enumerate() {
            if seen(edge.bounds.get(), sign).1 <= secured {
                continue;
            }
            let visits = edge.visits();
            let promise = edge.promise();
            if visits == 0 {
                if promise > new_promise {
                    (new, new_promise) = (Some(number), promise);
                }
                continue;
            }
            let visits = visits as f32;
            let mean = (i64::from(sign) * edge.sum.load(Ordering::Relaxed)) as f32 / visits;
            let score = mean + width / visits.sqrt() + promise / (visits + 1.0);
            if score > best_score {
                (best, best_score) = (Some(number), score);
            }
        }
        new.or(best)
    }

    /// Adds the result to every edge of the path, as far as what is proven allows it.
    fn ascend(&mut self, rest: i32) {
        let mut margin = rest;
        for step in self.path.iter().rev() {
            let node = self.tree.node(step.node);
            let side = self.game.side_to_move(node.state());
            let edges = self.tree.edges(node).expect("it was chosen from its edges");
            let edge = &edges[step.edge as usize];
            let gain = edge.gain.load(Ordering::Relaxed);
            margin += gain;
            let news = edge.child().is_some_and(|child| {
                let (lower, upper) = self.tree.node(child).bounds.get();
                edge.bounds
                    .tighten(lower.saturating_add(gain), upper.saturating_add(gain))
            });
            // Without a child the edge itself may have news.
            if news || edge.child().is_none() {
                self.tree.update(node, edges, side);
            }
            let (lower, upper) = edge.bounds.get();
            margin = margin.min(upper).max(lower);
            let loss = self.virtual_loss * i64::from(sign_for(side, Side::First));
            edge.sum
                .fetch_add(i64::from(margin) + loss, Ordering::Relaxed);
            let (lower, upper) = node.bounds.get();
            margin = margin.min(upper).max(lower);
        }
    }
}

/// The natural logarithm to within 0.06, rising, the same on every machine: from the exponent of the
/// number, and its mantissa as if the logarithm were straight between powers of two.
#[inline]
fn rough_ln(number: u32) -> f32 {
    let bits = (number as f32).to_bits() as f32;
    let log2 = bits / (1 << 23) as f32 - 127.0;
    log2 * std::f32::consts::LN_2
}

/// Where an edge led that nobody had gone along.
enum Followed {
    /// To a node that was there, or of which everything is known.
    Known(u32),
    /// To a new state, with the margin of `Side::First` from there on by a playout.
    Leaf(i32),
}

#[cfg(test)]
mod tests {
    use super::rough_ln;

    #[test]
    fn the_rough_logarithm_is_near() {
        assert_eq!(rough_ln(1), 0.0);
        for number in (1..100_000).chain([1 << 30, u32::MAX]) {
            let error = f64::from(number).ln() - f64::from(rough_ln(number));
            assert!((-0.001..0.061).contains(&error), "{number}: {error}");
        }
    }
}
