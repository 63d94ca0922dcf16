//! Every setup of Random Mancala with a number of seeds.

use sowlab_findings::Solution;
use std::fmt::Debug;

use sowlab_solvers::Monitor;
use sowlab_solvers::ranking::Ranking;

use super::requested::too_large;
use super::{TwoRankTables, solve_choice};
use crate::tables::refused;
use crate::{Field, RequestError};
use sowlab_base::MemorySize;
use sowlab_games::two_rank::{
    Position, RandomMancala, RandomPosition, Seat, State, TwoRank, Variant,
};

/// The setups of one game, with tables of all its boards.
pub struct AllSetups {
    variant: Variant,
    game: TwoRank,
    tables: TwoRankTables,
}

/// A setup and its value for the player who chooses.
#[derive(Clone, Debug)]
pub struct SolvedSetup {
    /// The game, which belongs to the position.
    pub game: String,
    /// The setup.
    pub position: String,
    /// The margin of the chooser, with infinite play as a draw.
    pub worth: i32,
    /// The optimal choices.
    pub best: Vec<String>,
}

/// The error of a board that is missing in the tables.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{game}: no value of {board}")]
pub struct MissingBoard {
    game: String,
    board: String,
}

impl AllSetups {
    /// Builds the tables for setups of at most `seeds` seeds.
    ///
    /// # Errors
    /// There are more positions than tables can have, or the monitor cancelled.
    pub fn new(
        variant: &Variant,
        seeds: u32,
        monitor: &dyn Monitor,
    ) -> Result<AllSetups, RequestError> {
        let game = variant.game();
        let tables = TwoRankTables::in_memory(&game, seeds, monitor).map_err(refused)?;
        monitor.check()?;
        Ok(AllSetups {
            variant: *variant,
            game,
            tables,
        })
    }

    /// Visits all setups with this number of seeds, each with its value for the chooser, with infinite play as a draw.
    /// The chooser has the better side of the better of the two starts.
    ///
    /// # Errors
    /// The tables do not contain the boards, or the visit fails.
    pub fn each<E: From<RequestError>>(
        &self,
        seeds: u32,
        mut visit: impl FnMut(State, i32) -> Result<(), E>,
    ) -> Result<(), E> {
        let zero = |state: State| match self.tables.value(state) {
            Some(value) => Ok(value.zero),
            None => Err(self.missing(&state)),
        };
        let pits = 2 * self.game.rules().pits;
        let ranking = Ranking::new(pits, seeds as usize)
            .map_err(|error| RequestError::field(Field::Stones, error))?;
        let mut board = ranking.first(seeds as usize);
        loop {
            let state = State::from_pits(Seat::Lower, &board[..pits]);
            let state = state.ok_or_else(|| self.missing(&board))?;
            visit(state, zero(state)?.abs().max(zero(state.turned())?.abs()))?;
            if !ranking.advance(&mut board) {
                return Ok(());
            }
        }
    }

    /// Returns a setup with its optimal choices.
    ///
    /// # Errors
    /// The tables do not contain the setup.
    pub fn describe(&self, state: State) -> Result<SolvedSetup, RequestError> {
        let pits = self.game.rules().pits;
        let position = Position::new(state, pits, [0; 2]);
        let random = position
            .and_then(|setup| RandomMancala::new(self.game.name(), self.game.clone(), setup));
        let (Some(position), Some(random)) = (position, random) else {
            return Err(self.missing(&state));
        };
        // The tables contain every setup, so that no search needs memory.
        let memory = MemorySize::new(1 << 10);
        let (solution, _) =
            solve_choice(&random, &position, Some(&self.tables), memory, &()).map_err(too_large)?;
        let Solution { bounds, best, .. } = solution;
        let base = self.variant.declaration().name;
        Ok(SolvedSetup {
            game: format!("random:base={base},pits={pits}"),
            position: RandomPosition::Choosing(position).to_string(),
            worth: *bounds.zero.start(),
            best,
        })
    }

    fn missing(&self, board: &dyn Debug) -> RequestError {
        RequestError::failed(MissingBoard {
            game: self.variant.to_string(),
            board: format!("{board:?}"),
        })
    }
}
