//! A scan in shards.

use serde::{Deserialize, Serialize};

use super::layer::ScannedLayer;
use sowlab_base::pieces::Piece;

/// The request that all shards share.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScannedPieceRequest {
    /// The full name of the game.
    pub game: String,
    /// The maximum number of stones on the board. The layers begin with 2.
    pub stones: u32,
}

/// The result of a shard of each layer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScannedPiece {
    /// The layers, from 2 stones on.
    pub layers: Vec<ScannedLayer>,
}

impl Piece for ScannedPiece {
    const KIND: &'static str = "loops scan";
    type Request = ScannedPieceRequest;
}

impl ScannedPiece {
    /// Joins the layers of all shards, in order. `None` if the shards have different layers.
    pub fn join(pieces: Vec<ScannedPiece>) -> Option<Vec<ScannedLayer>> {
        let mut pieces = pieces.into_iter();
        let mut all = pieces.next()?.layers;
        for piece in pieces {
            let stones = |layers: &[ScannedLayer]| -> Vec<u32> {
                layers.iter().map(|layer| layer.stones).collect()
            };
            if stones(&all) != stones(&piece.layers) {
                return None;
            }
            for (layer, later) in all.iter_mut().zip(piece.layers) {
                *layer = layer.and(later);
            }
        }
        Some(all)
    }
}
