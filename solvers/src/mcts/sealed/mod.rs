//! Monte Carlo tree search for rounds in which neither side sees the other's choice.
//!
//! [`SealedSearch`] keeps statistics of either side's choices at every state and backs up what rounds
//! came to (M. Tak, M. Lanctot and M. Winands, *Monte Carlo Tree Search Variants for Simultaneous
//! Move Games*, 2014; M. Lanctot, V. Lisý and M. Winands, *Monte Carlo Tree Search in Simultaneous
//! Move Games with Applications to Goofspiel*, 2013; B. Bošanský, V. Lisý, M. Lanctot, J. Čermák
//! and M. Winands, *Algorithms for computing strategies in two-player simultaneous move games*,
//! 2016). [`best_responses`] says how far strategies are from an equilibrium.
//!
//! What the follower can seal is that of [`Choices::sealed`](crate::order::Choices::sealed); a game that comes
//! to a state where this is nothing cannot be played so, and all of these panic there.

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
