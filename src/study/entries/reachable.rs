//! Endless rounds that can be reached from the opening.

use serde::{Deserialize, Serialize};

use crate::analysis::endless::ReachedRound;

/// What can be reached in a game.
#[derive(Serialize, Deserialize)]
pub(in crate::study) struct Reachable {
    pub(in crate::study) game: String,
    pub(in crate::study) rounds: Vec<ReachedRound>,
    /// A shortest game into an endless round, the witness; `null` if there is none.
    pub(in crate::study) first: Option<String>,
    /// The position before the last round of the witness.
    pub(in crate::study) first_position: Option<String>,
    /// Steps after which the last round of the witness repeats.
    pub(in crate::study) first_period: Option<u64>,
}
