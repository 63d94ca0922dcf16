//! Retrograde analysis: the value of every position of a game, layer by layer.
//!
//! A layer may hold cycles, so its values are the least and the greatest fixed point of the
//! minimax equations (infinite play loses, or wins, everything for the side to move). Both start
//! from nothing known and are tightened in place: value by value from the greatest margin down where the replies can be
//! gone back along, else sweep after sweep, until nothing changes; a
//! position whose two bounds have met is settled and never looked at again. `docs/retrograde.md`
//! says what this was compared with.

mod by_value;
mod cells;
mod finished;
mod layered;
#[cfg(test)]
mod random_layer;
mod replies;
mod reply_queue;
mod solve;
mod sweep;
mod watches;

pub use cells::Cells;
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
