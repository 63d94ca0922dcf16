//! A graph in memory: the edges of each node in one list.

use crate::Turn;
use crate::components;

/// The most nodes of a graph: an edge keeps a bit for the side to move.
const MOST_NODES: u64 = 1 << 31;

/// The node of this index.
///
/// # Panics
/// No graph has this many nodes.
pub(super) fn node(index: u64) -> u32 {
    assert!(index < MOST_NODES, "more than 2³¹ nodes");
    index as u32
}

/// An edge: the node it leads to, and whether the side to move differs there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Edge(u32);

impl Edge {
    /// An edge to a [`node`].
    pub(super) fn new(node: u32, turn: Turn) -> Edge {
        debug_assert!(u64::from(node) < MOST_NODES);
        Edge(node << 1 | u32::from(turn.is_other()))
    }

    /// The node that it leads to.
    #[inline]
    pub(super) fn node(self) -> u32 {
        self.0 >> 1
    }

    /// Whose turn it is there.
    #[inline]
    pub(super) fn turn(self) -> Turn {
        Turn::other_if(self.0 & 1 == 1)
    }
}

/// A graph with nodes 0, 1, 2, …; four bytes an edge, eight a node.
#[derive(Clone, Debug, Default)]
pub(super) struct Graph {
    /// Where the edges of each node end.
    ends: Vec<u64>,
    edges: Vec<Edge>,
}

impl Graph {
    /// Adds a node with these edges; they are sorted and freed of repetitions.
    pub(super) fn push(&mut self, edges: &mut Vec<Edge>) {
        edges.sort_unstable();
        edges.dedup();
        self.edges.extend_from_slice(edges);
        self.ends.push(self.edges.len() as u64);
    }

    /// Adds all nodes of another graph after those of this one; its edges already lead to the
    /// nodes as they are numbered here.
    pub(super) fn append(&mut self, other: &Graph) {
        let before = self.edges.len() as u64;
        self.edges.extend_from_slice(&other.edges);
        self.ends.extend(other.ends.iter().map(|end| before + end));
    }

    /// How many nodes there are.
    pub(super) fn nodes(&self) -> u32 {
        self.ends.len() as u32
    }

    /// The edges of a node, in ascending order.
    #[inline]
    pub(super) fn edges(&self, node: u32) -> &[Edge] {
        let from = match node {
            0 => 0,
            _ => self.ends[node as usize - 1],
        };
        &self.edges[from as usize..self.ends[node as usize] as usize]
    }

    /// Whether an edge leads from the node to itself.
    pub(super) fn loops(&self, node: u32) -> bool {
        self.edges(node).iter().any(|edge| edge.node() == node)
    }
}

impl components::Graph for Graph {
    fn nodes(&self) -> u32 {
        Graph::nodes(self)
    }

    fn successor(&self, node: u32, index: u32) -> Option<u32> {
        let edge = self.edges(node).get(index as usize);
        edge.map(|edge| edge.node())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_node_fits_an_edge() {
        let last = node(MOST_NODES - 1);
        for turn in [Turn::Same, Turn::Other] {
            let edge = Edge::new(last, turn);
            assert_eq!((edge.node(), edge.turn()), (last, turn));
        }
    }

    #[test]
    #[should_panic(expected = "more than 2³¹ nodes")]
    fn one_more_does_not() {
        node(MOST_NODES);
    }
}
