//! Retrograde analysis: the value of every position of a game, layer by layer.
//!
//! A layer may contain cycles. Its values are the least and the greatest fixed point of the minimax equations, in which
//! the side to move loses, or wins, everything by infinite play. Both start from unknown bounds and are tightened in
//! place. Games with predecessors are solved value by value in descending order of margins, others in passes until
//! nothing changes. A position whose bounds are equal is settled and never visited again. `docs/retrograde.md` explains
//! the strategies.

mod by_value;
mod cells;
#[cfg(not(target_family = "wasm"))]
mod distances;
#[cfg(test)]
mod distances_tests;
mod finished;
mod layered;
mod pass;
#[cfg(test)]
mod random_layer;
mod replies;
mod reply_queue;
mod solve;
mod watches;

pub use cells::Cells;
#[cfg(not(target_family = "wasm"))]
pub use distances::MOST_DISTANCE;
#[cfg(not(target_family = "wasm"))]
pub(crate) use distances::{DistanceError, DistancePair, DistanceWork};
pub use finished::FinishedLayer;
pub(crate) use finished::{FinishedWriter, Layout};
pub use layered::{Layered, Ordered, Reply, Reversible, Scatter, Sink};
pub use replies::{OptionBounds, PendingReplies, Replies};
pub use reply_queue::{AHEAD, MarginKind, ReplyBounds, ReplyQueue};
pub(crate) use solve::LayerWork;
pub use solve::{
    MOST_LAYER, MOST_MARGIN, SolveError, SolvedCells, extend_in_memory, fresh_cells, layer_size,
    solve_in_memory,
};
