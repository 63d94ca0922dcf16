//! The claims of proofs in findings.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A claim: on this board this side gains `gains` or more, with infinite play as a loss of everything left.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ProofClaim {
    /// The holes of the board, from the end of gote.
    pub board: String,
    /// The side that gains: `sente` or `gote`.
    pub claimant: String,
    /// The minimum margin that it gains.
    pub gains: i32,
    /// The maximum number of consecutive rounds without a capture in the proof, until the first capture.
    pub height: u8,
    /// The number of searched states, rounded up to a power of two.
    pub work: u64,
}
