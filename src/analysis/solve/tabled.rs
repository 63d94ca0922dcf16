//! The stones family with endgame tables.

use std::path::Path;
use std::sync::OnceLock;

use sowlab_solvers::ranking::Ranking;
use sowlab_solvers::search::proof::{Numbers, ProofTable};
use sowlab_solvers::search::rounds::SearchableJoint;
use sowlab_solvers::table::{TableError, Tables, Unpacked};
use sowlab_solvers::{JointGame, Monitor, Player, Resolution, Value, VisitRound};

use super::best::keeping;
use super::stones::{effort, hole_text};
use super::{Bounds, Solution, solve_stones};
use crate::analysis::tables::TabledGame;
use crate::games::stones::{Board, Position, StonesGame};

/// A game whose boards with few stones are looked up instead of searched.
pub struct TabledStones {
    game: StonesGame,
    tables: Tables,
    /// The lower layers, for the search.
    unpacked: Unpacked,
    ranking: Ranking,
    /// What went wrong with a table, if anything did.
    damaged: OnceLock<TableError>,
}

impl TabledStones {
    /// The game with all tables of it that are in a directory; as many layers as fit into
    /// `memory` bytes are unpacked for the search.
    ///
    /// # Errors
    /// There is none, or one is foreign, cut off or damaged.
    pub fn open(
        game: StonesGame,
        directory: &Path,
        memory: usize,
    ) -> Result<TabledStones, TableError> {
        let name = game.rules().table_name()?;
        let tables = Tables::open_all(directory, &name)?;
        let ranking = Ranking::new(game.rules().holes(), tables.most() as usize)
            .map_err(TableError::Unrankable)?;
        let mut bytes = 0;
        let fitting = tables.tables().iter().take_while(|table| {
            bytes += Unpacked::BYTES_PER_POSITION * table.header().positions as usize;
            bytes <= memory
        });
        let most = (fitting.count() as u32).saturating_sub(1);
        let unpacked = Unpacked::new(&tables, most)?;
        Ok(TabledStones {
            game,
            tables,
            unpacked,
            ranking,
            damaged: OnceLock::new(),
        })
    }

    /// How many layers there are tables of, from that without a stone on.
    pub(super) fn layers(&self) -> u32 {
        self.tables.most() + 1
    }

    /// As [`solve_stones`], and where the tables hold the position itself, what they say.
    ///
    /// # Errors
    /// The first table that could not be read.
    pub fn solve(
        self,
        position: &Position,
        table: &ProofTable,
        patience: u64,
        monitor: &dyn Monitor,
    ) -> Result<Solution, TableError> {
        let mut solution = match self.probe(&position.canonical_board()) {
            Some(value) => self.looked_up(position, value),
            None => solve_stones(&self, position, table, patience, monitor),
        };
        if let Some(pie) = self.pie_value(position) {
            solution.pie = Some(Bounds::of(pie));
        }
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

    /// What tables say of a position that they hold.
    fn looked_up(&self, position: &Position, value: Value) -> Solution {
        // Nothing is shown where a table is damaged.
        let options = self.options(&position.canonical_board(), |after| after);
        let written = options
            .unwrap_or_default()
            .into_iter()
            .map(|(hole, worth)| (hole_text(position, hole), worth));
        Solution {
            bounds: Bounds::of(value),
            best: keeping(written.collect(), value),
            best_complete: true,
            nodes: 0,
            pie: None,
        }
    }

    /// The tables as a search looks boards up in them.
    pub(super) fn unpacked(&self) -> &Unpacked {
        &self.unpacked
    }

    /// The most stones on a board that a search looks up.
    pub fn searched_to(&self) -> u32 {
        self.unpacked.most()
    }

    /// The most stones on a board that is looked up.
    pub fn most(&self) -> u32 {
        self.tables.most()
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

    fn leader_choices(&self, board: &Board, choices: &mut Vec<u8>) {
        self.game.leader_choices(board, choices);
    }

    fn follower_choices(&self, board: &Board, first: u8, choices: &mut Vec<u8>) {
        self.game.follower_choices(board, first, choices);
    }

    fn resolve(&self, board: &Board, first: u8, second: u8) -> Resolution<Board> {
        self.game.resolve(board, first, second)
    }

    fn expand(&self, boards: &[Board], visit: &mut VisitRound<'_, Board, u8>) {
        self.game.expand(boards, visit);
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
    fn known(&self, board: &Board, charged: Player) -> Option<i32> {
        let stones = board.stones();
        if stones > self.unpacked.most() {
            return None;
        }
        let (lower, upper) = self
            .unpacked
            .probe(stones, self.ranking.rank(board.lanes()));
        Some(match charged {
            Player::Leader => lower,
            Player::Follower => upper,
        })
    }

    #[inline]
    fn touch(&self, board: &Board) -> bool {
        let stones = board.stones();
        let tabled = stones <= self.unpacked.most();
        if tabled {
            self.unpacked
                .touch(stones, self.ranking.rank(board.lanes()));
        }
        tabled
    }

    fn margins_have_parity_of_bound(&self) -> bool {
        self.game.margins_have_parity_of_bound()
    }

    #[inline]
    fn effort(&self, board: &Board, _: Player, need: i32) -> Numbers {
        effort(board.stones(), self.unpacked.most(), need)
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

    fn leader_choices(&self, board: &Board, choices: &mut Vec<u8>) {
        self.game.leader_choices(board, choices);
    }

    fn follower_choices(&self, board: &Board, first: u8, choices: &mut Vec<u8>) {
        self.game.follower_choices(board, first, choices);
    }

    fn resolve(&self, board: &Board, first: u8, second: u8) -> Resolution<Board> {
        self.game.resolve(board, first, second)
    }

    fn expand(&self, boards: &[Board], visit: &mut VisitRound<'_, Board, u8>) {
        self.game.expand(boards, visit);
    }

    fn bound(&self, board: &Board) -> i32 {
        self.game.bound(board)
    }
}

impl SearchableJoint for TabledBelow<'_> {
    fn code(&self, board: &Board) -> u128 {
        self.game.code(board)
    }

    fn known(&self, board: &Board, charged: Player) -> Option<i32> {
        if board.stones() > self.most {
            return None;
        }
        self.game.known(board, charged)
    }
}
