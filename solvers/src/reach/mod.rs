//! Breadth-first search over the states of a game of rounds, for non-terminating rounds.
//!
//! [`reach`] stores all states in memory; [`reach_within`] stops at a limit; [`reach_on_disk`] stores them in files and
//! needs only the memory that it is given. The results are equal.

mod disk;
mod memory;

use serde::{Deserialize, Serialize};

pub use disk::{PackedStates, Packing, ReachError, ReachFiles, reach_on_disk};
pub use memory::{reach, reach_within};

/// The counts of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReachRound {
    /// The round, numbered from 1.
    pub round: u32,
    /// The number of distinct states that are first reached at the start of this round and in which it is played.
    pub states: u64,
    /// The number of joint moves in these states.
    pub joint_moves: u64,
    /// The number of these joint moves that do not terminate.
    pub endless: u64,
}

/// The result of a search; every round in it is complete.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reach<C> {
    /// The counts by round. There are fewer rounds than requested if nothing is left to play or the search was
    /// cancelled.
    pub rounds: Vec<ReachRound>,
    /// A shortest path into a non-terminating round: the choices (first, second) of each round, of which the last does
    /// not terminate. Among the shortest it is the first in the order of choices, for any number of threads. A
    /// cancelled search on disk may return none for rounds that were known before.
    pub witness: Option<Vec<(C, C)>>,
    /// Whether the search was cancelled before all requested rounds and the witness were complete.
    pub cancelled: bool,
}
