//! Evaluations learned from exact values and from play. They are read from a file, checked, and computed with integers.
//!
//! An [`Evaluation`] estimates the margin of the side to move from the cells of a board alone.

mod error;
mod estimate;
mod evaluation;
mod file;
mod network;
mod pair_tables;
mod seen;

pub use error::LearnedError;
pub use estimate::estimate;
pub use evaluation::Evaluation;
pub use file::{Description, Provenance};
