//! The two-rank games in which play may repeat itself: proof search, with tables of boards with few seeds that grow.

use sowlab_solvers::search::TableSizeError;
use sowlab_solvers::search::proof::{Narrowing, ProofSearch, ProofTable};
use sowlab_solvers::search::rounds::Intervals;
use sowlab_solvers::{Budget, Guide, JointProblem, Monitor, Numbers, Player, Problem, Sequential};

use super::endgame::{Endgame, Room};
use super::looked_up::look_up;
use super::repeating::table_bytes;
use super::stones::{bounds, effort};
use super::{Bounds, MemorySize, Solution, TwoRankTables};
use crate::games::two_rank::{BoardNumbers, Move, State, TwoRank};

/// Limits on moves in a row without a capture: which one suits the game nobody knows beforehand.
const QUIET: [u8; 2] = [12, 40];
/// The part of the memory that is for claims.
const CLAIMS_SHARE: usize = 2;
/// Nodes searched before boards with few seeds are solved.
const FIRST_NODES: u64 = 1 << 16;
/// The node budget of a claim before the search turns to others, and how fast it grows.
const FIRST_BUDGET: u64 = 1 << 14;
const BUDGET_GROWTH: u64 = 4;

/// Proves what a state is worth that the tables do not know, as far as the monitor lets it, the sign first. Boards with
/// few seeds are taken from tables on disk, or else solved, as far as that takes about as long as the search so far, and
/// a quarter of `memory` holds them.
///
/// # Errors
/// The memory is not there, or too little for a table.
pub(super) fn prove_repeating(
    game: &TwoRank,
    state: State,
    tables: Option<&TwoRankTables>,
    memory: MemorySize,
    monitor: &dyn Monitor,
) -> Result<Solution, TableSizeError> {
    let table = ProofTable::new(table_bytes(memory.bytes() / CLAIMS_SHARE, monitor))?;
    let numbers = game.board_numbers();
    let endgame = Endgame::beside(game, tables);
    let search = Search {
        game,
        state,
        tables,
        numbers: &numbers,
        table: &table,
        monitor,
        proven: None,
        best: None,
        nodes: 0,
        node_budget: FIRST_BUDGET,
    };
    Ok(search.prove(endgame, Room::new(state.seeds(), memory)))
}

/// How much work claims may be.
struct Effort {
    /// Boards of up to so many seeds are known.
    tabled: u32,
}

impl Guide<State, Move> for Effort {
    #[inline]
    fn effort(&self, state: &State, _: Player, need: i32) -> Numbers {
        effort(state.seeds(), self.tabled, need.into())
    }
}

/// The question, and what is proven so far.
struct Search<'a> {
    game: &'a TwoRank,
    state: State,
    tables: Option<&'a TwoRankTables>,
    numbers: &'a BoardNumbers,
    table: &'a ProofTable,
    monitor: &'a dyn Monitor,
    proven: Option<Intervals>,
    /// A move that secures `lower`, once that is proven.
    best: Option<Move>,
    nodes: u64,
    /// The nodes that a claim may take before the search turns to others.
    node_budget: u64,
}

impl Search<'_> {
    /// Searches and tables in turn.
    fn prove(mut self, mut endgame: Option<Endgame>, room: Room) -> Solution {
        let on_disk = self.tables.and_then(TwoRankTables::on_disk);
        let mut growing = endgame.is_some();
        let mut nodes = FIRST_NODES;
        loop {
            if let Some(endgame) = endgame.as_mut().filter(|_| growing) {
                let known = endgame.seeds();
                growing = endgame.keep_pace(nodes, on_disk, room, self.monitor);
                if endgame.seeds() > known {
                    self.table.forget_limited();
                }
                if let Some(value) = endgame.value(&self.state) {
                    let known = |state: &State| endgame.value(state);
                    let found = look_up(self.game, self.state, value, known);
                    let nodes = self.nodes + found.nodes;
                    return Solution { nodes, ..found };
                }
            }
            let left_open = match growing {
                true => self.search(endgame.as_ref(), &Budget::new(self.monitor, nodes)),
                false => self.search(endgame.as_ref(), self.monitor),
            };
            // Where infinite play matters, only tables of the state itself know what lies between.
            let settled = self
                .proven
                .is_some_and(|proven| proven.settled() && proven.lower == proven.upper);
            if settled || self.monitor.cancelled() || !(growing || left_open) {
                return self.solution();
            }
            // Tables grow even where nothing is left to ask within the limits.
            nodes = self.nodes.max(2 * nodes);
        }
    }

    /// Searches until nothing is left to ask or the monitor cancels; whether a claim was left open.
    fn search(&mut self, endgame: Option<&Endgame>, monitor: &dyn Monitor) -> bool {
        // What is unpacked is not probed on disk.
        let given = self.tables.filter(|_| endgame.is_none());
        let known = (given, endgame);
        let game = Sequential(self.game);
        let tabled = given.map_or(0, TwoRankTables::most);
        let tabled = endgame.map_or(tabled, |endgame| endgame.seeds().saturating_sub(1));
        let guide = Effort { tabled };
        let problem = Problem::new(&game).with_keys(self.numbers);
        let problem = problem.with_oracle(&known).with_guide(&guide);
        let search = ProofSearch::new(problem, self.table, monitor);
        let mut left_open = true;
        while left_open && !monitor.cancelled() {
            left_open = self.within_budget(&search);
            if left_open && !monitor.cancelled() {
                self.node_budget = self.node_budget.saturating_mul(BUDGET_GROWTH);
            }
        }
        self.nodes += search.nodes();
        left_open
    }

    /// Asks what is left to ask within the node budget of a claim, with each limit on quiet moves, because nobody
    /// knows beforehand which one suits the game; whether a claim was left open.
    fn within_budget<J: JointProblem<State = State, Choice = Move>>(
        &mut self,
        search: &ProofSearch<'_, J>,
    ) -> bool {
        let mut left_open = false;
        for quiet in QUIET.chunks(1) {
            let mut narrowing = Narrowing::new(search, self.state).with_quiet(quiet);
            if let Some(proven) = self.proven {
                narrowing.assume(proven);
            }
            let mut asked = Ok(true);
            while asked == Ok(true) {
                asked = narrowing.narrow(self.node_budget);
            }
            let proven = narrowing.proven();
            self.proven = Some(proven);
            if self.best.is_none() && proven.lower.is_exact() {
                self.best = narrowing.securing().ok().flatten();
            }
            if asked.is_err() || proven.settled() {
                return !proven.settled();
            }
            left_open |= narrowing.left_open();
        }
        left_open
    }

    fn solution(self) -> Solution {
        let all = self.state.seeds() as i32;
        let best = self
            .best
            .map(|chosen| self.game.move_text(self.state.mover(), chosen));
        let proven = self.proven.as_ref();
        Solution {
            bounds: proven.map_or(Bounds::alike(-all..=all), bounds),
            best_complete: best.is_some() && self.game.legal_count(self.state) == 1,
            best: best.into_iter().collect(),
            nodes: self.nodes,
            pie: None,
        }
    }
}
