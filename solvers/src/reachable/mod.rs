//! The exact values of every state that can be reached from one: for games of few states, however
//! play runs in them, and as a second way to check tables and searches.
//!
//! The states are listed, parted into strongly connected components, and each component is solved
//! once all that it leads to is known. Within one, `lower` and `upper` are the least and the greatest
//! fixed point of the minimax equations; `zero` is 0 unless its own two fixed points, taken with
//! the `zero` of the components below, exclude it.

mod error;
mod graph;
mod values;

use rustc_hash::FxHashMap;

use crate::{Game, Key, Keyed};
use crate::{Monitor, Value};

pub use error::ReachableError;

use graph::Graph;

/// The values of all states that can be reached from one.
#[derive(Clone, Debug)]
pub struct Reachable {
    numbers: FxHashMap<Key, u32>,
    values: Vec<Value>,
}

impl Reachable {
    /// Lists and solves at most `most` states. Play must not come back to a state after a gain,
    /// and [`bound`](crate::Game::bound) must be the same for all states of a cycle.
    ///
    /// Each state takes 110 to 160 bytes besides itself, and each move 12.
    ///
    /// # Errors
    /// There are more states, or the monitor cancelled.
    pub fn solve<G: Game + Keyed<G::State>>(
        game: &G,
        from: G::State,
        most: usize,
        monitor: &dyn Monitor,
    ) -> Result<Reachable, ReachableError> {
        let (graph, numbers) = Graph::explore(game, from, most, monitor)?;
        let values = values::solve(&graph, monitor)?;
        Ok(Reachable { numbers, values })
    }

    /// The value of a state for the side to move, by its key; `None` if it cannot be reached.
    pub fn value(&self, key: Key) -> Option<Value> {
        let &number = self.numbers.get(&key)?;
        Some(self.values[number as usize])
    }

    /// How many states there are; those that share a key are one.
    pub fn states(&self) -> usize {
        self.values.len()
    }
}
