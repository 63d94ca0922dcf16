//! The tree, or rather the graph: a node a state, found by its state.

use std::hash::{BuildHasher, Hash};
use std::sync::atomic::{AtomicU64, Ordering};

use rustc_hash::FxBuildHasher;

use super::arena::Arena;
use super::node::{Edge, NONE, Node};
use super::simulate::{Simulate, sign_for};
use crate::Side;

/// Room for so many edges a node. Only nodes visited twice have edges, and all but the root are
/// behind one, so that there are seldom twice as many.
const EDGES_A_NODE: usize = 2;
/// Slots of the index a node, at most.
const SLOTS_A_NODE: usize = 3;

pub(super) struct Tree<State> {
    nodes: Arena<Node<State>>,
    edges: Arena<Edge>,
    /// Nodes by the hashes of their states: the high half of a hash, and the number of the node
    /// plus one. Zero is nobody; collisions go to the next slot.
    index: Box<[AtomicU64]>,
}

/// A node, and whether it was made just now.
pub(super) struct Found {
    pub(super) node: u32,
    pub(super) fresh: bool,
}

impl<State: Copy + Eq + Hash> Tree<State> {
    /// A tree that never takes more memory than so many bytes, but room for one node at least.
    pub(super) fn new(bytes: usize) -> Tree<State> {
        let node = size_of::<Node<State>>()
            + EDGES_A_NODE * size_of::<Edge>()
            + SLOTS_A_NODE * size_of::<AtomicU64>();
        let nodes = (bytes / node).clamp(1, 1 << 30) as u32;
        // One slot at least stays empty, which ends every look-up.
        let slots = (nodes as usize + nodes as usize / 2 + 1).next_power_of_two();
        Tree {
            nodes: Arena::new(nodes),
            edges: Arena::new(nodes * EDGES_A_NODE as u32),
            index: (0..slots).map(|_| AtomicU64::new(0)).collect(),
        }
    }

    pub(super) fn nodes(&self) -> u32 {
        self.nodes.used()
    }

    /// Whether half of the room for nodes or edges is taken.
    pub(super) fn half_full(&self) -> bool {
        self.nodes.used() > self.nodes.capacity() / 2
            || self.edges.used() > self.edges.capacity() / 2
    }

    #[inline]
    pub(super) fn node(&self, node: u32) -> &Node<State> {
        self.nodes.get(node)
    }

    /// The edges of a node, if it has any yet.
    #[inline]
    pub(super) fn edges(&self, node: &Node<State>) -> Option<&[Edge]> {
        let (start, count) = node.edges()?;
        Some(self.edges.run(start, count))
    }

    /// The slot to begin with, and the high half of the hash, which goes into it.
    #[inline]
    fn hash(&self, state: &State) -> (usize, u64) {
        // The high bits of this hash are good in every game, the low ones are not.
        let hash = FxBuildHasher
            .hash_one(state)
            .wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let shift = 64 - self.index.len().trailing_zeros();
        let slot = if shift == 64 { 0 } else { hash >> shift };
        // Other bits than those of the slot.
        (slot as usize, hash << 32)
    }

    /// The node of a state, if there is one.
    pub(super) fn find(&self, state: &State) -> Option<u32> {
        let (mut slot, tag) = self.hash(state);
        loop {
            match self.index[slot].load(Ordering::Acquire) {
                0 => return None,
                entry if self.is(entry, tag, state) => return Some(entry as u32 - 1),
                _ => slot = (slot + 1) & (self.index.len() - 1),
            }
        }
    }

    #[inline]
    fn is(&self, entry: u64, tag: u64, state: &State) -> bool {
        entry >> 32 == tag >> 32 && self.node(entry as u32 - 1).state() == state
    }

    /// The node of a state, made if there is none. `None` if there is no room.
    pub(super) fn find_or_make<G>(&self, game: &G, state: &State) -> Option<Found>
    where
        G: Simulate<State = State>,
    {
        let (mut slot, tag) = self.hash(state);
        let mut made = None;
        loop {
            let entry = self.index[slot].load(Ordering::Acquire);
            if entry == 0 {
                let node = match made {
                    Some(node) => node,
                    None => self.make(game, state)?,
                };
                made = Some(node);
                let entry = tag | u64::from(node + 1);
                let put = self.index[slot].compare_exchange(
                    0,
                    entry,
                    Ordering::Release,
                    Ordering::Relaxed,
                );
                if put.is_ok() {
                    return Some(Found { node, fresh: true });
                }
                // Another thread was faster: look at what it put there. If that is this state, the
                // node made here stays unused.
            } else if self.is(entry, tag, state) {
                return Some(Found {
                    node: entry as u32 - 1,
                    fresh: false,
                });
            } else {
                slot = (slot + 1) & (self.index.len() - 1);
            }
        }
    }

    fn make<G: Simulate<State = State>>(&self, game: &G, state: &State) -> Option<u32> {
        let number = self.nodes.take(1)?;
        let node = self.node(number);
        node.set_state(*state);
        let (lower, upper) = match game.terminal(state) {
            Some(margin) => (margin, margin),
            None => {
                let bound = game.bound(state);
                let (lower, upper) = game.known(state).unwrap_or((-bound, bound));
                (lower.max(-bound), upper.min(bound))
            }
        };
        match game.side_to_move(state) {
            Side::First => node.bounds.tighten(lower, upper),
            Side::Second => node.bounds.tighten(-upper, -lower),
        };
        Some(number)
    }

    /// Gives a node its edges, unless there is no room or another thread is at it. What the moves
    /// promise is asked where it has a weight.
    pub(super) fn expand<G>(
        &self,
        game: &G,
        node: &Node<State>,
        weight: f32,
        moves: &mut Vec<G::Move>,
    ) where
        G: Simulate<State = State>,
    {
        if !node.claim() {
            return;
        }
        let state = node.state();
        moves.clear();
        game.moves(state, moves);
        let count = moves.len() as u32;
        let start = self.edges.take(count);
        if let Some(start) = start {
            let bound = game.bound(state);
            for (edge, &chosen) in self.edges.run(start, count).iter().zip(&*moves) {
                edge.bounds.tighten(-bound, bound);
                if weight != 0.0 {
                    let promise = weight * game.promise(state, chosen);
                    edge.promise.store(promise.to_bits(), Ordering::Relaxed);
                }
            }
        }
        node.set_edges(start.map(|start| (start, count)));
    }

    /// Carries what is proven of the edges of a node over to the node.
    pub(super) fn update(&self, node: &Node<State>, edges: &[Edge], side: Side) {
        let sign = sign_for(side, Side::First);
        // As the side to move sees it, which has the choice of the best.
        let (mut lower, mut upper) = (i32::MIN, i32::MIN);
        for edge in edges {
            let bounds = seen(edge.bounds.get(), sign);
            lower = lower.max(bounds.0);
            upper = upper.max(bounds.1);
        }
        let (lower, upper) = seen((lower, upper), sign);
        node.bounds.tighten(lower, upper);
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.nodes.clear();
        self.edges.clear();
        for slot in &mut self.index {
            *slot.get_mut() = 0;
        }
    }

    /// Forgets what cannot be reached from a node; returns its new number.
    pub(super) fn keep(&mut self, root: u32) -> u32 {
        let mut kept = vec![false; self.nodes.used() as usize];
        let mut open = vec![root];
        kept[root as usize] = true;
        let mut runs = Vec::new();
        while let Some(number) = open.pop() {
            let Some((start, count)) = self.node(number).edges() else {
                continue;
            };
            runs.push((start, count, number));
            for child in self.edges.run(start, count).iter().filter_map(Edge::child) {
                if !std::mem::replace(&mut kept[child as usize], true) {
                    open.push(child);
                }
            }
        }
        runs.sort_unstable();
        let mut places = Vec::with_capacity(runs.len());
        let in_order = runs.iter().map(|&(start, count, _)| (start, count));
        self.edges.keep(in_order, |place| places.push(place));
        for (&(_, count, number), &place) in runs.iter().zip(&places) {
            self.node(number).set_edges(Some((place, count)));
        }
        let numbers = (0..kept.len() as u32).filter(|&number| kept[number as usize]);
        let mut renamed = vec![NONE; kept.len()];
        for (now, before) in numbers.clone().enumerate() {
            renamed[before as usize] = now as u32;
        }
        self.nodes.keep(numbers.map(|number| (number, 1)), |_| ());
        for (&(_, count, _), &place) in runs.iter().zip(&places) {
            for edge in self.edges.run(place, count) {
                if let Some(child) = edge.child() {
                    edge.child.store(renamed[child as usize], Ordering::Relaxed);
                }
            }
        }
        self.rebuild_index();
        renamed[root as usize]
    }

    fn rebuild_index(&mut self) {
        for slot in &mut self.index {
            *slot.get_mut() = 0;
        }
        for number in 0..self.nodes.used() {
            let (mut slot, tag) = self.hash(self.node(number).state());
            while *self.index[slot].get_mut() != 0 {
                slot = (slot + 1) & (self.index.len() - 1);
            }
            *self.index[slot].get_mut() = tag | u64::from(number + 1);
        }
    }
}

/// Bounds of `Side::First` as the side with this sign sees them, and back.
#[inline]
pub(super) fn seen((lower, upper): (i32, i32), sign: i32) -> (i32, i32) {
    if sign > 0 {
        (lower, upper)
    } else {
        // The least number has no counterpart; as a bound that nobody has proven it may stay one.
        (upper.saturating_neg(), lower.saturating_neg())
    }
}
