//! Comparison of the three commit orders on the boards of whole layers.

use rayon::prelude::*;
use sowlab_solvers::equilibrium::Horizon;
use sowlab_solvers::ranking::Ranking;
use sowlab_solvers::search::TranspositionTable;
use sowlab_solvers::{Monitor, Unwatched};

use super::compared::OrderValues;
use super::requested::failed;
use crate::{Field, RequestError};
use sowlab_base::MemorySize;
use sowlab_games::stones::{Board, Cups, Phase, Position, Rules, Seat, StonesGame};

/// A comparison of the commit orders on the boards of one game, layer by layer. All layers share a table of results.
pub struct LayerComparison {
    game: StonesGame,
    ranking: Ranking,
    horizon: Horizon,
    table: TranspositionTable,
}

/// The compared boards of a layer.
pub struct ComparedLayer {
    /// The boards in the order of their ranks, without boards on which a side has no choice.
    pub boards: Vec<ComparedBoard>,
    /// Whether the comparison covers every board of the layer, not a sample.
    pub whole: bool,
}

/// A board with its values, turned so that the side with sente is East.
#[derive(Clone, Copy, Debug)]
pub struct ComparedBoard {
    board: Board,
    /// The values of the board under each commit order.
    pub values: OrderValues,
}

impl LayerComparison {
    /// Prepares a comparison of boards with up to `stones` stones, over `horizon` rounds, with a table of the given
    /// size.
    ///
    /// # Errors
    /// The boards cannot be numbered, or the memory is too small for a table.
    pub fn new(
        rules: &Rules,
        stones: u32,
        horizon: u8,
        memory: MemorySize,
    ) -> Result<LayerComparison, RequestError> {
        let ranking = Ranking::new(rules.holes(), stones as usize)
            .map_err(|error| RequestError::field(Field::Stones, error))?;
        let table = TranspositionTable::new(memory.bytes())
            .map_err(|error| RequestError::field(Field::Memory, error))?;
        Ok(LayerComparison {
            game: StonesGame::new(rules),
            ranking,
            horizon: Horizon::Rounds(horizon),
            table,
        })
    }

    /// Compares all boards with `stones` stones, or `most` of them at equal distances if the layer has more.
    ///
    /// # Errors
    /// The layer does not exist, or the monitor cancelled.
    pub fn layer(
        &self,
        stones: u32,
        most: u64,
        monitor: &dyn Monitor,
    ) -> Result<ComparedLayer, RequestError> {
        let unrankable = |error| RequestError::field(Field::Stones, error);
        let there = self.ranking.boards(stones as usize).map_err(unrankable)?;
        let taken = there.min(most);
        monitor.begin(&format!("{stones} stones"), taken);
        // The middles of equal parts of the layer, one per board.
        let rank = |number: u64| {
            ((2 * u128::from(number) + 1) * u128::from(there) / (2 * u128::from(taken))) as u64
        };
        let compare = |number: u64| {
            let lanes = self.ranking.unrank(stones as usize, rank(number));
            let board = Board::from_lanes(lanes.map_err(unrankable)?);
            if board.playable().count_ones() < 2 {
                return Ok(None);
            }
            monitor.advance(1);
            let values = OrderValues::of(
                &self.game,
                &board,
                self.horizon,
                &self.table,
                &Unwatched(monitor),
            );
            let values = values.map_err(failed)?;
            Ok(Some(ComparedBoard { board, values }))
        };
        let boards: Vec<Option<ComparedBoard>> = (0..taken)
            .into_par_iter()
            .map(compare)
            .collect::<Result<_, RequestError>>()?;
        Ok(ComparedLayer {
            boards: boards.into_iter().flatten().collect(),
            whole: taken == there,
        })
    }

    /// Returns a compared board as a position. The other stones of the game are in East's cup.
    pub fn position(&self, compared: &ComparedBoard) -> String {
        let (rules, board) = (self.game.rules(), compared.board);
        let cups = Cups {
            east: (rules.stones() as u32 - board.stones()) as u8,
            west: 0,
        };
        Position::new(rules, board, cups, Seat::East, Phase::Sente, 1)
            .map_or_else(|_| format!("{board:?}"), |position| position.to_string())
    }
}
