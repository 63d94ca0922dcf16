//! Strongly connected components.

use super::graph::Graph;

/// Not yet seen.
const NEW: u32 = u32::MAX;

/// The strongly connected components of a graph (R. Tarjan, *Depth-first search and linear graph
/// algorithms*, SIAM J. Comput. 1, 1972), without recursion; sixteen bytes a node.
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
        let nodes = graph.nodes();
        let mut found = Components {
            of: vec![NEW; nodes as usize],
            sizes: Vec::new(),
        };
        // When a node was first seen, and the earliest node on the stack that it leads back to.
        let mut seen = vec![NEW; nodes as usize];
        let mut earliest = vec![0u32; nodes as usize];
        let mut clock = 0;
        let mut stack = Vec::new();
        // The way to the node at hand, each with how many of its edges were followed.
        let mut way: Vec<(u32, u32)> = Vec::new();
        for root in 0..nodes {
            if seen[root as usize] != NEW {
                continue;
            }
            way.push((root, 0));
            while let Some(&mut (node, ref mut followed)) = way.last_mut() {
                let at = node as usize;
                if *followed == 0 {
                    seen[at] = clock;
                    earliest[at] = clock;
                    clock += 1;
                    stack.push(node);
                }
                if let Some(edge) = graph.edges(node).get(*followed as usize) {
                    *followed += 1;
                    let next = edge.node() as usize;
                    if seen[next] == NEW {
                        way.push((edge.node(), 0));
                    } else if found.of[next] == NEW {
                        earliest[at] = earliest[at].min(seen[next]);
                    }
                    continue;
                }
                way.pop();
                if let Some(&(before, _)) = way.last() {
                    let before = before as usize;
                    earliest[before] = earliest[before].min(earliest[at]);
                }
                if earliest[at] == seen[at] {
                    found.close(node, &mut stack);
                }
            }
        }
        found
    }

    /// Takes the component of its first node from the stack.
    fn close(&mut self, first: u32, stack: &mut Vec<u32>) {
        let mut size = 0;
        while let Some(node) = stack.pop() {
            self.of[node as usize] = self.sizes.len() as u32;
            size += 1;
            if node == first {
                break;
            }
        }
        self.sizes.push(size);
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
    use crate::repetition::graph::Edge;
    use proptest::prelude::*;

    fn graph(edges: &[Vec<u32>]) -> Graph {
        let mut graph = Graph::default();
        for edges in edges {
            let mut edges = edges.iter().map(|&to| Edge::new(to, false)).collect();
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

    #[test]
    fn a_long_path_needs_no_deep_stack() {
        let mut edges: Vec<Vec<u32>> = (1..300_000).map(|next| vec![next]).collect();
        edges.push(vec![0]);
        let graph = graph(&edges);
        let components = Components::of(&graph);
        assert_eq!(components.size(7), 300_000);
    }
}
