//! Shards of a tournament.

use serde::{Deserialize, Serialize};

use super::SetupError;
use super::schedule::Form;
use super::setting::Setting;
use super::standings::Pair;
use sowlab_base::pieces::{Piece, Shard};

/// The played pairs of one shard of a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayedPiece {
    /// The pairs, in the order of the schedule.
    pub pairs: Vec<Pair>,
}

impl Piece for PlayedPiece {
    const KIND: &'static str = "tournament";
    type Request = Setting;
}

impl PlayedPiece {
    /// Concatenates the pairs of all shards, in the order of the schedule.
    pub fn join(pieces: Vec<PlayedPiece>) -> Vec<Pair> {
        pieces.into_iter().flat_map(|piece| piece.pairs).collect()
    }
}

impl Setting {
    /// Checks that this tournament can be divided into these shards.
    ///
    /// # Errors
    /// The games to play depend on the results of others, or there are fewer pairs than shards.
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
