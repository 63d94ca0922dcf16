//! Breadth-first search over the states of a game of rounds, for non-terminating rounds.
//!
//! [`reach`] holds all states in memory; [`reach_within`] stops at a limit; [`reach_on_disk`] holds them in files and
//! needs only the memory that it is given. The results are equal.

mod disk;
mod memory;

use serde::{Deserialize, Serialize};

pub use disk::{PackedStates, Packing, ReachError, ReachFiles, reach_on_disk};
pub use memory::{reach, reach_within};

/// The counts of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReachRound {
    /// The round, from 1.
    pub round: u32,
    /// Distinct states that are first reached at the start of this round and where it is played.
    pub states: u64,
    /// The joint moves on these states.
    pub joint_moves: u64,
    /// The joint moves that do not terminate.
    pub endless: u64,
}

/// The result of a search; every round in it is complete.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reach<C> {
    /// The counts by round. There are fewer rounds than requested if nothing is left to play or the search was
    /// cancelled.
    pub rounds: Vec<ReachRound>,
    /// A shortest way into an endless round: the choices (first, second) of each round, the last
    /// round being endless. Among the shortest the first in the order of choices, whatever the
    /// number of threads. On disk there may be none of rounds that were known before if the search was
    /// cancelled.
    pub witness: Option<Vec<(C, C)>>,
    /// Whether the search was cancelled before all requested rounds and the witness were complete.
    pub cancelled: bool,
}
