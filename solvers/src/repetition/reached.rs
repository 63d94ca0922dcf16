//! Cycles among the states that can be reached from a start.

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::graph::{Components, Edge, Graph, node};
use super::shortest::shortest_cycle;
use crate::{Cancelled, JointGame, Monitor, Resolution, Step, Turn};

/// The number of states resolved together.
const TOGETHER: usize = 1024;

/// Cycles among states that can be reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReachedCycles<S> {
    /// The number of distinct states that are first reached at the start of each round, from round 1 on.
    pub states: Vec<u64>,
    /// The number of states of all rounds that lie on a cycle of such states.
    pub on_cycles: u64,
    /// A shortest cycle of them, and a shortest path to it.
    pub shortest: Option<ReachedCycle<S>>,
}

/// A cycle and a path to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReachedCycle<S> {
    /// The states from the start to the first of the cycle, both included.
    pub path: Vec<S>,
    /// The states of the cycle after its first; the list ends with the first.
    pub cycle: Vec<S>,
}

/// Finds the cycles among the states that can be reached from `start` in fewer than `rounds` rounds. All states of such
/// a cycle start one of these rounds; longer detours may close shorter cycles.
///
/// All states are in memory, and each takes some sixty bytes.
///
/// # Errors
/// An error if the monitor cancelled.
///
/// # Panics
/// Panics if there are more than 2³¹ states.
pub fn reached_cycles<G: JointGame>(
    game: &G,
    start: G::State,
    rounds: u32,
    monitor: &dyn Monitor,
) -> Result<ReachedCycles<G::State>, Cancelled> {
    let mut states = vec![start];
    let mut numbers = FxHashMap::from_iter([(start, 0u32)]);
    let mut parents = vec![0u32];
    let mut counts = Vec::new();
    let mut frontier = 0;
    for round in 1..=rounds {
        if frontier == states.len() {
            break;
        }
        counts.push((states.len() - frontier) as u64);
        if round == rounds {
            break;
        }
        monitor.begin(&format!("round {round}"), (states.len() - frontier) as u64);
        let found = edges(game, &states[frontier..], monitor, Some)?;
        let parent = frontier as u32..;
        frontier = states.len();
        for (parent, next) in parent.zip(found) {
            for (state, _) in next {
                numbers.entry(state).or_insert_with(|| {
                    states.push(state);
                    parents.push(parent);
                    node(states.len() as u64 - 1)
                });
            }
        }
    }
    monitor.begin("cycles", states.len() as u64);
    let found = edges(game, &states, monitor, |next| numbers.get(&next).copied())?;
    let mut graph = Graph::default();
    for edges in found {
        let edges = edges.into_iter();
        graph.push(&mut edges.map(|(to, turn)| Edge::new(to, turn)).collect());
    }
    let components = Components::find(&graph);
    let on_cycle = |&node: &u32| components.on_cycle(&graph, node);
    let on_cycles = (0..graph.nodes()).filter(on_cycle).count() as u64;
    let shortest = shortest_cycle(&graph, &components).map(|cycle| {
        let mut way = vec![cycle[0]];
        while let Some(&last) = way.last().filter(|&&last| last != 0) {
            way.push(parents[last as usize]);
        }
        way.reverse();
        let named = |nodes: &[u32]| nodes.iter().map(|&node| states[node as usize]).collect();
        let mut back: Vec<G::State> = named(&cycle[1..]);
        back.push(states[cycle[0] as usize]);
        ReachedCycle {
            path: named(&way),
            cycle: back,
        }
    });
    Ok(ReachedCycles {
        states: counts,
        on_cycles,
        shortest,
    })
}

/// The successors of a state, and the turn in each.
type Replies<T> = Vec<(T, Turn)>;

/// Returns the successors of each state that `keep` maps, in the order of states and of choices.
fn edges<G: JointGame, T: Send>(
    game: &G,
    states: &[G::State],
    monitor: &dyn Monitor,
    keep: impl Fn(G::State) -> Option<T> + Sync,
) -> Result<Vec<Replies<T>>, Cancelled> {
    let chunks: Result<Vec<Vec<Replies<T>>>, Cancelled> = states
        .par_chunks(TOGETHER)
        .map(|states| {
            monitor.check()?;
            let mut found: Vec<Replies<T>> = states.iter().map(|_| Vec::new()).collect();
            game.expand(states, &mut |index, _, _, resolution| {
                if let Resolution::Next(Step { state, turn, .. }) = resolution {
                    debug_assert!(game.terminal(&state).is_none());
                    if let Some(kept) = keep(state) {
                        found[index].push((kept, turn));
                    }
                }
            });
            monitor.advance(states.len() as u64);
            Ok(found)
        })
        .collect();
    Ok(chunks?.into_iter().flatten().collect())
}
