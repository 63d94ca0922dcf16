//! Ladders of engines.

use serde::{Deserialize, Serialize};

use crate::tournament::standings::Tally;

/// One encounter of two rungs.
#[derive(Serialize, Deserialize)]
pub(in crate::study) struct Step {
    pub(in crate::study) game: String,
    /// Whether it was played with the pie rule.
    pub(in crate::study) pie: bool,
    /// The place of the rung, from 1.
    pub(in crate::study) rung: usize,
    pub(in crate::study) engine: String,
    pub(in crate::study) before: String,
    /// What the engine did against the one before it.
    pub(in crate::study) tally: Tally,
    /// How many of the games are different ones.
    pub(in crate::study) distinct: u64,
    /// Points a game of the side that begins in the opening.
    pub(in crate::study) first_side: f64,
}

impl Step {
    /// The points of the engine, per cent.
    pub(in crate::study) fn percent(&self) -> f64 {
        100.0 * self.tally.points / self.tally.games.max(1) as f64
    }
}
