//! One thread's part: from the root to a leaf, a playout, and back.

use std::sync::atomic::Ordering;

use rand::Rng;

use super::budget::Budget;
use super::front::{Front, OUTSIDE};
use super::node::{Edge, Family};
use super::rest::Rest;
use super::select::{proven, select};
use super::simulate::Simulate;
use super::tree::{Nursery, Tree, known};
use crate::Game;

/// A choice on the way down.
struct Step {
    family: Family,
    edge: u32,
    /// The node in the thread's own account, or [`OUTSIDE`].
    front: u32,
    /// What the edges of the node proved of it, as bounds on the margin of the side to move.
    bounds: (i32, i32),
}

pub(super) struct Worker<'a, G: Game, R> {
    pub(super) game: &'a G,
    pub(super) tree: &'a Tree<G::State>,
    pub(super) root: u32,
    pub(super) random: R,
    /// The constant of UCB1, in the unit of margins.
    pub(super) exploration: f32,
    /// In the unit of margins. It has no part where nobody else searches.
    pub(super) virtual_loss: i64,
    pub(super) bias: f32,
    /// Playouts from a state before it becomes a node.
    pub(super) expansion: u32,
    /// Where several threads search, this one's own account of what all visit.
    pub(super) front: Option<Front>,
    nursery: Nursery,
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
            expansion: 1,
            front: None,
            nursery: tree.nursery(),
            path: Vec::new(),
            moves: Vec::new(),
        }
    }

    /// Makes playouts as long as the budget lasts and the root is not proven; how many.
    pub(super) fn work(&mut self, budget: &Budget<'_>) -> u64 {
        let (lower, upper) = known(self.game, &self.tree.node(self.root).state);
        if lower >= upper {
            return 0;
        }
        let made = self.playouts(budget);
        if let Some(front) = &mut self.front {
            front.close(|family| self.tree.edges(family));
        }
        self.tree.close(std::mem::take(&mut self.nursery));
        made
    }

    fn playouts(&mut self, budget: &Budget<'_>) -> u64 {
        let mut made = 0;
        loop {
            let batch = budget.next();
            for done in 0..batch {
                if budget.stopped() || !self.playout() {
                    budget.stop();
                    budget.made(done);
                    return made + done;
                }
            }
            if batch == 0 {
                return made;
            }
            made += batch;
            budget.made(batch);
        }
    }

    /// One playout. Whether there was one to make: not if the root is proven.
    fn playout(&mut self) -> bool {
        let rest = self.descend();
        let any = !self.path.is_empty();
        self.ascend(rest);
        any
    }

    /// Goes down to where something new begins.
    fn descend(&mut self) -> Rest {
        let tree = self.tree;
        let (mut at, mut family) = (self.root, tree.node(self.root).family);
        let mut front = match &mut self.front {
            Some(front) => front.add(family, tree.edges(family)),
            None => OUTSIDE,
        };
        loop {
            let edges = tree.edges(family);
            // Whether the way ends here is not known yet; if so, the state is wanted next.
            tree.touch(at);
            let selection = match &self.front {
                Some(account) if front != OUTSIDE => {
                    select(edges, account.accounts(front), self.exploration)
                }
                _ => select(edges, edges, self.exploration),
            };
            let Some(chosen) = selection.chosen else {
                // Nothing is left to find out here, only to be carried over.
                return Rest::proven(family.side, selection.bounds);
            };
            let edge = &edges[chosen];
            let visits = self.enter(edge, front, chosen);
            self.path.push(Step {
                family,
                edge: chosen as u32,
                front,
                bounds: selection.bounds,
            });
            let child = match edge.child() {
                Some(child) => child,
                None => match self.follow(at, edge, chosen, visits) {
                    Followed::Known(child) => child,
                    Followed::Leaf(rest) => return rest,
                },
            };
            // A cycle leads back to a node made earlier at one place at least. Nobody gains what
            // is left if play goes on like this.
            let start = child.1.start;
            if start <= family.start && self.path.iter().any(|step| step.family.start == start) {
                return Rest {
                    side: child.1.side,
                    margin: 0,
                    bounds: (i32::MIN, i32::MAX),
                };
            }
            (at, family) = child;
            front = match &mut self.front {
                Some(account) if front != OUTSIDE => {
                    account.child(front, chosen, family, tree.edges(family))
                }
                _ => OUTSIDE,
            };
        }
    }

    /// Counts a playout under way at an edge; how many went through it before.
    #[inline]
    fn enter(&mut self, edge: &Edge, front: u32, number: usize) -> u32 {
        match &mut self.front {
            Some(account) if front != OUTSIDE => account.enter(front, number),
            Some(_) => {
                edge.sum.fetch_sub(self.virtual_loss, Ordering::Relaxed);
                edge.visits.fetch_add(1, Ordering::Relaxed)
            }
            None => {
                let visits = edge.visits();
                edge.visits.store(visits + 1, Ordering::Relaxed);
                visits
            }
        }
    }

    /// Goes along an edge that leads to no node yet, and through which so many playouts went before.
    /// The first of them are played from the state behind it, and no more is remembered of them
    /// than the edge says; then that state becomes a node: most states are seen a few times only.
    fn follow(&mut self, at: u32, edge: &Edge, number: usize, visits: u32) -> Followed {
        let state = &self.tree.node(at).state;
        self.moves.clear();
        self.game.moves(state, &mut self.moves);
        let (after, gain) = self.game.play(state, self.moves[number]);
        let side = self.game.side_to_move(&after);
        let mut bounds = (i32::MIN, i32::MAX);
        // What the game says of a state is asked when its first playout begins, but another thread
        // may be about to.
        if visits == 0 || self.front.is_some() {
            edge.gain.store(gain, Ordering::Relaxed);
            bounds = known(self.game, &after);
            if bounds.0 >= bounds.1 {
                return Followed::Leaf(Rest::proven(side, bounds));
            }
        }
        if visits >= self.expansion {
            let (bias, moves) = (self.bias, &mut self.moves);
            let made = self
                .tree
                .find_or_make(self.game, &after, bias, moves, &mut self.nursery);
            if let Some(node) = made {
                let family = self.tree.node(node).family;
                edge.set_child(node, family);
                return Followed::Known((node, family));
            }
        }
        Followed::Leaf(Rest {
            side,
            margin: self.game.playout(&after, &mut self.random),
            bounds,
        })
    }

    /// Adds the result to every edge of the path, as far as what is proven allows it.
    fn ascend(&mut self, mut rest: Rest) {
        while let Some(step) = self.path.pop() {
            let edges = self.tree.edges(step.family);
            let edge = &edges[step.edge as usize];
            rest = rest.before(step.family.side, edge.gain.load(Ordering::Relaxed));
            let news = edge.bounds.tighten(rest.bounds);
            rest.within(edge.bounds.get());
            self.leave(&step, edges, rest.margin);
            rest.bounds = if news { proven(edges) } else { step.bounds };
            rest.within(rest.bounds);
        }
    }

    /// Adds what a playout under way at a step has come to.
    #[inline]
    fn leave(&mut self, step: &Step, edges: &[Edge], margin: i32) {
        let number = step.edge as usize;
        let sum = &edges[number].sum;
        match &mut self.front {
            Some(account) if step.front != OUTSIDE => {
                account.leave(step.front, number, margin, edges);
            }
            Some(_) => {
                let added = i64::from(margin) + self.virtual_loss;
                sum.fetch_add(added, Ordering::Relaxed);
            }
            None => {
                let before = sum.load(Ordering::Relaxed);
                sum.store(before + i64::from(margin), Ordering::Relaxed);
            }
        }
    }
}

/// Where an edge led that nobody had gone along.
enum Followed {
    /// To a node.
    Known((u32, Family)),
    /// To a state that is none, or of which everything is known.
    Leaf(Rest),
}
