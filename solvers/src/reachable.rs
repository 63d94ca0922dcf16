//! The exact values of all states that can be reached from one. The method is for games with few states, even where
//! play can repeat, and for verifying endgame tables and searches.
//!
//! The states are listed and divided into strongly connected components. Each component is solved after all components
//! that it leads to. Within one, `lower` and `upper` are the least and the greatest fixed point of the minimax
//! equations. `zero` is the margin nearest to 0 between its own two fixed points, taken with the `zero` of the other
//! components.

use rustc_hash::FxHashMap;

use crate::components::{Graph as ComponentGraph, MOST_NODES, components};
use crate::{Cancelled, Game, Interval, Key, Keyed, Monitor, Step, Turn, Value};

/// The values of all states that can be reached from one.
#[derive(Clone, Debug)]
pub struct Reachable {
    numbers: FxHashMap<Key, u32>,
    values: Vec<Value>,
}

impl Reachable {
    /// Lists and solves at most `most` states. Play must not return to a state after a gain, and
    /// [`bound`](crate::Game::bound) must be equal in all states of a cycle.
    ///
    /// Each state takes 110 to 160 bytes besides itself, and each move 12.
    ///
    /// # Errors
    /// An error if there are more states, or if the monitor cancelled.
    pub fn solve<G: Game + Keyed<G::State>>(
        game: &G,
        from: G::State,
        most: usize,
        monitor: &dyn Monitor,
    ) -> Result<Reachable, ReachableError> {
        let (graph, numbers) = Graph::explore(game, from, most, monitor)?;
        let values = values_of(&graph, monitor)?;
        Ok(Reachable { numbers, values })
    }

    /// Returns the value of the state with a key, for the side to move; `None` if the state cannot be reached.
    pub fn value(&self, key: Key) -> Option<Value> {
        let &number = self.numbers.get(&key)?;
        Some(self.values[number as usize])
    }

    /// Returns the number of states, where states with the same key count once.
    pub fn states(&self) -> usize {
        self.values.len()
    }
}

/// The reason why the states were not solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReachableError {
    /// The monitor cancelled.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
    /// More states can be reached than are allowed.
    #[error("more than {0} states can be reached")]
    TooMany(usize),
}

/// The number of states listed between two checks of the monitor.
const STATES_BETWEEN_LOOKS: usize = 4096;

/// The result of a move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    pub(super) to: u32,
    /// The gain of the side that moves.
    pub(super) gain: i32,
    /// The turn in the next state, relative to the side that moves.
    pub(super) turn: Turn,
}

/// States by number, the first one 0, and their edges.
pub(super) struct Graph {
    /// The edges of state `n` are those from `ends[n - 1]` to `ends[n]`.
    ends: Vec<u32>,
    edges: Vec<Edge>,
    /// The margin of each state in which the game is over.
    over: Vec<Option<i32>>,
    /// The bound of each state.
    bounds: Vec<i32>,
}

impl Graph {
    /// Lists all states from this one, breadth-first, with their numbers by key.
    pub(super) fn explore<G: Game + Keyed<G::State>>(
        game: &G,
        from: G::State,
        most: usize,
        monitor: &dyn Monitor,
    ) -> Result<(Graph, FxHashMap<Key, u32>), ReachableError> {
        monitor.begin("states listed", 0);
        let most = most.min(MOST_NODES as usize);
        let mut states = vec![from];
        let mut numbers = FxHashMap::from_iter([(game.key(&from), 0)]);
        let mut graph = Graph {
            ends: Vec::new(),
            edges: Vec::new(),
            over: Vec::new(),
            bounds: Vec::new(),
        };
        let mut moves = Vec::new();
        let mut number = 0;
        while number < states.len() {
            if number.is_multiple_of(STATES_BETWEEN_LOOKS) {
                monitor.advance(STATES_BETWEEN_LOOKS as u64);
                monitor.check()?;
            }
            let state = states[number];
            number += 1;
            graph.over.push(game.terminal(&state));
            graph.bounds.push(game.bound(&state));
            moves.clear();
            game.moves(&state, &mut moves);
            for &chosen in &moves {
                let Step { state, gain, turn } = game.play(&state, chosen);
                let fresh = states.len() as u32;
                let to = *numbers.entry(game.key(&state)).or_insert(fresh);
                if to == fresh {
                    states.push(state);
                }
                graph.edges.push(Edge { to, gain, turn });
            }
            graph.ends.push(graph.edges.len() as u32);
            if states.len() > most || graph.edges.len() > u32::MAX as usize {
                return Err(ReachableError::TooMany(most));
            }
        }
        Ok((graph, numbers))
    }

    pub(super) fn edges(&self, state: u32) -> &[Edge] {
        let from = match state {
            0 => 0,
            _ => self.ends[state as usize - 1],
        };
        &self.edges[from as usize..self.ends[state as usize] as usize]
    }

    pub(super) fn over(&self, state: u32) -> Option<i32> {
        self.over[state as usize]
    }

    pub(super) fn bound(&self, state: u32) -> i32 {
        self.bounds[state as usize]
    }
}

impl ComponentGraph for Graph {
    fn nodes(&self) -> u32 {
        self.over.len() as u32
    }

    fn successor(&self, state: u32, index: u32) -> Option<u32> {
        let edge = self.edges(state).get(index as usize);
        edge.map(|edge| edge.to)
    }
}

/// Returns the three values of every state.
fn values_of(graph: &Graph, monitor: &dyn Monitor) -> Result<Vec<Value>, Cancelled> {
    let states = graph.nodes() as usize;
    monitor.begin("states solved", states as u64);
    let mut ends: Vec<Interval> = vec![Interval::exact(0); states];
    let mut zero: Vec<Interval> = vec![Interval::exact(0); states];
    components(graph, |component| {
        for &state in component {
            ends[state as usize] = Interval::within(graph.bound(state));
        }
        tighten_component(graph, component, &mut ends, monitor)?;
        // The values of `zero` lie between the ends, which are a closer start.
        for &state in component {
            zero[state as usize] = ends[state as usize];
        }
        tighten_component(graph, component, &mut zero, monitor)?;
        for &state in component {
            let Interval { low, high } = zero[state as usize];
            zero[state as usize] = Interval::exact(0.clamp(low, high));
        }
        monitor.advance(component.len() as u64);
        Ok::<(), Cancelled>(())
    })?;
    let values = ends.into_iter().zip(zero);
    Ok(values
        .map(|(ends, zero)| Value {
            lower: ends.low,
            zero: zero.low,
            upper: ends.high,
        })
        .collect())
}

/// Tightens the intervals of a component by the minimax equations until nothing changes, from valid bounds to the least
/// and the greatest solution.
fn tighten_component(
    graph: &Graph,
    component: &[u32],
    intervals: &mut [Interval],
    monitor: &dyn Monitor,
) -> Result<(), Cancelled> {
    let mut open = component.to_vec();
    loop {
        monitor.check()?;
        let mut changed = false;
        open.retain(|&state| {
            let new = equation(graph, state, intervals);
            let old = intervals[state as usize];
            let tighter = old.and(new);
            intervals[state as usize] = tighter;
            changed |= tighter != old;
            tighter.is_open()
        });
        if !changed {
            return Ok(());
        }
    }
}

/// Returns the interval of a state that follows from those of its successors.
fn equation(graph: &Graph, state: u32, intervals: &[Interval]) -> Interval {
    if let Some(margin) = graph.over(state) {
        return Interval::exact(margin);
    }
    graph
        .edges(state)
        .iter()
        .map(|edge| edge.turn.interval(edge.gain, intervals[edge.to as usize]))
        .fold(Interval::exact(i32::MIN), |best, reply| Interval {
            low: best.low.max(reply.low),
            high: best.high.max(reply.high),
        })
}
