//! Monte Carlo tree search where the exact answer is known.

use serde::{Deserialize, Serialize};

/// How much strategies for sealed choices can be exploited.
#[derive(Serialize, Deserialize)]
pub(in crate::study) struct Measured {
    pub(in crate::study) game: String,
    pub(in crate::study) rounds: u32,
    pub(in crate::study) algorithm: String,
    pub(in crate::study) playouts: u64,
    /// Exploitability in stones: the mean of the runs, and the greatest.
    pub(in crate::study) mean: f64,
    pub(in crate::study) most: f64,
    /// What all runs together prove of the value: sente secures the one, gote allows the other.
    pub(in crate::study) secured: f64,
    pub(in crate::study) allowed: f64,
}

/// How often a search found a best choice.
#[derive(Serialize, Deserialize)]
pub(in crate::study) struct Found {
    pub(in crate::study) game: String,
    /// Which search, in words.
    pub(in crate::study) search: String,
    pub(in crate::study) playouts: u64,
    /// Boards on which the choice was a best one.
    pub(in crate::study) best: usize,
    /// Boards whose value was proven.
    pub(in crate::study) proven: usize,
    /// All boards.
    pub(in crate::study) positions: usize,
}
