//! The four-rank family: two players with two rows of pits each, and sowing in relays.
//!
//! [`FourRank`] plays [`Rules`] on a packed [`State`] as the side to move sees it. A player sows only in the own pits.
//! They form a ring: the outer row from left to right, then the inner row from right to left. Pits are numbered from 1
//! in that order. A move may never end; [`Course`] describes its laps.

mod contest;
mod drawing;
mod encode;
mod game;
mod keyed;
mod layered;
mod moves;
mod notation;
mod rules;
mod seeds;
mod sowing;
mod state;
mod variant;

pub use game::FourRank;
pub use layered::FourRankLayer;
pub use moves::Move;
pub use notation::NotationError;
pub use rules::{Capture, MAX_PITS, MAX_SEEDS, Rules, StartError};
pub use sowing::{Course, Outcome, Period};
pub use state::{Pits, RING, State};
pub use variant::{FourRankVariant, GameError, NAME, OPTIONS};
