//! The strongly connected components of a graph, node by node.

use std::convert::Infallible;

use super::graph::Graph;
use crate::components::components;

/// Which nodes reach each other; four bytes a node, three times as many more while they are found.
#[derive(Clone, Debug)]
pub(super) struct Components {
    /// The component of each node.
    of: Vec<u32>,
    /// How many nodes each component has.
    sizes: Vec<u32>,
}

impl Components {
    /// Finds the components of a graph.
    pub(super) fn of(graph: &Graph) -> Components {
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

    /// The component of a node.
    #[inline]
    pub(super) fn component(&self, node: u32) -> u32 {
        self.of[node as usize]
    }

    /// How many nodes the component of a node has.
    pub(super) fn size(&self, node: u32) -> u32 {
        self.sizes[self.component(node) as usize]
    }

    /// Whether the node lies on a cycle.
    pub(super) fn on_cycle(&self, graph: &Graph, node: u32) -> bool {
        self.size(node) > 1 || graph.loops(node)
    }
}

#[cfg(test)]
mod tests {
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

    /// Which nodes can be reached by one edge or more, plainly.
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
            let components = Components::of(&graph);
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
        let components = Components::of(&graph);
        let on_cycles = (0..4).filter(|&node| components.on_cycle(&graph, node));
        assert_eq!(on_cycles.collect::<Vec<_>>(), [1, 2, 3]);
    }
}
