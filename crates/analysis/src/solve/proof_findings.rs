//! What is found when a proof is checked.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A claim: on this board this side gains `margin` or more, where infinite play costs it everything left.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ProofClaim {
    /// Holes from the end of gote.
    pub board: String,
    /// Who gains: `sente` or `gote`.
    pub claimant: String,
    /// What it gains at least.
    pub gains: i32,
    /// The most rounds in a row without a capture in the proof, until the first.
    pub height: u8,
    /// States searched, the next power of two.
    pub work: u64,
}
