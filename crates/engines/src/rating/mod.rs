//! Statistics of strength: Elo with its error, and sequential tests.
//!
//! Games are counted in pairs: one opening, played twice with the sides exchanged. The two games of a pair are not
//! independent, so the pair is the unit of all statistics (the pentanomial model).

mod likelihood;
mod pairs;
mod sprt;

pub use pairs::{PairCounts, Rating};
pub use sprt::{Hypothesis, Model, Sprt, SprtError, SprtParseError, Verdict};
