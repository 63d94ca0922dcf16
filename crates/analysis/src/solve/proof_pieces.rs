//! Checking a proof in pieces: each piece has the claims of some layers, and believes those of smaller ones.

use serde::{Deserialize, Serialize};

use super::proof_findings::{ProofClaim, ProvenOpening, VerifiedProof};
use sowlab_base::pieces::{Piece, Shard};

/// What all pieces together were asked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CheckedPieceRequest {
    /// The rules that the claims are about.
    pub game: String,
    /// How many claims there are.
    pub claims: u64,
    /// SHA-256 of all claims, as a file holds them: all pieces check the same proof.
    pub sha256: String,
    /// The tables that are believed hold boards of at most the given number of stones.
    pub tables: u32,
    /// Bytes for searches, all threads together.
    pub memory: u64,
}

/// What became of the claims of some layers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CheckedPiece {
    /// The file, as it was named.
    pub file: String,
    /// How many claims it has.
    pub claims: u64,
    /// Claims whose support was searched for.
    pub searched: u64,
    /// What was found and checked of it.
    pub lemmas: u64,
    /// Claims that do not follow, each with the number of stones on its board.
    pub failed: Vec<(u32, ProofClaim)>,
    /// What claims that follow say of openings.
    pub openings: Vec<ProvenOpening>,
}

impl Piece for CheckedPiece {
    const KIND: &'static str = "proof verify";
    type Request = CheckedPieceRequest;
}

impl CheckedPiece {
    /// Which of these layers, in rising order, a piece has. They are dealt out from the largest on.
    pub(super) fn layers(shard: Shard, layers: &[u32]) -> Vec<u32> {
        let numbered = (0..).zip(layers.iter().rev());
        let dealt = numbered.filter(|&(number, _)| shard.deals(number));
        dealt.map(|(_, &layer)| layer).collect()
    }

    /// What these pieces found together. If a claim does not follow, nothing is said of openings: theirs may rest on
    /// it, in another piece.
    pub fn join(request: &CheckedPieceRequest, pieces: &[CheckedPiece]) -> VerifiedProof {
        let sum = |of: fn(&CheckedPiece) -> u64| pieces.iter().map(of).sum();
        let failed = pieces.iter().flat_map(|piece| &piece.failed);
        let mut failed: Vec<&(u32, ProofClaim)> = failed.collect();
        failed.sort_by_key(|(stones, _)| *stones);
        let openings = pieces.iter().flat_map(|piece| &piece.openings);
        let mut openings: Vec<ProvenOpening> = openings.copied().collect();
        openings.sort_by_key(|opening| opening.seeds);
        if pieces.len() > 1 && !failed.is_empty() {
            openings.clear();
        }
        let claims = sum(|piece| piece.claims);
        VerifiedProof {
            valid: claims > 0 && failed.is_empty(),
            game: request.game.clone(),
            tables: request.tables,
            claims,
            searched: sum(|piece| piece.searched),
            lemmas: sum(|piece| piece.lemmas),
            failed: failed.into_iter().map(|(_, claim)| claim.clone()).collect(),
            openings,
        }
    }
}
