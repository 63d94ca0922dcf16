//! The stones family with endgame tables.

use sowlab_findings::{Bounds, Solution};
use std::path::Path;

use sowlab_solvers::ranking::Ranking;
use sowlab_solvers::search::proof::{KeyedClaim, ProofTable};
use sowlab_solvers::table::{ProbedTables, TableError, TableShapes, UnpackedTables};
use sowlab_solvers::{
    Guide, Interval, Key, Keyed, Monitor, Numbers, Oracle, Player, Problem, Value,
};

use super::effort::{Effort, beyond};
use super::solve_stones;
use super::stones::hole_text;
use crate::tables::TabledGame;
use sowlab_base::MemorySize;
use sowlab_findings::best_by_convention;
use sowlab_games::stones::{Board, Position, StonesGame};

/// A game with tables of its boards with few stones.
pub type TabledProblem<'a> = Problem<'a, StonesGame, StonesGame, TabledStones, TabledStones>;

/// The tables of a game, and the game itself.
pub struct TabledStones {
    game: StonesGame,
    tables: ProbedTables,
    /// The unpacked lower layers, for searches.
    unpacked: UnpackedTables,
    ranking: Ranking,
}

impl TabledStones {
    /// Opens all tables of a game in a directory. As many layers as fit into `memory` bytes are unpacked for searches.
    ///
    /// # Errors
    /// There are no tables, or one is foreign, truncated or damaged.
    pub fn open(
        game: StonesGame,
        directory: &Path,
        memory: usize,
    ) -> Result<TabledStones, TableError> {
        TabledStones::open_to(game, directory, memory, u32::MAX)
    }

    /// Opens the tables of a game. Searches probe no boards with more than `stones` stones.
    ///
    /// # Errors
    /// Those of [`TabledStones::open`].
    pub fn open_to(
        game: StonesGame,
        directory: &Path,
        memory: usize,
        stones: u32,
    ) -> Result<TabledStones, TableError> {
        let rules = game.rules();
        let shapes = TableShapes::of_boards(rules.table_name()?, rules.holes());
        let tables = ProbedTables::open_all(directory, &shapes)?;
        let most = tables.tables().highest_layer() as usize;
        let ranking = Ranking::new(game.rules().holes(), most).map_err(TableError::Unrankable)?;
        let mut bytes = 0;
        let fitting = tables.tables().tables().iter().take_while(|table| {
            bytes += UnpackedTables::size(table.header()) as usize;
            bytes <= memory
        });
        let most = (fitting.count() as u32).saturating_sub(1).min(stones);
        let unpacked = UnpackedTables::new(tables.tables(), most)?;
        Ok(TabledStones {
            game,
            tables,
            unpacked,
            ranking,
        })
    }

    /// Returns the game.
    pub fn game(&self) -> &StonesGame {
        &self.game
    }

    /// Returns the game with its tables, for searches.
    pub fn problem(&self) -> TabledProblem<'_> {
        Problem::new(&self.game).with_oracle(self).with_guide(self)
    }

    /// Returns the number of layers with tables, from 0 stones on.
    pub(super) fn layers(&self) -> u32 {
        self.tables.tables().highest_layer() + 1
    }

    /// Solves a position as [`solve_stones`] does, or from the tables if they contain it. Returns the tables too.
    ///
    /// # Errors
    /// The error of the first table that could not be read.
    pub fn solve(
        self,
        position: &Position,
        table: &ProofTable,
        node_budget: u64,
        monitor: &dyn Monitor,
    ) -> Result<(Solution, TabledStones), TableError> {
        let mut solution = match self.probe(&position.canonical_board()) {
            Some(value) => {
                self.claim(&position.canonical_board(), value, table);
                self.looked_up(position, value)
            }
            None => solve_stones(self.problem(), position, table, node_budget, monitor),
        };
        if let Some(pie) = self.pie_value(position) {
            solution.pie = Some(Bounds::of(pie));
        }
        let tables = self.tables.sound()?;
        Ok((solution, TabledStones { tables, ..self }))
    }

    /// Ends the use of the tables.
    ///
    /// # Errors
    /// The error of the first table that could not be read.
    pub(crate) fn finish(self) -> Result<(), TableError> {
        self.tables.close()
    }

    /// Adds the table value of a board to the claims, so that a saved proof cache has it.
    fn claim(&self, board: &Board, value: Value, table: &ProofTable) {
        for (claimant, need) in [
            (Player::Leader, value.lower),
            (Player::Follower, -value.upper),
        ] {
            table.add(&KeyedClaim {
                bits: self.game.key(board).bits,
                claimant,
                need,
                height: 0,
                work: 0,
            });
        }
    }

    /// Returns the solution of a position that is in the tables.
    fn looked_up(&self, position: &Position, value: Value) -> Solution {
        // A damaged table leaves no choices.
        let options = self.options(&position.canonical_board(), |after| after);
        let written = options
            .unwrap_or_default()
            .into_iter()
            .map(|(hole, worth)| (hole_text(position, hole), worth));
        Solution {
            bounds: Bounds::of(value),
            best: best_by_convention(written.collect(), value),
            best_complete: true,
            nodes: 0,
            pie: None,
        }
    }

    /// Returns the checksums of the tables that searches probe, from 0 stones on.
    pub(super) fn checksums(&self) -> Vec<u128> {
        let tables = self.tables.tables().tables().iter();
        let searched = tables.take(self.unpacked.highest_layer() as usize + 1);
        searched.map(|table| table.header().checksum).collect()
    }

    /// Returns the number of bytes that the unpacked tables leave for a search.
    pub(crate) fn leave_of(&self, memory: MemorySize) -> usize {
        memory.bytes().saturating_sub(self.unpacked.bytes())
    }

    /// Returns the tables that searches probe.
    pub(super) fn unpacked(&self) -> &UnpackedTables {
        &self.unpacked
    }

    /// Returns the maximum number of stones on a board that searches probe.
    pub fn searched_to(&self) -> u32 {
        self.unpacked.highest_layer()
    }

    /// Returns the maximum number of stones on a board in the tables.
    pub fn most(&self) -> u32 {
        self.tables.tables().highest_layer()
    }

    #[inline]
    pub(crate) fn probe(&self, board: &Board) -> Option<Value> {
        let stones = board.stones();
        if stones > self.tables.tables().highest_layer() {
            return None;
        }
        self.tables.probe(stones, self.ranking.rank(board.lanes()))
    }
}

/// The values that searches probe. Beyond the tables, sente loses everything on boards on which gote can
/// [mirror](Board::gote_can_mirror) sente without end, if infinite play is a loss for sente.
impl Oracle<Board> for TabledStones {
    #[inline]
    fn interval(&self, board: &Board, loser: Option<Player>) -> Option<Interval> {
        let stones = board.stones();
        if stones > self.unpacked.highest_layer() {
            let mirrored =
                loser == Some(Player::Leader) && board.gote_can_mirror(self.game.rules().holes());
            return mirrored.then(|| Interval::exact(-(stones as i32)));
        }
        let rank = self.ranking.rank(board.lanes());
        let value = self.unpacked.probe(stones, rank);
        Some(Interval::exact(value.margin(loser)))
    }

    #[inline]
    fn prefetch(&self, board: &Board, _: Key) -> bool {
        let stones = board.stones();
        let tabled = stones <= self.unpacked.highest_layer();
        if tabled {
            self.unpacked
                .prefetch(stones, self.ranking.rank(board.lanes()));
        }
        tabled
    }
}

impl Guide<Board, u8> for TabledStones {
    #[inline]
    fn effort(&self, board: &Board, claimant: Player, need: i32) -> Numbers {
        let beyond = beyond(need, claimant, 0.0);
        Effort::STONES.numbers(board.stones(), self.unpacked.highest_layer(), beyond)
    }
}

/// The tables of boards with a limited number of stones.
pub struct TabledBelow<'a> {
    tables: &'a TabledStones,
    most: u32,
}

impl<'a> TabledBelow<'a> {
    /// Restricts probes to boards with at most `most` stones.
    pub fn new(tables: &'a TabledStones, most: u32) -> TabledBelow<'a> {
        TabledBelow { tables, most }
    }
}

impl Oracle<Board> for TabledBelow<'_> {
    #[inline]
    fn interval(&self, board: &Board, loser: Option<Player>) -> Option<Interval> {
        if board.stones() > self.most {
            return None;
        }
        self.tables.interval(board, loser)
    }
}

/// The values of boards in tables at the horizon of the next round.
pub struct TabledZero<'a>(pub &'a TabledStones);

impl Oracle<Board> for TabledZero<'_> {
    fn interval(&self, board: &Board, loser: Option<Player>) -> Option<Interval> {
        let value = self.0.probe(board)?;
        Some(Interval::exact(value.margin(loser)))
    }
}

/// The values of tables for reversed commitment. It equals sequential commitment on turned boards with [the other
/// rest](sowlab_games::stones::Rules::with_other_rest), so that the tables belong to those rules.
pub struct TabledReverse<'a>(pub &'a TabledStones);

impl Oracle<Board> for TabledReverse<'_> {
    fn interval(&self, board: &Board, loser: Option<Player>) -> Option<Interval> {
        let turned = board.turned(self.0.game.rules().holes());
        let value = self.0.probe(&turned)?;
        let loser = loser.map(|player| !player);
        Some(Interval::exact(-value.margin(loser)))
    }
}
