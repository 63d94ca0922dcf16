//! The positions of a layer that can recur without leaving it.

use rayon::prelude::*;

use super::graph::{Components, Edge, Graph, node};
use super::shortest::shortest_cycle;
use crate::position_set::{PositionIndex, PositionSet};
use crate::retrograde::{Layered, Reply, Sink};
use crate::{Cancelled, Monitor, Turn};

/// The number of positions expanded together.
const TOGETHER: usize = 64;
/// The number of positions that a thread examines at a time, such that no two threads share a word of the sets.
const CHUNK: u64 = 4096;

/// The cycles within a layer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LayerCycles {
    /// The number of positions of the layer.
    pub positions: u64,
    /// The number of positions that lie on a cycle.
    pub on_cycles: u64,
    /// The number of strongly connected components with a cycle.
    pub components: u64,
    /// The number of positions of the largest component.
    pub largest: u64,
    /// The ranks of the positions of a shortest cycle in order, the lowest first and not repeated at the end; empty if
    /// there is none.
    pub shortest: Vec<u64>,
}

/// Finds the cycles within a layer.
///
/// Positions without predecessors or without successors in the layer are removed until a pass removes few. This takes
/// two bits per position. The remaining graph takes some thirty bytes per position and four bytes per edge.
///
/// # Errors
/// An error if the monitor cancelled.
///
/// # Panics
/// Panics if more than 2³¹ positions are left.
pub fn layer_cycles(
    game: &impl Layered,
    layer: u32,
    monitor: &dyn Monitor,
) -> Result<LayerCycles, Cancelled> {
    let positions = game.positions(layer).unwrap_or(0);
    let mut alive = PositionSet::full(positions);
    let mut left = positions;
    loop {
        let next = PositionSet::empty(positions);
        monitor.begin(&format!("layer {layer}: trimming"), positions);
        run_pass(game, layer, &alive, monitor, |rank, edges| {
            if edges.is_empty() {
                alive.remove(rank);
            }
            edges.iter().for_each(|&(to, _)| next.insert(to));
        })?;
        alive.intersect(&next);
        let now = alive.count();
        // Once a pass removes few positions, the rest is better stored as a graph.
        let enough = now == 0 || left - now <= left / 8;
        left = now;
        if enough {
            break;
        }
    }
    let index = PositionIndex::new(&alive);
    monitor.begin(&format!("layer {layer}: cycles"), positions);
    let graph = graph(game, layer, &alive, &index, monitor)?;
    let components = Components::find(&graph);
    let mut found = LayerCycles {
        positions,
        on_cycles: 0,
        components: 0,
        largest: 0,
        shortest: Vec::new(),
    };
    let mut counted = std::collections::HashSet::new();
    for node in (0..graph.nodes()).filter(|&node| components.on_cycle(&graph, node)) {
        found.on_cycles += 1;
        counted.insert(components.component(node));
        found.largest = found.largest.max(components.size(node).into());
    }
    found.components = counted.len() as u64;
    if let Some(cycle) = shortest_cycle(&graph, &components) {
        let mut ranks = vec![0; cycle.len()];
        for (node, rank) in (0u32..).zip(alive.ranks()) {
            for (place, _) in cycle.iter().enumerate().filter(|&(_, &at)| at == node) {
                ranks[place] = rank;
            }
        }
        found.shortest = ranks;
    }
    Ok(found)
}

/// Returns the indices of the parts of a layer, each of which one thread examines at a time.
fn chunks(alive: &PositionSet) -> impl ParallelIterator<Item = u64> {
    (0..alive.positions().div_ceil(CHUNK)).into_par_iter()
}

/// Calls `visit` with each position of the set in a part of the layer, and its edges to positions of the
/// set.
fn visit_chunk<G: Layered>(
    (game, scratch): (&G, &mut G::Scratch),
    (layer, chunk): (u32, u64),
    alive: &PositionSet,
    monitor: &dyn Monitor,
    mut visit: impl FnMut(u64, &[(u64, Turn)]),
) -> Result<(), Cancelled> {
    monitor.check()?;
    let to = alive.positions().min((chunk + 1) * CHUNK);
    let ranks: Vec<u64> = (chunk * CHUNK..to).filter(|&r| alive.contains(r)).collect();
    for ranks in ranks.chunks(TOGETHER) {
        let mut edges = Edges {
            ranks: ranks.iter(),
            alive,
            edges: Vec::new(),
            visit: &mut visit,
        };
        game.expand(scratch, layer, ranks, &mut edges);
    }
    monitor.advance(to - chunk * CHUNK);
    Ok(())
}

/// Calls `visit` with each position of the set and its edges to positions of the set.
fn run_pass(
    game: &impl Layered,
    layer: u32,
    alive: &PositionSet,
    monitor: &dyn Monitor,
    visit: impl Fn(u64, &[(u64, Turn)]) + Sync,
) -> Result<(), Cancelled> {
    chunks(alive).try_for_each_init(
        || game.scratch(),
        |scratch, chunk| visit_chunk((game, scratch), (layer, chunk), alive, monitor, &visit),
    )
}

/// A sink that gathers the edges of one position after another.
struct Edges<'a, V> {
    ranks: std::slice::Iter<'a, u64>,
    alive: &'a PositionSet,
    edges: Vec<(u64, Turn)>,
    visit: &'a mut V,
}

impl<V: FnMut(u64, &[(u64, Turn)])> Sink for Edges<'_, V> {
    fn reply(&mut self, reply: Reply) {
        if let Reply::Same { rank, turn } = reply
            && self.alive.contains(rank)
        {
            self.edges.push((rank, turn));
        }
    }

    fn end_option(&mut self) {}

    fn end_position(&mut self) {
        if let Some(&rank) = self.ranks.next() {
            (self.visit)(rank, &self.edges);
        }
        self.edges.clear();
    }
}

/// Returns the remaining graph of the layer; its nodes are the positions in the order of ranks.
fn graph(
    game: &impl Layered,
    layer: u32,
    alive: &PositionSet,
    index: &PositionIndex,
    monitor: &dyn Monitor,
) -> Result<Graph, Cancelled> {
    let node = |rank| node(index.index_of(alive, rank));
    let parts: Result<Vec<Graph>, Cancelled> = chunks(alive)
        .map_init(
            || game.scratch(),
            |scratch, chunk| {
                let mut part = Graph::default();
                let visit = |_, edges: &[(u64, Turn)]| {
                    let edges = edges.iter();
                    part.push(&mut edges.map(|&(to, turn)| Edge::new(node(to), turn)).collect());
                };
                visit_chunk((game, scratch), (layer, chunk), alive, monitor, visit)?;
                Ok(part)
            },
        )
        .collect();
    let mut graph = Graph::default();
    for part in parts? {
        graph.append(&part);
    }
    Ok(graph)
}
