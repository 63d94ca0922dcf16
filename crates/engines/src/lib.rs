//! Engines, tournaments between them, and statistics of their results.
//!
//! - [`spec`]: specifications of engines; [`players`]: the engines themselves;
//! - [`asked`]: one move of an engine; [`referee`]: one game between two players; [`run`]: a tournament; [`runner`]: a
//!   tournament from its setting alone; [`pieces`]: one shard of a tournament;
//! - [`rating`]: Elo, likelihood of superiority, sequential tests; [`standings`]: ranks and crosstable;
//! - [`records`]: games on disk; [`protocol`]: the text protocol for external programs in both directions.

pub mod asked;
pub mod benchmark;
mod collect;
mod error;
pub mod explained;
pub mod levels;
pub mod limits;
pub mod losses;
pub mod openings;
mod pair;
pub mod pieces;
pub mod player;
pub mod players;
pub mod protocol;
pub mod rating;
pub mod records;
pub mod referee;
pub mod results;
pub mod review;
pub mod run;
pub mod runner;
pub mod schedule;
pub mod seat;
pub mod secured_play;
mod seed_text;
pub mod self_play;
pub mod setting;
pub mod shown;
pub mod spec;
pub mod standings;

pub use error::{PlayError, RunError, SetupError};
