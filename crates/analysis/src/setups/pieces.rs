//! Drawn setups in pieces: each piece has a run of the seeds.

use serde::{Deserialize, Serialize};

use super::sample::Setups;
use sowlab_base::pieces::Piece;

/// What all pieces together were asked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DrawnPieceRequest {
    /// The game with the first seed.
    pub game: String,
    /// How many setups are drawn.
    pub samples: u64,
}

/// The setups of a piece.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DrawnPiece {
    /// Under the heading of all pieces.
    pub setups: Setups,
}

impl Piece for DrawnPiece {
    const KIND: &'static str = "setups";
    type Request = DrawnPieceRequest;
}

impl DrawnPiece {
    /// The setups of all pieces, given in the order of their seeds. `None` if there are not as many as were asked for.
    pub fn join(request: &DrawnPieceRequest, pieces: Vec<DrawnPiece>) -> Option<Setups> {
        let mut pieces = pieces.into_iter().map(|piece| piece.setups);
        let mut all = pieces.next()?;
        for later in pieces {
            all.append(&later);
        }
        (all.setups == request.samples).then_some(all)
    }
}
