//! Repetitions: the positions on cycles of play, and the shortest cycles.
//!
//! A position can recur if and only if it lies on a cycle. Its strongly connected component then has more than one
//! position or an edge to itself. Most positions lie on none. They are removed in passes that take two bits per
//! position; only the rest becomes a graph.

mod best;
mod graph;
mod layer;
mod reached;
mod shortest;

pub use best::{BestPlay, best_play};
pub use layer::{LayerCycles, layer_cycles};
pub use reached::{ReachedCycle, ReachedCycles, reached_cycles};
