//! How games begin: counts of the first rounds, and every round that can be the first.

use serde::{Deserialize, Serialize};

use crate::games::stones::PerftRound;

/// How many sequences of rounds a game has.
#[derive(Serialize, Deserialize)]
pub(in crate::study) struct Counts {
    pub(in crate::study) game: String,
    pub(in crate::study) rounds: Vec<PerftRound>,
}

/// The rounds that can open a game.
#[derive(Serialize, Deserialize)]
pub(in crate::study) struct OpeningRounds {
    pub(in crate::study) game: String,
    pub(in crate::study) rounds: Vec<OpeningRound>,
}

/// A round that can open a game.
#[derive(Serialize, Deserialize)]
pub(in crate::study) struct OpeningRound {
    /// The choices, as in `E4W1`.
    pub(in crate::study) round: String,
    pub(in crate::study) outcome: Outcome,
    pub(in crate::study) captured_by_east: u8,
    pub(in crate::study) captured_by_west: u8,
    /// `null` for an endless round.
    pub(in crate::study) steps: Option<u64>,
    /// The position after it; `null` for an endless round.
    pub(in crate::study) position: Option<String>,
}

impl OpeningRound {
    /// What East captures; negative what West does.
    pub(in crate::study) fn margin(&self) -> i32 {
        i32::from(self.captured_by_east) - i32::from(self.captured_by_west)
    }
}

/// How a round ends.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(in crate::study) enum Outcome {
    /// Nothing is captured.
    Quiet,
    /// Something is.
    Capture,
    /// It never ends.
    Endless,
}

impl Outcome {
    /// As tables and files write it.
    pub(in crate::study) fn name(self) -> &'static str {
        match self {
            Outcome::Quiet => "quiet",
            Outcome::Capture => "capture",
            Outcome::Endless => "endless",
        }
    }
}
