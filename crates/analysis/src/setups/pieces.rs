//! Random setups in shards: each shard has a run of seeds.

use serde::{Deserialize, Serialize};

use super::sample::Setups;
use sowlab_base::pieces::Piece;

/// The request that all shards share.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DrawnPieceRequest {
    /// The game with the first seed.
    pub game: String,
    /// The number of setups.
    pub samples: u64,
}

/// The setups of a shard.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DrawnPiece {
    /// The setups, under the heading of all shards.
    pub setups: Setups,
}

impl Piece for DrawnPiece {
    const KIND: &'static str = "setups";
    type Request = DrawnPieceRequest;
}

impl DrawnPiece {
    /// Joins the setups of all shards, given in the order of their seeds. `None` if their number is not the requested
    /// one.
    pub fn join(request: &DrawnPieceRequest, pieces: Vec<DrawnPiece>) -> Option<Setups> {
        let mut pieces = pieces.into_iter().map(|piece| piece.setups);
        let mut all = pieces.next()?;
        for later in pieces {
            all.append(&later);
        }
        (all.setups == request.samples).then_some(all)
    }
}
