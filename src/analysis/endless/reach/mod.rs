//! Rounds that never end, breadth-first from a position.

mod search;

pub use search::{BoardFiles, Reached, ReachedError, ReachedRound};
