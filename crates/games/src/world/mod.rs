//! Sowing games of the world in which one side moves at a time, on boards of one, two or four ranks.
//!
//! Each game implements [`Rules`] in one file of `games`: the start, the legal moves, and a move lap by lap with a
//! [`Sower`]. [`WorldGame`] makes it a game for play, notation and solvers. A move that never ends is found by Brent's
//! detector of cycles.

mod board;
mod contest;
mod drawing;
mod game;
mod games;
mod joint;
mod key;
mod normal_play;
mod notation;
mod position;
mod recurrence;
mod rules;
mod sower;
mod state;
mod variant;

pub use board::{Board, MARKS, Shape};
pub use game::{Outcome, WorldGame};
pub use games::GAMES;
pub use joint::WorldRounds;
pub use normal_play::NormalPlayGame;
pub use notation::NotationError;
pub use position::Position;
pub use recurrence::Recurrence;
pub use rules::{Counted, EndlessMove, JointRules, Lap, Move, Rules};
pub use sower::Sower;
pub use state::State;
pub use variant::{Declaration, GameError, Start, WorldVariant};
