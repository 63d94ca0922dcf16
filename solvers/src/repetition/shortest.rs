//! The shortest cycle of a graph.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicU32, Ordering};

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::graph::{Components, Graph};
use crate::Turn;

/// Returns the shortest cycle at whose end the side to move is the same again, as its nodes in order, the first not
/// repeated. Among the shortest it is one with the lowest first node; `None` if there is no cycle. A cycle with an odd
/// number of changed turns is passed twice.
pub(super) fn shortest_cycle(graph: &Graph, components: &Components) -> Option<Vec<u32>> {
    let best = AtomicU32::new(u32::MAX);
    let on_cycles = || {
        (0..graph.nodes())
            .into_par_iter()
            .filter(|&node| components.on_cycle(graph, node))
    };
    on_cycles().for_each(|node| {
        let most = best.load(Ordering::Relaxed).saturating_sub(1);
        if let Some(cycle) = cycle_from(graph, components, node, most) {
            best.fetch_min(cycle.len() as u32, Ordering::Relaxed);
        }
    });
    let length = best.into_inner();
    if length == u32::MAX {
        return None;
    }
    on_cycles().find_map_first(|node| cycle_from(graph, components, node, length))
}

/// Searches breadth-first for the shortest cycle, of at most `most` edges, in which `start` is the lowest node.
fn cycle_from(graph: &Graph, components: &Components, start: u32, most: u32) -> Option<Vec<u32>> {
    let component = components.component(start);
    // The predecessor over which each node was first reached, for each side to move.
    let mut origins: FxHashMap<(u32, Turn), (u32, Turn)> = FxHashMap::default();
    let mut open = VecDeque::from([(start, Turn::Same, 0)]);
    while let Some((node, turn_here, depth)) = open.pop_front() {
        if depth >= most {
            return None;
        }
        for edge in graph.edges(node) {
            if edge.node() < start || components.component(edge.node()) != component {
                continue;
            }
            let next = (edge.node(), turn_here ^ edge.turn());
            if next == (start, Turn::Same) {
                let mut cycle = vec![node];
                let mut at = (node, turn_here);
                while at != (start, Turn::Same) {
                    at = origins[&at];
                    cycle.push(at.0);
                }
                cycle.reverse();
                return Some(cycle);
            }
            origins.entry(next).or_insert_with(|| {
                open.push_back((next.0, next.1, depth + 1));
                (node, turn_here)
            });
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::repetition::graph::Edge;
    use proptest::prelude::*;

    /// Returns the length of the shortest cycle, by walks of 1, 2, 3, … edges from every node.
    fn plain_shortest_cycle(edges: &[Vec<(u32, Turn)>]) -> Option<usize> {
        (1..=2 * edges.len()).find(|&length| {
            (0..edges.len() as u32).any(|start| {
                let mut at = std::collections::BTreeSet::from([(start, Turn::Same)]);
                for _ in 0..length {
                    at = at
                        .into_iter()
                        .flat_map(|(node, turn_here)| {
                            let edges = edges[node as usize].iter();
                            edges.map(move |&(to, turn)| (to, turn_here ^ turn))
                        })
                        .collect();
                }
                at.contains(&(start, Turn::Same))
            })
        })
    }

    #[test]
    fn a_pair_beside_a_triangle() {
        let mut graph = Graph::default();
        for to in [vec![1], vec![2], vec![0, 3], vec![2]] {
            graph.push(&mut to.iter().map(|&to| Edge::new(to, Turn::Same)).collect());
        }
        let components = Components::find(&graph);
        assert_eq!(shortest_cycle(&graph, &components), Some(vec![2, 3]));
    }

    proptest! {
        #[test]
        fn as_long_as_the_shortest_walk_back(
            edges in prop::collection::vec(
                prop::collection::vec((0..9u32, prop_oneof![Just(Turn::Same), Just(Turn::Other)]), 0..3), 9)
        ) {
            let mut graph = Graph::default();
            for edges in &edges {
                graph.push(&mut edges.iter().map(|&(to, turn)| Edge::new(to, turn)).collect());
            }
            let components = Components::find(&graph);
            let cycle = shortest_cycle(&graph, &components);
            prop_assert_eq!(cycle.as_ref().map(Vec::len), plain_shortest_cycle(&edges));
            for pair in cycle.iter().flat_map(|cycle| cycle.windows(2)) {
                prop_assert!(graph.edges(pair[0]).iter().any(|edge| edge.node() == pair[1]));
            }
        }
    }
}
