//! A tournament in pieces.

use serde::{Deserialize, Serialize};

use super::SetupError;
use super::schedule::Form;
use super::setting::Setting;
use super::standings::Pair;
use sowlab_base::pieces::{Piece, Shard};

/// The game pairs of one piece of a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayedPiece {
    /// In the order of the schedule.
    pub pairs: Vec<Pair>,
}

impl Piece for PlayedPiece {
    const KIND: &'static str = "tournament";
    type Request = Setting;
}

impl PlayedPiece {
    /// The pairs of all pieces, in the order of the schedule.
    pub fn join(pieces: Vec<PlayedPiece>) -> Vec<Pair> {
        pieces.into_iter().flat_map(|piece| piece.pairs).collect()
    }
}

impl Setting {
    /// Whether this tournament can be divided so.
    ///
    /// # Errors
    /// Which games are played depends on how others end, or there are fewer pairs than pieces.
    pub(super) fn check_shard(&self, shard: Shard) -> Result<(), SetupError> {
        if self.sprt.is_some() {
            return Err(SetupError::Sequential);
        }
        if matches!(self.form, Form::Swiss { .. }) {
            return Err(SetupError::Swiss);
        }
        let pairings = self.form.pairings(&vec![0; self.engines.len()], &[]);
        let pairs = self.games.div_ceil(2).saturating_mul(pairings.len() as u64);
        Ok(shard.check(pairs, "pairs of games")?)
    }
}
