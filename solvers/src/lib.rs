//! Solvers that know no game.
//!
//! A game comes in through a trait ([`Game`] where one side moves at a time, [`JointGame`] where
//! both choose and the round is then resolved); no solver knows of holes or stones. What is known of
//! states without a search ([`Oracle`]) and where to look first ([`Guide`]) are arguments beside it; a
//! [`Problem`] holds all three. In a state the *leader* has the turn, or commits first; the other side is
//! the *follower*. [`ranking`] is a helper for games of counters in places, which numbers their positions.

mod atomic;
mod components;
mod compression;
mod core;
pub mod cycle;
pub mod equilibrium;
pub mod matrix;
pub mod mcts;
mod memory;
pub mod order;
mod position_set;
pub mod progress;
pub mod ranking;
pub mod reach;
mod reachable;
pub mod repetition;
pub mod retrograde;
mod room;
pub mod search;
pub mod table;

pub use self::core::{
    Budget, Game, Guide, Interval, JointGame, JointProblem, Key, Keyed, Numbers, Oracle, Player,
    Problem, Resolution, Sequential, SequentialProblem, Side, Step, Successors, Turn, Value,
    VisitRound,
};
pub use reachable::{Reachable, ReachableError};
pub use sowlab_base::{Cancelled, Monitor, Switched, Unwatched};
