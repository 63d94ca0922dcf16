//! Tables of the two-rank games.

use sowlab_solvers::ranking::RankingError;

use super::game::{LayeredGame, Located, ProbeError};
use crate::games::two_rank::{ReferenceLayers, TwoRank, TwoRankLayers};

impl LayeredGame for TwoRank {
    type Layers = TwoRankLayers;
    type Reference = ReferenceLayers;

    fn layers(&self, stones: u32) -> Result<TwoRankLayers, RankingError> {
        TwoRankLayers::new(self.clone(), stones as usize)
    }

    fn reference(&self, stones: u32) -> Result<ReferenceLayers, RankingError> {
        ReferenceLayers::new(self, stones as usize)
    }

    fn locate(&self, position: &str) -> Result<Located, ProbeError> {
        let position = self
            .parse_position(position)
            .map_err(ProbeError::position)?;
        let layers = TwoRankLayers::of_all(self.clone())?;
        let (seeds, most) = (position.state().seeds(), layers.most());
        if seeds > most {
            return Err(ProbeError::position(format!(
                "{seeds} seeds in pits: tables of this game have no more than {most}"
            )));
        }
        let (layer, rank) = layers.locate(position.state());
        Ok(Located {
            position: position.to_string(),
            layer,
            rank,
        })
    }
}
