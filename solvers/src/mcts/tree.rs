//! The search graph, called the tree: one node for each state, found by its state.

use std::hash::Hash;
use std::sync::atomic::{AtomicU32, Ordering};

use super::allocator::ReservedRun;
use super::arena::Arena;
use super::index::{Index, Insertion};
use super::node::{Edge, EdgeBlock, Node};
use super::select::proven;
use super::simulate::SampledProblem;
use super::slab::Slab;
use crate::Interval;
use crate::memory::prefetch;

/// The number of edges that memory is reserved for, per node.
const EDGES_A_NODE: u32 = 4;
/// The maximum number of bytes of the index per node.
const INDEX_A_NODE: usize = 12;

pub(super) struct Tree<State> {
    nodes: Arena<Node<State>>,
    edges: Slab<Edge>,
    index: Index,
    /// Numbers of nodes that threads put by and never used.
    unused: AtomicU32,
}

/// A thread's reserve of numbers for new nodes and edges, and the size of the next reservation.
#[derive(Default)]
pub(super) struct LocalBuffer {
    nodes: ReservedRun,
    edges: ReservedRun,
    step: u32,
}

impl<State: Copy + Eq + Hash> Tree<State> {
    /// Creates a tree that takes at most `bytes` bytes, with room for one node at least.
    pub(super) fn new(bytes: usize) -> Tree<State> {
        let node = size_of::<std::sync::OnceLock<Node<State>>>()
            + EDGES_A_NODE as usize * size_of::<Edge>()
            + INDEX_A_NODE;
        let nodes = (bytes / node).clamp(1, 1 << 29) as u32;
        Tree {
            nodes: Arena::new(nodes),
            edges: Slab::new(nodes * EDGES_A_NODE),
            index: Index::new(nodes),
            unused: AtomicU32::new(0),
        }
    }

    pub(super) fn nodes(&self) -> u32 {
        self.nodes.count_allocated() - self.unused.load(Ordering::Relaxed)
    }

    /// Returns a buffer of the new nodes and edges of one thread, apart from those of others.
    pub(super) fn local_buffer(&self) -> LocalBuffer {
        LocalBuffer {
            step: (self.nodes.capacity() / 256).min(256),
            ..LocalBuffer::default()
        }
    }

    /// Returns to the tree the unused node numbers of a thread that makes no more nodes.
    pub(super) fn close(&self, buffer: LocalBuffer) {
        self.unused
            .fetch_add(buffer.nodes.count_left(), Ordering::Relaxed);
    }

    /// Returns whether half of the room for nodes or edges is used.
    pub(super) fn is_half_full(&self) -> bool {
        self.nodes.count_allocated() > self.nodes.capacity() / 2
            || self.edges.count_allocated() > self.edges.capacity() / 2
    }

    #[inline]
    pub(super) fn node(&self, node: u32) -> &Node<State> {
        self.nodes.get(node)
    }

    #[inline]
    pub(super) fn edges(&self, block: EdgeBlock) -> &[Edge] {
        self.edges.run(block.start, block.count)
    }

    /// Prefetches a node and its edges.
    #[inline]
    pub(super) fn prefetch(&self, node: u32, block: EdgeBlock) {
        self.nodes.prefetch(node);
        for edge in self.edges(block) {
            prefetch(&edge.sum);
        }
        if let Some(last) = self.edges(block).last() {
            last.prefetch_end();
        }
    }

    /// Prefetches the slot that [`find_or_make`](Tree::find_or_make) probes first.
    #[inline]
    pub(super) fn prefetch_index(&self, state: &State) {
        self.index.prefetch(state);
    }

    /// Returns the proven bounds of the margin of the side to move at a node.
    pub(super) fn interval<G>(&self, game: &G, node: &Node<State>) -> Interval
    where
        G: SampledProblem<State = State>,
    {
        let known = bounds_without_search(game, &node.state);
        let edges = self.edges(node.block);
        if edges.is_empty() {
            return known;
        }
        proven(edges).and(known)
    }

    /// Returns the node of a state, if there is one.
    #[inline]
    pub(super) fn find(&self, state: &State) -> Option<u32> {
        self.index.find(state, |node| self.is_state(node, state))
    }

    #[inline]
    fn is_state(&self, node: u32, state: &State) -> bool {
        self.node(node).state == *state
    }

    /// Returns the node of a state in which moves are legal, and makes it if there is none. The margin of the side to
    /// move is at most `most`. `None` if there is no room for the node and its edges.
    pub(super) fn find_or_make<G>(
        &self,
        game: &G,
        state: &State,
        most: i32,
        bias: f32,
        moves: &mut Vec<G::Move>,
        buffer: &mut LocalBuffer,
    ) -> Option<u32>
    where
        G: SampledProblem<State = State>,
    {
        if let Some(node) = self.find(state) {
            return Some(node);
        }
        let block = self.make_edges(game, state, most, bias, moves, buffer)?;
        self.make(state, block, buffer)
    }

    /// Makes the first node of an empty tree and returns it. The node has no edges if there is no room for them.
    pub(super) fn plant<G>(&self, game: &G, state: &State, bias: f32) -> u32
    where
        G: SampledProblem<State = State>,
    {
        let mut buffer = LocalBuffer::default();
        let most = bounds_without_search(game, state).high;
        let block = self.make_edges(game, state, most, bias, &mut Vec::new(), &mut buffer);
        let none = EdgeBlock {
            start: 0,
            count: 0,
            side: game.side_to_move(state),
        };
        let made = self.make(state, block.unwrap_or(none), &mut buffer);
        made.expect("there is room for one node")
    }

    fn make(&self, state: &State, block: EdgeBlock, buffer: &mut LocalBuffer) -> Option<u32> {
        let more = |count| self.nodes.allocate(count);
        let number = buffer.nodes.allocate(1, buffer.step, more)?;
        self.nodes.set(
            number,
            Node {
                state: *state,
                block,
            },
        );
        let is = |node| self.is_state(node, state);
        match self.index.insert(state, number, is) {
            Insertion::New => Some(number),
            // The node made here stays unused.
            Insertion::Old(other) => Some(other),
        }
    }

    /// Allocates the edges of a state; `None` if there is no room. No move has a margin above `most`. Priors are
    /// computed only if they have a weight.
    fn make_edges<G>(
        &self,
        game: &G,
        state: &State,
        most: i32,
        bias: f32,
        moves: &mut Vec<G::Move>,
        buffer: &mut LocalBuffer,
    ) -> Option<EdgeBlock>
    where
        G: SampledProblem<State = State>,
    {
        moves.clear();
        game.moves(state, moves);
        let count = moves.len() as u32;
        let more = |count| self.edges.allocate(count);
        let step = EDGES_A_NODE * buffer.step;
        let start = buffer.edges.allocate(count, step, more)?;
        let bound = game.bound(state);
        for (edge, &chosen) in self.edges.run(start, count).iter().zip(&*moves) {
            edge.interval.set(Interval {
                low: -bound,
                high: most,
            });
            if bias != 0.0 {
                edge.set_prior(bias * game.prior(state, chosen));
            }
        }
        Some(EdgeBlock {
            start,
            count,
            side: game.side_to_move(state),
        })
    }

    /// Removes all nodes and edges.
    pub(super) fn clear(&mut self) {
        self.nodes.clear();
        self.edges.clear();
        self.index.clear();
        *self.unused.get_mut() = 0;
    }

    /// Removes the nodes that cannot be reached from a node; returns its new number.
    pub(super) fn retain_from(&mut self, root: u32) -> u32 {
        let kept = self.reached(root);
        let mut order: Vec<u32> = (0..kept.len() as u32)
            .filter(|&node| kept[node as usize])
            .collect();
        let mut renamed = vec![u32::MAX; kept.len()];
        for (now, &before) in order.iter().enumerate() {
            renamed[before as usize] = now as u32;
        }
        self.nodes.retain(&order);
        *self.unused.get_mut() = 0;
        // From here on `order` has new numbers, by the places of the edges.
        let starts = |tree: &Self, node: u32| tree.node(node).block.start;
        order = (0..order.len() as u32).collect();
        order.sort_unstable_by_key(|&node| starts(self, node));
        let runs: Vec<_> = order
            .iter()
            .map(|&node| self.node(node).block)
            .map(|block| (block.start, block.count))
            .collect();
        let mut places = Vec::with_capacity(runs.len());
        self.edges
            .retain(runs.into_iter(), |place| places.push(place));
        for (&node, &place) in order.iter().zip(&places) {
            self.nodes.get_mut(node).block.start = place;
        }
        for &node in &order {
            for edge in self.edges(self.node(node).block) {
                if let Some((child, _)) = edge.child() {
                    let child = renamed[child as usize];
                    edge.set_child(child, self.node(child).block);
                }
            }
        }
        self.index.clear();
        for node in 0..self.nodes.count_allocated() {
            self.index.insert(&self.node(node).state, node, |_| false);
        }
        renamed[root as usize]
    }

    /// Returns for each node whether it can be reached from `root`.
    fn reached(&self, root: u32) -> Vec<bool> {
        let mut reached = vec![false; self.nodes.count_allocated() as usize];
        reached[root as usize] = true;
        let mut open = vec![root];
        while let Some(node) = open.pop() {
            let edges = self.edges(self.node(node).block);
            for (child, _) in edges.iter().filter_map(Edge::child) {
                if !std::mem::replace(&mut reached[child as usize], true) {
                    open.push(child);
                }
            }
        }
        reached
    }
}

/// Returns the bounds of the margin of the side to move that are known without a search.
#[inline]
pub(super) fn bounds_without_search<G: SampledProblem>(game: &G, state: &G::State) -> Interval {
    if let Some(margin) = game.terminal(state) {
        return Interval::exact(margin);
    }
    let within = Interval::within(game.bound(state));
    game.oracle_bounds(state)
        .map_or(within, |known| known.and(within))
}
