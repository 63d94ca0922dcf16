//! Openings of the stones family within limits on nodes and tables, checked by a second search.

use sowlab_findings::Solution;
use std::path::Path;

use sowlab_solvers::ranking::boards_to;
use sowlab_solvers::search::proof::ProofTable;
use sowlab_solvers::{Deadline, Monitor, Problem};

use super::requested::too_large;
use super::twice::disagreement;
use super::{DEFAULT_NODE_BUDGET, Growing, solve_growing, solve_stones};
use crate::RequestError;
use crate::tables::refused;
use sowlab_games::stones::{Position, Rules, StonesGame};

/// The memory for claims in bytes.
const MEMORY: usize = 128 << 20;
/// The maximum number of boards for which a search without tables is run too, and must agree.
const BOARDS_SEARCHED_TOO: u64 = 20_000;

/// The limits of the search.
#[derive(Clone, Copy, Debug)]
pub struct OpeningLimits<'a> {
    /// The directory of the tables. Missing tables are built.
    pub directory: &'a Path,
    /// The maximum number of boards in the tables, over all layers. It also limits the size of the unpacked tables of a
    /// search in bytes.
    pub boards: u64,
    /// The node budget. Boards in tables do not count.
    pub nodes: u64,
}

/// The results for an opening.
#[derive(Clone, Debug)]
pub struct SolvedOpening {
    /// The solution.
    pub solution: Solution,
    /// Whether a search without tables agreed.
    pub searched_too: bool,
}

/// Proves the value of an opening within limits. The value of a small one is proven twice, with tables and without.
///
/// # Errors
/// The results disagree, tables cannot be built, or the monitor cancelled.
pub fn solve_opening(
    rules: &Rules,
    limits: &OpeningLimits<'_>,
    monitor: &dyn Monitor,
) -> Result<SolvedOpening, RequestError> {
    let position = Position::opening(rules);
    let table = ProofTable::new(MEMORY).map_err(too_large)?;
    let growing = Growing {
        directory: limits.directory,
        // A board takes a byte if the tables contain the opening itself. Unpacked tables of a search take somewhat
        // more.
        memory: limits.boards as usize,
        nodes: limits.nodes,
        node_budget: DEFAULT_NODE_BUDGET,
    };
    let (solution, _) =
        solve_growing(rules, &position, &growing, &table, monitor).map_err(refused)?;
    monitor.check()?;
    let boards = boards_to(rules.holes(), rules.stones());
    let mut searched_too = boards <= BOARDS_SEARCHED_TOO;
    if searched_too {
        let budget = Deadline::of_nodes(monitor, limits.nodes);
        let table = ProofTable::new(MEMORY / 4).map_err(too_large)?;
        let search = solve_stones(
            Problem::new(&StonesGame::new(rules)),
            &position,
            &table,
            DEFAULT_NODE_BUDGET,
            &budget,
        );
        monitor.check()?;
        // If the value depends on infinite play, the search may not end by itself.
        searched_too = search.nodes < limits.nodes;
        if searched_too {
            agree(rules, &solution, &search)?;
        }
    }
    Ok(SolvedOpening {
        solution,
        searched_too,
    })
}

/// Checks that the results of tables and search agree. The search proves what sente gains with infinite play as its
/// loss, and likewise for gote. These ends must be equal, and the other ends must not exclude the values of the tables.
fn agree(rules: &Rules, tables: &Solution, search: &Solution) -> Result<(), RequestError> {
    let mut pairs = vec![(&tables.bounds, &search.bounds)];
    if let (Some(tables), Some(search)) = (&tables.pie, &search.pie) {
        pairs.push((tables, search));
    }
    for (known, found) in pairs {
        let same = known.lower.start() == found.lower.start()
            && known.upper.end() == found.upper.end()
            && found.lower.contains(known.lower.end())
            && found.upper.contains(known.upper.start());
        if !same {
            return Err(disagreement(
                &rules.to_string(),
                format!("tables say {known:?}"),
                format!("search {found:?}"),
            ));
        }
    }
    Ok(())
}
