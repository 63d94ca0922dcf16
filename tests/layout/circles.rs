//! Circles in a graph.

use std::collections::{BTreeMap, BTreeSet};

/// The largest sets of nodes that all reach each other, those of a single node left out.
pub(crate) fn circles<'a>(graph: &BTreeMap<&'a str, BTreeSet<&'a str>>) -> Vec<BTreeSet<&'a str>> {
    let reached: BTreeMap<&str, BTreeSet<&str>> = graph
        .keys()
        .map(|&node| (node, reach(graph, node)))
        .collect();
    let mut found: Vec<BTreeSet<&str>> = Vec::new();
    for (&node, others) in &reached {
        if others.contains(node) && !found.iter().any(|circle| circle.contains(node)) {
            let back = others.iter().filter(|other| reached[*other].contains(node));
            found.push(back.copied().collect());
        }
    }
    found
}

/// What can be reached from a node in one step or more.
fn reach<'a>(graph: &BTreeMap<&'a str, BTreeSet<&'a str>>, node: &str) -> BTreeSet<&'a str> {
    let mut reached = BTreeSet::new();
    let mut open = vec![node];
    while let Some(node) = open.pop() {
        for &next in &graph[node] {
            if reached.insert(next) {
                open.push(next);
            }
        }
    }
    reached
}
