//! How far a playout has come on its way down.

use super::backup::Backup;
use super::front::OUTSIDE;
use super::node::EdgeBlock;
use crate::{Interval, Side};

/// A choice on the way down.
pub(super) struct Passed {
    pub(super) block: EdgeBlock,
    pub(super) edge: u32,
    /// The node in the thread's own account, or [`OUTSIDE`].
    pub(super) front: u32,
    /// What the edges of the node proved of the margin of the side to move.
    pub(super) interval: Interval,
}

/// A state behind an edge that leads to no node.
#[derive(Clone, Copy)]
pub(super) struct Leaf<State> {
    pub(super) state: State,
    /// Whose turn it is there.
    pub(super) side: Side,
    /// What the game says of it.
    pub(super) interval: Interval,
}

/// How far a playout has come.
#[derive(Clone, Copy)]
pub(super) enum Stage<State> {
    /// To a node, which was asked for with its edges.
    Node,
    /// To a state that is to become a node; its place in the index was asked for.
    Unfolding(Leaf<State>),
    /// To a state to play from.
    Leaf(Leaf<State>),
    /// To its result.
    Settled(Backup),
}

pub(super) struct Descent<State> {
    pub(super) stage: Stage<State>,
    /// The choices so far.
    pub(super) path: Vec<Passed>,
    /// The last node it came to, and its edges.
    pub(super) at: u32,
    pub(super) block: EdgeBlock,
    /// That node in the thread's own account, or [`OUTSIDE`].
    pub(super) front: u32,
}

impl<State> Descent<State> {
    /// Nothing was chosen at the root yet.
    pub(super) fn new(root: u32, block: EdgeBlock) -> Descent<State> {
        Descent {
            stage: Stage::Node,
            path: Vec::new(),
            at: root,
            block,
            front: OUTSIDE,
        }
    }

    /// Whether a step to the node with this first edge closes a cycle. A cycle leads back to a node
    /// made earlier at one place at least.
    #[inline]
    pub(super) fn returns_to(&self, start: u32) -> bool {
        start <= self.block.start && self.path.iter().any(|step| step.block.start == start)
    }
}
