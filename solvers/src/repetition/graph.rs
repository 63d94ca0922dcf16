//! A graph in memory, with the edges of all nodes in one list.

use std::convert::Infallible;

use crate::components::components;
use crate::{Turn, components};

/// The maximum number of nodes of a graph: an edge has one bit for the side to move.
const MOST_NODES: u64 = 1 << 31;

/// Returns the node with this index.
///
/// # Panics
/// Panics if the index is not below 2³¹, the maximum number of nodes.
pub(super) fn node(index: u64) -> u32 {
    assert!(index < MOST_NODES, "more than 2³¹ nodes");
    index as u32
}

/// An edge: the node it leads to, and whether the side to move differs there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Edge(u32);

impl Edge {
    /// Creates an edge to a [`node`].
    pub(super) fn new(node: u32, turn: Turn) -> Edge {
        debug_assert!(u64::from(node) < MOST_NODES);
        Edge(node << 1 | u32::from(turn.is_other()))
    }

    /// Returns the node that the edge leads to.
    #[inline]
    pub(super) fn node(self) -> u32 {
        self.0 >> 1
    }

    /// Returns the turn there, relative to the side to move at the start of the edge.
    #[inline]
    pub(super) fn turn(self) -> Turn {
        Turn::other_if(self.0 & 1 == 1)
    }
}

/// A graph with nodes 0, 1, 2, …; four bytes per edge, eight per node.
#[derive(Clone, Debug, Default)]
pub(super) struct Graph {
    /// The end of the edges of each node.
    ends: Vec<u64>,
    edges: Vec<Edge>,
}

impl Graph {
    /// Adds a node with these edges, which are sorted and without repetition afterwards.
    pub(super) fn push(&mut self, edges: &mut Vec<Edge>) {
        edges.sort_unstable();
        edges.dedup();
        self.edges.extend_from_slice(edges);
        self.ends.push(self.edges.len() as u64);
    }

    /// Adds all nodes of another graph after those of this one. Its edges must already lead to the nodes as they are
    /// numbered here.
    pub(super) fn append(&mut self, other: &Graph) {
        let before = self.edges.len() as u64;
        self.edges.extend_from_slice(&other.edges);
        self.ends.extend(other.ends.iter().map(|end| before + end));
    }

    /// Returns the number of nodes.
    pub(super) fn nodes(&self) -> u32 {
        self.ends.len() as u32
    }

    /// Returns the edges of a node, in ascending order.
    #[inline]
    pub(super) fn edges(&self, node: u32) -> &[Edge] {
        let from = match node {
            0 => 0,
            _ => self.ends[node as usize - 1],
        };
        &self.edges[from as usize..self.ends[node as usize] as usize]
    }

    /// Returns whether an edge leads from the node to itself.
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

/// The strongly connected components of a graph: four bytes per node, and twelve more during the search.
#[derive(Clone, Debug)]
pub(super) struct Components {
    /// The component of each node.
    of: Vec<u32>,
    /// The number of nodes of each component.
    sizes: Vec<u32>,
}

impl Components {
    /// Finds the components of a graph.
    pub(super) fn find(graph: &Graph) -> Components {
        let mut of = vec![0; graph.nodes() as usize];
        let mut sizes = Vec::new();
        let Ok(()) = components(graph, |component| {
            for &node in component {
                of[node as usize] = sizes.len() as u32;
            }
            sizes.push(component.len() as u32);
            Ok::<(), Infallible>(())
        });
        Components { of, sizes }
    }

    /// Returns the component of a node.
    #[inline]
    pub(super) fn component(&self, node: u32) -> u32 {
        self.of[node as usize]
    }

    /// Returns the number of nodes in the component of a node.
    pub(super) fn size(&self, node: u32) -> u32 {
        self.sizes[self.component(node) as usize]
    }

    /// Returns whether the node lies on a cycle.
    pub(super) fn on_cycle(&self, graph: &Graph, node: u32) -> bool {
        self.size(node) > 1 || graph.loops(node)
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

#[cfg(test)]
mod components_tests {
    use super::*;
    use crate::Turn;
    use crate::repetition::graph::Edge;
    use proptest::prelude::*;

    fn graph(edges: &[Vec<u32>]) -> Graph {
        let mut graph = Graph::default();
        for edges in edges {
            let mut edges = edges.iter().map(|&to| Edge::new(to, Turn::Same)).collect();
            graph.push(&mut edges);
        }
        graph
    }

    /// Returns for each node whether it can be reached over one edge or more.
    fn reachable(graph: &Graph, from: u32) -> Vec<bool> {
        let mut reached = vec![false; graph.nodes() as usize];
        let mut open = vec![from];
        while let Some(node) = open.pop() {
            for edge in graph.edges(node) {
                if !std::mem::replace(&mut reached[edge.node() as usize], true) {
                    open.push(edge.node());
                }
            }
        }
        reached
    }

    proptest! {
        #[test]
        fn together_if_and_only_if_each_reaches_the_other(
            edges in prop::collection::vec(prop::collection::vec(0..12u32, 0..3), 12)
        ) {
            let graph = graph(&edges);
            let components = Components::find(&graph);
            let reached: Vec<Vec<bool>> = (0..12).map(|node| reachable(&graph, node)).collect();
            for a in 0..12u32 {
                prop_assert_eq!(components.on_cycle(&graph, a), reached[a as usize][a as usize]);
                for b in 0..12u32 {
                    let both = reached[a as usize][b as usize] && reached[b as usize][a as usize];
                    let together = components.component(a) == components.component(b);
                    prop_assert_eq!(together, a == b || both);
                }
            }
        }
    }

    #[test]
    fn a_pair_and_a_loop() {
        let graph = graph(&[vec![1], vec![2], vec![1], vec![3]]);
        let components = Components::find(&graph);
        let on_cycles = (0..4).filter(|&node| components.on_cycle(&graph, node));
        assert_eq!(on_cycles.collect::<Vec<_>>(), [1, 2, 3]);
    }
}
