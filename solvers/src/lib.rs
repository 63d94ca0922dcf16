//! Solvers that know no game.
//!
//! A game comes in through a trait ([`Game`] where one side moves at a time, [`JointGame`] where
//! both choose and the round is then resolved); no solver knows of holes or stones. [`ranking`] is a
//! helper for games of counters in places, which numbers their positions.

mod budget;
mod components;
pub mod cycle;
pub mod equilibrium;
pub mod files;
mod game;
mod joint;
pub mod matrix;
pub mod mcts;
mod memory;
mod monitor;
pub mod order;
pub mod ranking;
pub mod reach;
mod reachable;
pub mod repetition;
pub mod retrograde;
pub mod search;
mod sequential;
pub mod table;
mod value;

pub use budget::Budget;
pub use game::{Game, Side};
pub use joint::{JointGame, Resolution, VisitRound};
pub use monitor::{Monitor, Unwatched};
pub use reachable::{Reachable, ReachableError};
pub use sequential::Sequential;
pub use value::Value;
