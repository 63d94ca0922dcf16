//! Solvers that know no game.
//!
//! A game comes in through a trait ([`Game`] where one side moves at a time, [`JointGame`] where
//! both choose and the round is then resolved); nothing here knows of holes or stones.

pub mod cycle;
mod game;
mod joint;
mod monitor;
pub mod order;
pub mod ranking;
pub mod reach;
pub mod repetition;
pub mod retrograde;
pub mod search;
pub mod table;
mod value;

pub use game::{Game, Side};
pub use joint::{JointGame, Resolution, VisitRound};
pub use monitor::Monitor;
pub use value::Value;
