//! Tables built during a search where they speed it up.

use sowlab_findings::Solution;
use std::path::Path;

use sowlab_solvers::ranking::boards_to;
use sowlab_solvers::search::proof::ProofTable;
use sowlab_solvers::table::TableError;
use sowlab_solvers::{Budget, Monitor};

use super::TabledStones;
use super::stones::StonesSearch;
use crate::tables::TabledGame;
use sowlab_games::stones::{Position, Rules, StonesGame};

/// The boards of the tables to begin with: made in a second.
pub(crate) const FIRST_BOARDS: u64 = 1_000_000;
/// Up to this number of boards, all are tabled at once: a few seconds.
pub const FEW_BOARDS: u64 = 5_000_000;
/// Boards tabled in the time of one search node, roughly.
const BOARDS_A_NODE: u64 = 12;
/// The fewest nodes between two layers.
const LEAST_NODES: u64 = 50_000;
/// The part of all nodes that a single claim may take before easier ones are searched, so that a short
/// search ends with short intervals.
const CLAIM_SHARE: u64 = 32;
const LEAST_NODE_BUDGET: u64 = 1 << 10;

/// How far to go.
#[derive(Clone, Copy, Debug)]
pub struct Growing<'a> {
    /// Where the tables are, and are added.
    pub directory: &'a Path,
    /// The most bytes of tables unpacked for the search.
    pub memory: usize,
    /// The most nodes to search, unless all boards are few enough to be tabled.
    pub nodes: u64,
    /// How many of them a claim may take at first, see [`solve_stones`](super::solve_stones).
    pub node_budget: u64,
}

/// Whether all boards of a position are no more than the memory has bytes: then tables of all of them are worth
/// building.
pub(super) fn can_be_tabled(rules: &Rules, position: &Position, memory: usize) -> bool {
    boards_to(rules.holes(), position.board().stones() as usize) <= memory as u64
}

/// Proves what a position at the start of a round is worth, with the tables in a directory, to which
/// layers are added whenever as much time went into searching as the next layer takes: whichever
/// of search and tables suits the position better then costs no more than about twice what it
/// would alone. No layer is added that would take more memory unpacked than allowed, unless all boards of the
/// position itself are no more than the memory has bytes: then layers are added up to it, and `nodes` does
/// not end the search. The tables are returned as the search used them last; `None` if it was cancelled before.
///
/// # Errors
/// What [building](sowlab_solvers::table::build) and opening tables may fail with.
pub fn solve_growing(
    rules: &Rules,
    position: &Position,
    limits: &Growing<'_>,
    table: &ProofTable,
    monitor: &dyn Monitor,
) -> Result<(Solution, Option<TabledStones>), TableError> {
    let Growing {
        directory, memory, ..
    } = *limits;
    let stones = position.board().stones();
    let boards_to = |most: u32| boards_to(rules.holes(), most as usize);
    let mut most = 0;
    let first = match boards_to(stones) {
        all if all <= FEW_BOARDS => all,
        _ => FIRST_BOARDS,
    };
    while most < stones && boards_to(most + 1) <= first {
        most += 1;
    }
    let mut search = StonesSearch::new(position);
    let share = (limits.nodes / CLAIM_SHARE).max(LEAST_NODE_BUDGET);
    let node_budget = limits.node_budget.min(share);
    let mut tables = None;
    loop {
        match rules.build_tables(directory, most, monitor, &mut |_| ()) {
            // The time is up: what was proven before stays.
            Err(TableError::Cancelled(_)) => return Ok((search.solution(), tables)),
            built => built?,
        }
        let game = TabledStones::open(StonesGame::new(rules), directory, memory)?;
        if game.layers() > stones {
            let (mut solution, game) = game.solve(position, table, node_budget, monitor)?;
            solution.nodes += search.nodes();
            return Ok((solution, Some(game)));
        }
        most = most.max(game.layers() - 1);
        let next = most + 1;
        let (boards, more) = (boards_to(most), boards_to(next));
        // About as many bytes a board as so far.
        let unpacked = game.unpacked().bytes() as u128 * u128::from(more) / u128::from(boards);
        let fits = game.searched_to() >= most && unpacked <= memory as u128;
        // What is out of reach all the same is not worth beginning with.
        let whole = can_be_tabled(rules, position, memory);
        let nodes = match fits || whole {
            true => ((more - boards) / BOARDS_A_NODE).max(LEAST_NODES),
            false => u64::MAX,
        };
        let left = limits.nodes.saturating_sub(search.nodes());
        let budget = Budget::new(monitor, nodes.min(left));
        table.forget_limited();
        search.go_on(game.problem(), table, node_budget, &budget);
        let spent = search.nodes() >= limits.nodes && !whole;
        if search.settled() || budget.was_cancelled() || spent || !(fits || whole) {
            return Ok((search.solution(), Some(game)));
        }
        tables = Some(game);
        most = next;
    }
}
