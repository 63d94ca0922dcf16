//! Search over the rounds of a joint game under the open commit order: the leader commits, the follower sees it.
//!
//! Play may go on for ever here, so nothing found under a repetition may be kept (the
//! graph-history-interaction problem; A. Kishimoto and M. Müller, *A general solution to the graph
//! history interaction problem*, 2004). It does not arise: what is searched is the game broken off
//! after a number of rounds, in which breaking off and endless rounds cost one fixed side
//! ([`Player`](crate::Player)) everything that is left. No state recurs in it, and what is proven *for* the
//! loser of infinite play holds of the whole game: a finite tree proves it.

mod deepening;
mod entry;
mod expand;
mod search;
mod worker;

pub use super::intervals::Intervals;
pub use deepening::Deepening;
pub use expand::RoundsBound;
pub use search::RoundSearch;
