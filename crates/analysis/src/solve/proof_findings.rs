//! What is found when a proof is checked.

use serde::{Deserialize, Serialize};

/// A claim: on this board this side gains `margin` or more, where infinite play costs it everything left.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
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

/// What a check found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct VerifiedProof {
    /// Whether there are claims, and every one follows.
    pub valid: bool,
    /// The rules that the claims are about.
    pub game: String,
    /// The tables that were believed hold boards of at most the given number of stones.
    pub tables: u32,
    /// How many claims there are.
    pub claims: u64,
    /// Claims whose support was searched for.
    pub searched: u64,
    /// What was found and checked of it.
    pub lemmas: u64,
    /// Claims that do not follow.
    pub failed: Vec<ProofClaim>,
    /// What claims that follow say of openings of the rules; an opening without such a claim is left out.
    pub openings: Vec<ProvenOpening>,
}

/// What a proof shows of an opening: the margin of the side with sente, which is the first to choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProvenOpening {
    /// Stones in each hole.
    pub seeds: u32,
    /// It gains that margin or more even if infinite play costs it everything left (`lower`); `null` if
    /// no claim says.
    pub lower_at_least: Option<i32>,
    /// It gains no more even if infinite play wins it everything left (`upper`).
    pub upper_at_most: Option<i32>,
}
