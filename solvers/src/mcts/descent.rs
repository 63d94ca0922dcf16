//! The descent of a playout, step by step, and its result.

use std::sync::atomic::Ordering;

use rand::Rng;

use super::front::OUTSIDE;
use super::node::{Edge, EdgeBlock};
use super::select::select;
use super::simulate::{Playouts, SampledProblem};
use super::tree::bounds_without_search;
use super::worker::Worker;
use crate::{Interval, Side, Step};

/// A choice of a descent.
pub(super) struct PathStep {
    pub(super) block: EdgeBlock,
    pub(super) edge: u32,
    /// The node in the thread's own account, or [`OUTSIDE`].
    pub(super) front: u32,
    /// The proven bounds of the node's margin, for the side to move.
    pub(super) interval: Interval,
}

/// A state behind an edge without a node.
#[derive(Clone, Copy)]
pub(super) struct Leaf<State> {
    pub(super) state: State,
    /// The side to move there.
    pub(super) side: Side,
    /// The bounds of its margin from the game alone.
    pub(super) interval: Interval,
}

/// The stage of a descent.
#[derive(Clone, Copy)]
pub(super) enum Stage<State> {
    /// A node, which was prefetched with its edges.
    Node,
    /// A state that will become a node; its slot in the index was prefetched.
    Unfolding(Leaf<State>),
    /// The start of a playout.
    Leaf(Leaf<State>),
    /// The result of the playout.
    Settled(PlayoutResult),
}

pub(super) struct Descent<State> {
    pub(super) stage: Stage<State>,
    /// The choices so far.
    pub(super) path: Vec<PathStep>,
    /// The last visited node, and its edges.
    pub(super) at: u32,
    pub(super) block: EdgeBlock,
    /// The node in the thread's own account, or [`OUTSIDE`].
    pub(super) front: u32,
}

impl<State> Descent<State> {
    /// Creates a descent before the first choice at the root.
    pub(super) fn new(root: u32, block: EdgeBlock) -> Descent<State> {
        Descent {
            stage: Stage::Node,
            path: Vec::new(),
            at: root,
            block,
            front: OUTSIDE,
        }
    }

    /// Returns whether a step to the node with this first edge closes a cycle. A cycle leads to an older node in at
    /// least one of its steps.
    #[inline]
    pub(super) fn returns_to(&self, start: u32) -> bool {
        start <= self.block.start && self.path.iter().any(|step| step.block.start == start)
    }
}

/// The result of a playout: a margin for the nodes of the path, and its proven bounds.
#[derive(Clone, Copy)]
pub(super) struct PlayoutResult {
    /// The side whose margin it is.
    pub(super) side: Side,
    pub(super) margin: i32,
    pub(super) interval: Interval,
}

impl PlayoutResult {
    pub(super) fn proven(side: Side, interval: Interval) -> PlayoutResult {
        PlayoutResult {
            side,
            margin: interval.low,
            interval,
        }
    }

    /// Returns the result in the view of a side that gains `gain` by the move before.
    #[inline]
    pub(super) fn before(&self, side: Side, gain: i32) -> PlayoutResult {
        let Interval { low, high } = self.interval;
        let (margin, low, high) = match side == self.side {
            true => (self.margin, low, high),
            // The least number has no negation; as an unproven bound it may saturate.
            false => (-self.margin, high.saturating_neg(), low.saturating_neg()),
        };
        PlayoutResult {
            side,
            margin: margin + gain,
            interval: Interval {
                low: low.saturating_add(gain),
                high: high.saturating_add(gain),
            },
        }
    }

    /// Limits the margin to an interval.
    #[inline]
    pub(super) fn clamp_to(&mut self, Interval { low, high }: Interval) {
        self.margin = self.margin.min(high).max(low);
    }
}

impl<G: SampledProblem, L: Playouts<G::State>, R: Rng> Worker<'_, G, L, R> {
    /// Starts again at the root.
    pub(super) fn begin(&mut self, descent: &mut Descent<G::State>) {
        let block = self.tree.node(self.root).block;
        descent.stage = Stage::Node;
        descent.path.clear();
        (descent.at, descent.block) = (self.root, block);
        descent.front = match &mut self.front {
            Some(front) => front.add(block, self.tree.edges(block)),
            None => OUTSIDE,
        };
    }

    /// Descends one step; returns whether the descent continues.
    #[inline]
    pub(super) fn step(&mut self, descent: &mut Descent<G::State>) -> bool {
        match descent.stage {
            Stage::Node => self.choose(descent),
            Stage::Unfolding(leaf) => self.add_node(descent, leaf),
            Stage::Leaf(_) | Stage::Settled(_) => return false,
        }
        true
    }

    /// Chooses an edge and follows it.
    fn choose(&mut self, descent: &mut Descent<G::State>) {
        let Descent { block, front, .. } = *descent;
        let edges = self.tree.edges(block);
        let selection = match &self.front {
            Some(account) if front != OUTSIDE => {
                select(edges, account.accounts(front), self.exploration)
            }
            _ => select(edges, edges, self.exploration),
        };
        let Some(chosen) = selection.chosen else {
            // Nothing is left to search here; the result is only backed up.
            descent.stage = Stage::Settled(PlayoutResult::proven(block.side, selection.interval));
            return;
        };
        let edge = &edges[chosen];
        let visits = self.begin_visit(edge, front, chosen);
        descent.path.push(PathStep {
            block,
            edge: chosen as u32,
            front,
            interval: selection.interval,
        });
        match edge.child() {
            Some(child) => self.continue_at(descent, child),
            None => descent.stage = self.follow_edge(descent.at, edge, chosen, visits),
        }
    }

    /// Counts a playout in progress at an edge. Returns the number of playouts that went through it before.
    #[inline]
    fn begin_visit(&mut self, edge: &Edge, front: u32, number: usize) -> u32 {
        match &mut self.front {
            Some(account) if front != OUTSIDE => account.begin_visit(front, number),
            _ => {
                edge.add(-self.virtual_loss);
                edge.count()
            }
        }
    }

    /// Continues at a node to which the last edge of the path leads.
    fn continue_at(&mut self, descent: &mut Descent<G::State>, (node, block): (u32, EdgeBlock)) {
        if descent.returns_to(block.start) {
            // Infinite play is a draw: neither side gains the rest.
            descent.stage = Stage::Settled(PlayoutResult {
                side: block.side,
                margin: 0,
                interval: Interval {
                    low: i32::MIN,
                    high: i32::MAX,
                },
            });
            return;
        }
        self.tree.prefetch(node, block);
        descent.front = match (&mut self.front, descent.path.last()) {
            (Some(account), Some(step)) if step.front != OUTSIDE => {
                let edges = self.tree.edges(block);
                account.child(step.front, step.edge as usize, block, edges)
            }
            _ => OUTSIDE,
        };
        (descent.at, descent.block) = (node, block);
        descent.stage = Stage::Node;
    }

    /// Follows an edge without a node, after `visits` earlier playouts. The first playouts start from the state behind
    /// it, and only the edge stores their results. Then that state becomes a node. Most states are visited only a few
    /// times.
    fn follow_edge(&mut self, at: u32, edge: &Edge, number: usize, visits: u32) -> Stage<G::State> {
        let before = &self.tree.node(at).state;
        self.moves.clear();
        self.game.moves(before, &mut self.moves);
        let Step { state, gain, .. } = self.game.play(before, self.moves[number]);
        let side = self.game.side_to_move(&state);
        edge.gain.store(gain, Ordering::Relaxed);
        // Every playout checks the end of the game here. The first one may not have reported it yet, and a state where
        // the game is over has no edges.
        let interval = bounds_without_search(self.game, &state);
        if !interval.is_open() {
            return Stage::Settled(PlayoutResult::proven(side, interval));
        }
        let leaf = Leaf {
            state,
            side,
            interval,
        };
        if visits < self.expansion {
            return Stage::Leaf(leaf);
        }
        self.tree.prefetch_index(&state);
        Stage::Unfolding(leaf)
    }

    /// Makes a node of a state if there is room, and continues there.
    fn add_node(&mut self, descent: &mut Descent<G::State>, leaf: Leaf<G::State>) {
        let (bias, moves) = (self.bias, &mut self.moves);
        let most = leaf.interval.high;
        let made =
            self.tree
                .find_or_make(self.game, &leaf.state, most, bias, moves, &mut self.buffer);
        let (Some(node), Some(step)) = (made, descent.path.last()) else {
            descent.stage = Stage::Leaf(leaf);
            return;
        };
        let block = self.tree.node(node).block;
        self.tree.edges(step.block)[step.edge as usize].set_child(node, block);
        self.continue_at(descent, (node, block));
    }
}
