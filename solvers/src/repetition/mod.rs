//! Repetitions: which positions lie on cycles of play, and the shortest cycles.
//!
//! A position can recur exactly if it lies on a cycle, that is, if its strongly connected component
//! has more than one position or an edge to itself. Most positions lie on none: they are trimmed
//! away by sweeps that need two bits a position, and only what is left is held as a graph.

mod best;
mod graph;
mod layer;
mod reached;
mod shortest;

pub use best::{BestPlay, best_play};
pub use layer::{LayerCycles, layer_cycles};
pub use reached::{ReachedCycle, ReachedCycles, reached_cycles};
