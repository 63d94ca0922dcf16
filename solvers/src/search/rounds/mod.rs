//! Search over the rounds of a joint game under the open commit order: the leader commits, and the follower sees its
//! choice.
//!
//! Play may repeat here, and no result that rests on a repetition may be stored (the graph-history-interaction problem;
//! A. Kishimoto and M. Müller, *A general solution to the graph history interaction problem*, 2004). The search avoids
//! the problem: it stops the game after a number of rounds. Stopping and non-terminating rounds cost one fixed side
//! ([`Player`](crate::Player)) everything left. No state recurs in that game. A bound *for* the loser of infinite play
//! holds in the whole game, because a finite tree proves it.

mod deepening;
mod entry;
mod expand;
mod search;
mod worker;

pub use super::intervals::Intervals;
pub use deepening::Deepening;
pub use expand::RoundsBound;
pub use search::RoundSearch;
