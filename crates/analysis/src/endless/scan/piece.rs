//! A scan in pieces.

use serde::{Deserialize, Serialize};

use super::layer::ScannedLayer;
use sowlab_base::pieces::Piece;

/// What a scan in pieces was asked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScannedPieceRequest {
    /// The full name of the game.
    pub game: String,
    /// The most stones on the board; the layers begin with 2.
    pub stones: u32,
}

/// What was found in a piece of each layer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScannedPiece {
    /// From 2 stones on.
    pub layers: Vec<ScannedLayer>,
}

impl Piece for ScannedPiece {
    const KIND: &'static str = "loops scan";
    type Request = ScannedPieceRequest;
}

impl ScannedPiece {
    /// The layers of all pieces, in order. `None` if they have not the same layers.
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
