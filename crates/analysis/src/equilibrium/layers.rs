//! The three commit orders on the boards of whole layers.

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

/// Compares the commit orders on the boards of one game, layer by layer. What is found on one layer is
/// used on the next.
pub struct LayerComparison {
    game: StonesGame,
    ranking: Ranking,
    horizon: Horizon,
    table: TranspositionTable,
}

/// The boards of a layer that were compared.
pub struct ComparedLayer {
    /// In the order of their ranks; boards on which a side has no choice are left out.
    pub boards: Vec<ComparedBoard>,
    /// Whether every board of the layer was looked at, and not a sample.
    pub whole: bool,
}

/// A board, turned so that the side with sente is East, with its values.
#[derive(Clone, Copy, Debug)]
pub struct ComparedBoard {
    board: Board,
    /// Its value under each commit order.
    pub values: OrderValues,
}

impl LayerComparison {
    /// For boards of at most `stones` stones, over `horizon` rounds, with a table of the given size.
    ///
    /// # Errors
    /// The boards cannot be numbered, or the memory is too little for a table.
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

    /// Compares the boards with `stones` stones; of a larger layer `most` boards, spread evenly.
    ///
    /// # Errors
    /// There is no such layer, or the monitor cancelled.
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
        // The middles of as many equal parts of the layer.
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

    /// The board of a comparison as a position: what is missing lies in East's cup.
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
