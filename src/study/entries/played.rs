//! Games that both sides play well, and what commit orders are worth on the way.

use serde::{Deserialize, Serialize};

use crate::analysis::equilibrium::OrderValues;

/// A game in which both sides look ahead as far as the horizon.
#[derive(Serialize, Deserialize)]
pub(in crate::study) struct PlayedGame {
    pub(in crate::study) game: String,
    pub(in crate::study) horizon: u8,
    pub(in crate::study) record: String,
    pub(in crate::study) rounds: Vec<PlayedRound>,
    /// Whether the game ended, or a round never did, within the rounds asked for.
    pub(in crate::study) ended: bool,
}

impl PlayedGame {
    /// A mean over its rounds; 0 if there is none.
    pub(in crate::study) fn mean(&self, of: impl Fn(&PlayedRound) -> f64) -> f64 {
        self.rounds.iter().map(of).sum::<f64>() / self.rounds.len().max(1) as f64
    }
}

/// A round of it.
#[derive(Serialize, Deserialize)]
pub(in crate::study) struct PlayedRound {
    /// From 1.
    pub(in crate::study) round: u32,
    /// The position at its start.
    pub(in crate::study) position: String,
    /// Those on the board.
    pub(in crate::study) stones: u32,
    #[serde(flatten)]
    pub(in crate::study) values: OrderValues,
    pub(in crate::study) price_of_sente: f64,
    pub(in crate::study) worth_of_seeing: f64,
}
