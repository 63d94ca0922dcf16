//! Verification of tables in shards: each shard has some of the layers.

use serde::{Deserialize, Serialize};

use super::layer::VerifiedLayer;
use sowlab_base::pieces::{Piece, Shard};

/// The request that all shards share.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VerifiedPieceRequest {
    /// The rules of the tables.
    pub game: String,
    /// The number of positions to check per layer; `None`: all.
    pub sample: Option<u64>,
    /// The checksum of each layer, from 0 stones on. All shards check the same tables.
    pub checksums: Vec<String>,
}

/// The layers that a shard has checked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VerifiedPiece {
    /// The layers in order.
    pub layers: Vec<VerifiedLayer>,
}

impl Piece for VerifiedPiece {
    const KIND: &'static str = "tables verify";
    type Request = VerifiedPieceRequest;
}

impl VerifiedPiece {
    /// Returns whether a shard has the layer of `stones` stones. Layers are dealt out from the largest on, which has
    /// `most` stones.
    pub fn has(shard: Shard, stones: u32, most: u32) -> bool {
        shard.deals(u64::from(most - stones))
    }

    /// Returns the layers of all shards in order. `None` if these are not all the requested layers.
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
