//! The stones family with endgame tables.

use std::path::Path;
use std::sync::OnceLock;

use sowlab_solvers::ranking::Ranking;
use sowlab_solvers::search::TranspositionTable;
use sowlab_solvers::search::rounds::{Charged, SearchableJoint};
use sowlab_solvers::table::{TableError, Tables};
use sowlab_solvers::{JointGame, Monitor, Resolution, Value, VisitRound};

use super::{Solution, solve_stones};
use crate::games::stones::{Board, Position, StonesGame};
use crate::tables::TabledGame;

/// A game whose boards with few stones are looked up instead of searched.
pub struct TabledStones {
    game: StonesGame,
    tables: Tables,
    ranking: Ranking,
    /// What went wrong with a table, if anything did: the search went on without it.
    damaged: OnceLock<TableError>,
}

impl TabledStones {
    /// The game with all tables of it that are in a directory.
    ///
    /// # Errors
    /// There is none, or one is foreign or cut off.
    pub fn open(game: StonesGame, directory: &Path) -> Result<TabledStones, TableError> {
        let name = TabledGame::Stones(*game.rules()).table_name()?;
        let tables = Tables::open_all(directory, &name)?;
        let ranking = Ranking::new(game.rules().holes(), tables.most() as usize)
            .map_err(TableError::Unrankable)?;
        Ok(TabledStones {
            game,
            tables,
            ranking,
            damaged: OnceLock::new(),
        })
    }

    /// As [`solve_stones`], and where the tables hold the position itself, with their `zero`.
    ///
    /// # Errors
    /// The first table that could not be read.
    pub fn solve(
        self,
        position: &Position,
        table: &TranspositionTable,
        monitor: &dyn Monitor,
    ) -> Result<Solution, TableError> {
        let mut solution = solve_stones(&self, position, table, monitor);
        if let Some(Value { zero, .. }) = self.probe(&position.canonical_board()) {
            solution.bounds.zero = zero..=zero;
        }
        solution.pie = self.pie(position);
        self.finish()?;
        Ok(solution)
    }

    /// Ends the use of the tables.
    ///
    /// # Errors
    /// The first table that could not be read.
    pub(crate) fn finish(self) -> Result<(), TableError> {
        match self.damaged.into_inner() {
            None => Ok(()),
            Some(error) => Err(error),
        }
    }

    /// The most stones on a board that is looked up.
    pub fn most(&self) -> u32 {
        self.tables.most()
    }

    /// The choices of the side with sente that are best where infinite play counts for nobody, if
    /// the tables hold everything that a round leads to. None if the game is over.
    pub fn best_choices(&self, board: &Board) -> Option<Vec<u8>> {
        let mut firsts = Vec::new();
        self.first_choices(board, &mut firsts);
        let mut worths = Vec::new();
        for &first in &firsts {
            let mut seconds = Vec::new();
            self.second_choices(board, first, &mut seconds);
            let mut worst = i32::MAX;
            for second in seconds {
                let worth = match self.resolve(board, first, second) {
                    Resolution::Endless => 0,
                    Resolution::Over { margin } => margin,
                    Resolution::Next {
                        state,
                        gain,
                        passes,
                    } => {
                        let zero = self.probe(&state)?.zero;
                        gain + if passes { -zero } else { zero }
                    }
                };
                worst = worst.min(worth);
            }
            worths.push(worst);
        }
        let best = *worths.iter().max()?;
        let best = firsts
            .into_iter()
            .zip(worths)
            .filter(|&(_, worth)| worth == best);
        Some(best.map(|(first, _)| first).collect())
    }

    #[inline]
    pub(crate) fn probe(&self, board: &Board) -> Option<Value> {
        let stones = board.stones();
        if stones > self.tables.most() {
            return None;
        }
        match self.tables.probe(stones, self.ranking.rank(board.lanes())) {
            Ok(value) => Some(value),
            Err(error) => {
                // The first one is reported.
                let _ = self.damaged.set(error);
                None
            }
        }
    }
}

impl JointGame for TabledStones {
    type State = Board;
    type Choice = u8;

    fn terminal(&self, board: &Board) -> Option<i32> {
        self.game.terminal(board)
    }

    fn first_choices(&self, board: &Board, choices: &mut Vec<u8>) {
        self.game.first_choices(board, choices);
    }

    fn second_choices(&self, board: &Board, first: u8, choices: &mut Vec<u8>) {
        self.game.second_choices(board, first, choices);
    }

    fn resolve(&self, board: &Board, first: u8, second: u8) -> Resolution<Board> {
        self.game.resolve(board, first, second)
    }

    fn resolve_batch(&self, boards: &[Board], visit: &mut VisitRound<'_, Board, u8>) {
        self.game.resolve_batch(boards, visit);
    }

    fn bound(&self, board: &Board) -> i32 {
        self.game.bound(board)
    }
}

impl SearchableJoint for TabledStones {
    #[inline]
    fn code(&self, board: &Board) -> u128 {
        self.game.code(board)
    }

    #[inline]
    fn known(&self, board: &Board, charged: Charged) -> Option<i32> {
        let value = self.probe(board)?;
        Some(match charged {
            Charged::Sente => value.lower,
            Charged::Gote => value.upper,
        })
    }
}

/// The same game with tables of the boards with few stones alone.
pub struct TabledBelow<'a> {
    game: &'a TabledStones,
    most: u32,
}

impl<'a> TabledBelow<'a> {
    /// Only boards with at most so many stones are looked up.
    pub fn new(game: &'a TabledStones, most: u32) -> TabledBelow<'a> {
        TabledBelow { game, most }
    }
}

impl JointGame for TabledBelow<'_> {
    type State = Board;
    type Choice = u8;

    fn terminal(&self, board: &Board) -> Option<i32> {
        self.game.terminal(board)
    }

    fn first_choices(&self, board: &Board, choices: &mut Vec<u8>) {
        self.game.first_choices(board, choices);
    }

    fn second_choices(&self, board: &Board, first: u8, choices: &mut Vec<u8>) {
        self.game.second_choices(board, first, choices);
    }

    fn resolve(&self, board: &Board, first: u8, second: u8) -> Resolution<Board> {
        self.game.resolve(board, first, second)
    }

    fn bound(&self, board: &Board) -> i32 {
        self.game.bound(board)
    }
}

impl SearchableJoint for TabledBelow<'_> {
    fn code(&self, board: &Board) -> u128 {
        self.game.code(board)
    }

    fn known(&self, board: &Board, charged: Charged) -> Option<i32> {
        if board.stones() > self.most {
            return None;
        }
        self.game.known(board, charged)
    }
}
