//! Checking tables in pieces: each piece has some of the layers.

use serde::{Deserialize, Serialize};

use super::layer::VerifiedLayer;
use sowlab_base::pieces::{Piece, Shard};

/// What all pieces together were asked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VerifiedPieceRequest {
    /// The rules that the tables belong to.
    pub game: String,
    /// How many positions of each layer; `None`: all.
    pub sample: Option<u64>,
    /// The checksum of each layer, from 0 stones on: all pieces check the same tables.
    pub checksums: Vec<String>,
}

/// The layers that a piece has checked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VerifiedPiece {
    /// In order.
    pub layers: Vec<VerifiedLayer>,
}

impl Piece for VerifiedPiece {
    const KIND: &'static str = "tables verify";
    type Request = VerifiedPieceRequest;
}

impl VerifiedPiece {
    /// Whether a piece has a layer of tables up to `most` stones. They are dealt out from the largest on.
    pub fn has(shard: Shard, stones: u32, most: u32) -> bool {
        shard.deals(u64::from(most - stones))
    }

    /// The layers of all pieces, in order. `None` if these are not all that were asked for.
    pub fn join(
        request: &VerifiedPieceRequest,
        pieces: Vec<VerifiedPiece>,
    ) -> Option<Vec<VerifiedLayer>> {
        let layers = pieces.into_iter().flat_map(|piece| piece.layers);
        let mut layers: Vec<VerifiedLayer> = layers.collect();
        layers.sort_by_key(|layer| layer.stones);
        let all = layers.iter().map(|layer| &layer.checksum);
        let in_order = layers
            .iter()
            .map(|layer| layer.stones)
            .eq(0..layers.len() as u32);
        (in_order && all.eq(&request.checksums)).then_some(layers)
    }
}
