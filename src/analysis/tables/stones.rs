//! Tables of the stones family.

use sowlab_solvers::ranking::{Ranking, RankingError};

use super::game::{LayeredGame, Located, ProbeError};
use crate::games::stones::{Phase, Position, ReferenceLayers, Rules, StonesLayers};

impl LayeredGame for Rules {
    type Layers = StonesLayers;
    type Reference = ReferenceLayers;

    fn layers(&self, stones: u32) -> Result<StonesLayers, RankingError> {
        StonesLayers::new(self, stones as usize)
    }

    fn reference(&self, stones: u32) -> Result<ReferenceLayers, RankingError> {
        ReferenceLayers::new(self, stones as usize)
    }

    fn locate(&self, position: &str) -> Result<Located, ProbeError> {
        let position = Position::parse(self, position).map_err(ProbeError::position)?;
        if position.phase() != Phase::Sente {
            return Err(ProbeError::position(
                "tables hold boards where the side with sente is to choose (phase '-')",
            ));
        }
        let board = position.canonical_board();
        let ranking = Ranking::new(self.holes(), board.stones() as usize)?;
        Ok(Located {
            position: position.to_string(),
            layer: board.stones(),
            rank: ranking.rank(board.lanes()),
        })
    }
}
