//! Tables built during a search while they speed it up.

use sowlab_findings::Solution;
use std::path::Path;

use sowlab_solvers::ranking::boards_to;
use sowlab_solvers::search::proof::ProofTable;
use sowlab_solvers::table::TableError;
use sowlab_solvers::{Deadline, Monitor};

use super::TabledStones;
use super::stones::StonesSearch;
use crate::tables::TabledGame;
use sowlab_games::stones::{Position, Rules, StonesGame};

/// The maximum number of boards in the first tables, which are built in a second.
pub(crate) const FIRST_BOARDS: u64 = 1_000_000;
/// The number of boards up to which all are tabled at once, in a few seconds.
pub const FEW_BOARDS: u64 = 5_000_000;
/// The approximate number of boards tabled in the time of one search node.
const BOARDS_A_NODE: u64 = 12;
/// The minimum number of nodes between two layers.
const LEAST_NODES: u64 = 50_000;
/// The divisor of all nodes for the budget of a single claim before easier ones are searched. It lets a short search
/// end with short intervals.
const CLAIM_SHARE: u64 = 32;
const LEAST_NODE_BUDGET: u64 = 1 << 10;

/// The limits of the search.
#[derive(Clone, Copy, Debug)]
pub struct Growing<'a> {
    /// The directory of the tables, to which layers are added.
    pub directory: &'a Path,
    /// The maximum size of unpacked tables in bytes.
    pub memory: usize,
    /// The maximum number of nodes to search, unless there are few enough boards to table all of them.
    pub nodes: u64,
    /// The first node budget of a claim, see [`solve_stones`](super::solve_stones).
    pub node_budget: u64,
}

/// Returns whether the boards of a position are no more than the memory has bytes. Tables of all of them are then worth
/// building.
pub(super) fn can_be_tabled(rules: &Rules, position: &Position, memory: usize) -> bool {
    boards_to(rules.holes(), position.board().stones() as usize) <= memory as u64
}

/// Proves the value of a position at the start of a round with the tables in a directory. A layer is added whenever the
/// search has taken as long as the layer will. The total time is thus at most about twice that of the better of search
/// and tables alone.
///
/// A layer that would exceed the memory when unpacked is not added. If the boards of the position are no more than the
/// memory has bytes, layers are added up to it, and `nodes` does not end the search.
///
/// Returns the tables of the last search too; `None` if the monitor cancelled before.
///
/// # Errors
/// Those of [building](sowlab_solvers::table::build) and opening tables.
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
            // The time is up. Earlier results stay.
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
        // The expected number of bytes per board is that of the layers so far.
        let unpacked = game.unpacked().bytes() as u128 * u128::from(more) / u128::from(boards);
        let fits = game.searched_to() >= most && unpacked <= memory as u128;
        // Tables that cannot reach the position are not worth starting.
        let whole = can_be_tabled(rules, position, memory);
        let nodes = match fits || whole {
            true => ((more - boards) / BOARDS_A_NODE).max(LEAST_NODES),
            false => u64::MAX,
        };
        let left = limits.nodes.saturating_sub(search.nodes());
        let budget = Deadline::of_nodes(monitor, nodes.min(left));
        table.forget_limited();
        search.go_on(game.problem(), table, node_budget, &budget);
        let spent = search.nodes() >= limits.nodes && !whole;
        if search.settled() || monitor.cancelled() || spent || !(fits || whole) {
            return Ok((search.solution(), Some(game)));
        }
        tables = Some(game);
        most = next;
    }
}
