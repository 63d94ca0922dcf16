//! Monte Carlo tree search for rounds in which neither side sees the other's choice.
//!
//! [`SealedSearch`] stores statistics of either side's choices at every state, and backs up the results of rounds. The
//! methods are from three papers:
//!
//! - M. Tak, M. Lanctot and M. Winands, *Monte Carlo Tree Search Variants for Simultaneous Move Games*, 2014;
//! - M. Lanctot, V. Lisý and M. Winands, *Monte Carlo Tree Search in Simultaneous Move Games with Applications to
//!   Goofspiel*, 2013;
//! - B. Bošanský, V. Lisý, M. Lanctot, J. Čermák and M. Winands, *Algorithms for computing strategies in two-player
//!   simultaneous move games*, 2016.
//!
//! [`best_responses`] measures the distance of strategies from an equilibrium. The follower seals one of
//! [`Choices::sealed`](crate::order::Choices::sealed). In a state where that list is empty, all functions here panic.

mod learner;
mod node;
mod response;
mod rounds;
mod search;

pub use learner::Selection;
pub use node::Plans;
pub use response::{BestResponses, Strategies, best_responses};
pub use rounds::RoundLimited;
pub use search::{Backup, SealedOptions, SealedReport, SealedSearch};
