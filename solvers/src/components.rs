//! Strongly connected components.

/// Marks a node that was not visited.
const UNSEEN: u32 = u32::MAX;
/// Marks a node whose component was reported.
const CLOSED: u32 = u32::MAX - 1;

/// The maximum number of nodes of a graph: two 32-bit numbers are reserved.
pub(crate) const MOST_NODES: u32 = CLOSED;

/// A graph with nodes 0, 1, 2, ….
pub(crate) trait Graph {
    /// Returns the number of nodes, at most [`MOST_NODES`].
    fn nodes(&self) -> u32;

    /// Returns the target of the edge of a node with this index, from 0; `None` if the node has no more edges.
    fn successor(&self, node: u32, index: u32) -> Option<u32>;
}

/// Calls `visit` with each strongly connected component until it fails. A component comes after all components that it
/// leads to (R. Tarjan, *Depth-first search and linear graph algorithms*, SIAM J. Comput. 1, 1972). The function does
/// not recurse. It takes eight bytes per node, and twelve for each node on the current path.
pub(crate) fn components<E>(
    graph: &impl Graph,
    mut visit: impl FnMut(&[u32]) -> Result<(), E>,
) -> Result<(), E> {
    let nodes = graph.nodes();
    // The time at which a node was met, and the earliest open node to which it leads back.
    let mut met = vec![UNSEEN; nodes as usize];
    let mut earliest = vec![0u32; nodes as usize];
    let mut clock = 0;
    // The nodes of incomplete components, in the order in which they were met.
    let mut open: Vec<u32> = Vec::new();
    // The path to the current node: each node with the number of its followed edges.
    let mut way: Vec<(u32, u32)> = Vec::new();
    for root in 0..nodes {
        if met[root as usize] != UNSEEN {
            continue;
        }
        way.push((root, 0));
        while let Some(&mut (node, ref mut followed)) = way.last_mut() {
            let at = node as usize;
            if *followed == 0 {
                met[at] = clock;
                earliest[at] = clock;
                clock += 1;
                open.push(node);
            }
            if let Some(next) = graph.successor(node, *followed) {
                *followed += 1;
                match met[next as usize] {
                    UNSEEN => way.push((next, 0)),
                    CLOSED => {}
                    when => earliest[at] = earliest[at].min(when),
                }
                continue;
            }
            way.pop();
            if let Some(&(before, _)) = way.last() {
                let before = before as usize;
                earliest[before] = earliest[before].min(earliest[at]);
            }
            if earliest[at] == met[at] {
                let first = (open.iter().rposition(|&other| other == node))
                    .expect("a node is open until its component is complete");
                for &other in &open[first..] {
                    met[other as usize] = CLOSED;
                }
                visit(&open[first..])?;
                open.truncate(first);
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;
    use proptest::prelude::*;

    impl Graph for Vec<Vec<u32>> {
        fn nodes(&self) -> u32 {
            self.len() as u32
        }

        fn successor(&self, node: u32, index: u32) -> Option<u32> {
            self[node as usize].get(index as usize).copied()
        }
    }

    fn all(graph: &Vec<Vec<u32>>) -> Vec<Vec<u32>> {
        let mut all = Vec::new();
        let Ok(()) = components(graph, |component| {
            all.push(component.to_vec());
            Ok::<(), Infallible>(())
        });
        all
    }

    /// Returns for each node whether any number of edges reaches it.
    fn reached(graph: &[Vec<u32>], from: u32) -> Vec<bool> {
        let mut reached = vec![false; graph.len()];
        reached[from as usize] = true;
        let mut open = vec![from];
        while let Some(node) = open.pop() {
            for &next in &graph[node as usize] {
                if !std::mem::replace(&mut reached[next as usize], true) {
                    open.push(next);
                }
            }
        }
        reached
    }

    proptest! {
        #[test]
        fn together_if_and_only_if_each_reaches_the_other(
            graph in prop::collection::vec(prop::collection::vec(0..12u32, 0..3), 12)
        ) {
            let all = all(&graph);
            prop_assert_eq!(all.iter().map(Vec::len).sum::<usize>(), graph.len());
            let reached: Vec<_> = (0..12).map(|node| reached(&graph, node)).collect();
            let component = |node: u32| all.iter().position(|one| one.contains(&node));
            for a in 0..12u32 {
                for b in 0..12u32 {
                    let (there, back) = (reached[a as usize][b as usize], reached[b as usize][a as usize]);
                    prop_assert_eq!(component(a) == component(b), there && back);
                    // The components that a component leads to come before it.
                    prop_assert!(!there || component(b) <= component(a));
                }
            }
        }
    }

    #[test]
    fn it_ends_with_the_first_failure() {
        let graph = vec![vec![1], vec![], vec![]];
        let mut told = 0;
        let failed = components(&graph, |_| {
            told += 1;
            Err("enough")
        });
        assert_eq!((failed, told), (Err("enough"), 1));
    }

    #[test]
    fn a_long_path_needs_no_deep_stack() {
        let mut graph: Vec<Vec<u32>> = (1..300_000).map(|next| vec![next]).collect();
        graph.push(vec![0]);
        assert_eq!(all(&graph)[0].len(), 300_000);
    }
}
