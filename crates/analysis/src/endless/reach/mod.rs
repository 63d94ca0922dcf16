//! Endless rounds, found breadth-first from a position: the work of `sowlab loops reach`, for any game.

mod moves;
mod request;
mod rounds;
mod search;

pub use moves::reach_moves;
pub use request::{BestPlayRequest, Followed, Period, ReachRequest, Reachable, Witness};
pub use rounds::reach_rounds;
pub use search::{Reached, ReachedError, ReachedRound};
