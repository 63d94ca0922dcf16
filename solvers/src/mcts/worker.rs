//! The playouts of one thread: from the root to leaves, and back.
//!
//! The tree is larger than the processor's caches, so a descent mostly waits for memory. A thread therefore
//! interleaves several playouts: each prefetches the memory of its next step before another one continues.

use std::sync::atomic::Ordering;

use rand::Rng;

use super::descent::{Descent, Leaf, PathStep, PlayoutResult, Stage};
use super::front::{Front, OUTSIDE};
use super::node::Edge;
use super::options::PlayoutBudget;
use super::select::proven;
use super::simulate::{Playouts, SampledProblem};
use super::tree::{LocalBuffer, Tree};
use crate::Game;

pub(super) struct Worker<'a, G: Game, L, R> {
    pub(super) game: &'a G,
    playouts: &'a L,
    pub(super) tree: &'a Tree<G::State>,
    pub(super) root: u32,
    pub(super) random: R,
    /// The constant of UCB1, in the unit of margins.
    pub(super) exploration: f32,
    /// The virtual loss, in the unit of margins.
    pub(super) virtual_loss: i64,
    pub(super) bias: f32,
    /// The number of playouts from a state before it becomes a node.
    pub(super) expansion: u32,
    /// The number of playouts in progress at the same time, from `together_from` visits to the root on.
    pub(super) together: u32,
    pub(super) together_from: u64,
    /// The nodes that this thread visits, if there are several threads.
    pub(super) front: Option<Front>,
    pub(super) buffer: LocalBuffer,
    pub(super) moves: Vec<G::Move>,
    /// The states to play from, and the margins of their playouts.
    leaves: Vec<G::State>,
    margins: Vec<i32>,
}

impl<'a, G: SampledProblem, L: Playouts<G::State>, R: Rng> Worker<'a, G, L, R> {
    pub(super) fn new(
        (game, playouts): (&'a G, &'a L),
        tree: &'a Tree<G::State>,
        root: u32,
        random: R,
    ) -> Worker<'a, G, L, R> {
        Worker {
            game,
            playouts,
            tree,
            root,
            random,
            exploration: 0.0,
            virtual_loss: 0,
            bias: 0.0,
            expansion: 1,
            together: 1,
            together_from: 0,
            front: None,
            buffer: tree.local_buffer(),
            moves: Vec::new(),
            leaves: Vec::new(),
            margins: Vec::new(),
        }
    }

    /// Makes playouts until the budget is spent or the root is proven, and returns their number.
    pub(super) fn work(&mut self, allowance: &PlayoutBudget<'_>) -> u64 {
        let made = self.make(allowance);
        if let Some(front) = &mut self.front {
            front.close(|block| self.tree.edges(block));
        }
        self.tree.close(std::mem::take(&mut self.buffer));
        made
    }

    fn make(&mut self, allowance: &PlayoutBudget<'_>) -> u64 {
        let block = self.tree.node(self.root).block;
        let most = self.together.max(1);
        let mut descents: Vec<_> = (0..most).map(|_| Descent::new(self.root, block)).collect();
        let mut made = 0;
        loop {
            let batch = allowance.next();
            if batch == 0 {
                return made;
            }
            let visits = self.tree.edges(block).iter().map(Edge::visits);
            let together = match visits.map(u64::from).sum::<u64>() {
                visits if visits >= self.together_from => u64::from(most),
                _ => 1,
            };
            let mut done = 0;
            while done < batch {
                let round = together.min(batch - done);
                let some = match allowance.is_stopped() {
                    true => 0,
                    false => self.round(&mut descents[..round as usize]),
                };
                done += some;
                if some < round {
                    allowance.stop();
                    allowance.record_made(done);
                    return made + done;
                }
            }
            made += done;
            allowance.record_made(done);
        }
    }

    /// Makes playouts that are in progress together, and returns their number. A playout that began at a proven root
    /// does not count.
    fn round(&mut self, descents: &mut [Descent<G::State>]) -> u64 {
        for descent in &mut *descents {
            self.begin(descent);
        }
        let mut under_way = true;
        while under_way {
            under_way = false;
            for descent in &mut *descents {
                under_way |= self.step(descent);
            }
        }
        self.play(descents);
        let mut made = 0;
        for descent in descents {
            if let Stage::Settled(told) = descent.stage {
                made += u64::from(!descent.path.is_empty());
                self.back_up(&mut descent.path, told);
            }
        }
        made
    }

    /// Makes the playouts from the leaves at which descents ended.
    fn play(&mut self, descents: &mut [Descent<G::State>]) {
        self.leaves.clear();
        self.leaves
            .extend(descents.iter().filter_map(|descent| match descent.stage {
                Stage::Leaf(leaf) => Some(leaf.state),
                _ => None,
            }));
        self.margins.clear();
        self.playouts
            .playouts(&self.leaves, &mut self.margins, &mut self.random);
        let mut margins = self.margins.iter();
        for descent in descents {
            if let Stage::Leaf(Leaf { side, interval, .. }) = descent.stage {
                let margin = *margins.next().expect("a margin for each state");
                descent.stage = Stage::Settled(PlayoutResult {
                    side,
                    margin,
                    interval,
                });
            }
        }
    }

    /// Adds the result to every edge of the path, within the proven bounds.
    fn back_up(&mut self, path: &mut Vec<PathStep>, mut told: PlayoutResult) {
        while let Some(step) = path.pop() {
            let edges = self.tree.edges(step.block);
            let edge = &edges[step.edge as usize];
            told = told.before(step.block.side, edge.gain.load(Ordering::Relaxed));
            let news = edge.interval.tighten(told.interval);
            told.clamp_to(edge.interval.get());
            self.leave(&step, edges, told.margin);
            told.interval = if news { proven(edges) } else { step.interval };
            told.clamp_to(told.interval);
        }
    }

    /// Adds the margin of a playout to the edge of a step, and ends the virtual loss there.
    #[inline]
    fn leave(&mut self, step: &PathStep, edges: &[Edge], margin: i32) {
        let number = step.edge as usize;
        match &mut self.front {
            Some(account) if step.front != OUTSIDE => {
                account.leave(step.front, number, margin, edges);
            }
            _ => edges[number].add(i64::from(margin) + self.virtual_loss),
        }
    }
}
