//! Evaluations learned from exact values and from play: read from a file, checked, and computed with integers.
//!
//! A [`PairTables`] estimates the margin of the side to move from the cells of a board alone.

mod error;
mod file;
mod pair_tables;

pub use error::LearnedError;
pub use file::{Description, Provenance};
pub use pair_tables::{MOST_CELLS, PairTables};
