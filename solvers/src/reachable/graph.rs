//! The states and moves of a game as an explicit graph.

use rustc_hash::FxHashMap;

use super::error::ReachableError;
use crate::components::{self, MOST_NODES};
use crate::{Game, Key, Keyed};
use crate::{Monitor, Step, Turn};

/// How many states are listed between two looks at whether to stop.
const STATES_BETWEEN_LOOKS: usize = 4096;

/// Where a move leads.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    pub(super) to: u32,
    /// What the mover gains.
    pub(super) gain: i32,
    /// Whether the other side is to move then.
    pub(super) turn: Turn,
}

/// States by number, the first one 0.
pub(super) struct Graph {
    /// The edges of state `n` are those from `ends[n - 1]` to `ends[n]`.
    ends: Vec<u32>,
    edges: Vec<Edge>,
    /// What the game pays out where it is over.
    over: Vec<Option<i32>>,
    /// What infinite play is worth.
    bounds: Vec<i32>,
}

impl Graph {
    /// All states from here, breadth first, with their numbers by key.
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

impl components::Graph for Graph {
    fn nodes(&self) -> u32 {
        self.over.len() as u32
    }

    fn successor(&self, state: u32, index: u32) -> Option<u32> {
        let edge = self.edges(state).get(index as usize);
        edge.map(|edge| edge.to)
    }
}
