//! Game-independent solvers.
//!
//! A game implements a trait: [`Game`] if one side moves at a time, [`JointGame`] if both choose before a round is
//! resolved. No solver depends on holes or stones. Bounds without search ([`Oracle`]) and move ordering ([`Guide`]) are
//! separate arguments; a [`Problem`] holds all three.
//!
//! In a state the *leader* has the turn, or commits first; the other side is the *follower*. [`ranking`] numbers the
//! positions of games with counters in places.

mod atomic;
pub mod combinatorial;
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
    Game, Guide, Interval, JointGame, JointProblem, Key, Keyed, Numbers, Oracle, Player, Problem,
    Resolution, Sequential, SequentialProblem, Side, Step, Successors, Turn, Value, VisitRound,
};
pub use reachable::{Reachable, ReachableError};
pub use sowlab_base::{Cancelled, Deadline, Monitor, Switched, Unwatched};
