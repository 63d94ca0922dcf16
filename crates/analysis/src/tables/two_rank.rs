//! Tables of the two-rank games.

use sowlab_solvers::ranking::RankingError;

use super::error::ProbeError;
use super::game::{CellsWriter, LayeredGame, PositionWriter};
use super::located::Located;
use super::prober::Locator;
use sowlab_games::contest::Notation;
use sowlab_games::two_rank::{Position, ReferenceLayers, TwoRank, TwoRankLayers};

impl LayeredGame for TwoRank {
    type Layers = TwoRankLayers;
    type Reference = ReferenceLayers;

    fn layers(&self, stones: u32) -> Result<TwoRankLayers, RankingError> {
        TwoRankLayers::new(self.clone(), stones as usize)
    }

    fn reference(&self, stones: u32) -> Result<ReferenceLayers, RankingError> {
        ReferenceLayers::new(self, stones as usize)
    }

    fn locator(&self) -> Result<Locator<'_>, ProbeError> {
        let layers = TwoRankLayers::of_all(self.clone())?;
        Ok(Box::new(move |text| {
            let position = self.parse_position(text).map_err(ProbeError::position)?;
            let (seeds, most) = (position.state().seeds(), layers.most());
            if seeds > most {
                return Err(ProbeError::position(format!(
                    "{seeds} seeds in pits; tables of this game have at most {most}"
                )));
            }
            let (layer, rank) = layers.locate(position.state());
            let mover = self.sides()[position.state().mover() as usize];
            Ok(Located::itself(position.to_string(), mover, layer, rank))
        }))
    }

    /// Writes positions in which Lower is to move and the stores are empty.
    fn writer(&self, layer: u32) -> Result<PositionWriter<'_>, RankingError> {
        let layers = TwoRankLayers::of_any(self.clone(), layer as usize)?;
        Ok(Box::new(move |rank| {
            let state = layers.state(layer, rank)?;
            let position = Position::new(state, self.rules().pits, [0; 2])?;
            Some(position.to_string())
        }))
    }

    fn cells(&self) -> usize {
        2 * self.rules().pits
    }

    fn cells_writer(&self, layer: u32) -> Result<CellsWriter<'_>, RankingError> {
        let layers = TwoRankLayers::of_any(self.clone(), layer as usize)?;
        Ok(Box::new(move |rank, cells| {
            let Some(state) = layers.state(layer, rank) else {
                return false;
            };
            cells.copy_from_slice(&state.pits(self.rules().pits)[..cells.len()]);
            true
        }))
    }
}
