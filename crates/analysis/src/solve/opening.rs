//! Openings of the stones family with limits on nodes and tables, checked by a second search.

use sowlab_findings::Solution;
use std::path::Path;

use sowlab_solvers::ranking::boards_to;
use sowlab_solvers::search::proof::ProofTable;
use sowlab_solvers::{Budget, Monitor, Problem};

use super::requested::too_large;
use super::twice::disagreement;
use super::{DEFAULT_NODE_BUDGET, Growing, solve_growing, solve_stones};
use crate::RequestError;
use crate::tables::refused;
use sowlab_games::stones::{Position, Rules, StonesGame};

/// Bytes of what a search keeps.
const MEMORY: usize = 128 << 20;
/// Openings with no more boards below them are also searched without tables, and must agree.
const BOARDS_SEARCHED_TOO: u64 = 20_000;

/// How far to go.
#[derive(Clone, Copy, Debug)]
pub struct OpeningLimits<'a> {
    /// The directory of the tables; missing tables are built.
    pub directory: &'a Path,
    /// The most boards in the tables, all layers together; tables that a search makes on its way take no more
    /// bytes unpacked.
    pub boards: u64,
    /// The node budget; tables are not counted.
    pub nodes: u64,
}

/// What is proven of an opening.
#[derive(Clone, Debug)]
pub struct SolvedOpening {
    /// What is proven.
    pub solution: Solution,
    /// Whether a search without tables found the same.
    pub searched_too: bool,
}

/// Proves the value of an opening within limits; a small one twice, by tables and without.
///
/// # Errors
/// The two ways disagree, tables cannot be built, or the monitor cancelled.
pub fn solve_opening(
    rules: &Rules,
    limits: &OpeningLimits<'_>,
    monitor: &dyn Monitor,
) -> Result<SolvedOpening, RequestError> {
    let position = Position::opening(rules);
    let table = ProofTable::new(MEMORY).map_err(too_large)?;
    let growing = Growing {
        directory: limits.directory,
        // A byte a board, where the tables hold the opening itself; a search unpacks somewhat more.
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
        let budget = Budget::new(monitor, limits.nodes);
        let table = ProofTable::new(MEMORY / 4).map_err(too_large)?;
        let search = solve_stones(
            Problem::new(&StonesGame::new(rules)),
            &position,
            &table,
            DEFAULT_NODE_BUDGET,
            &budget,
        );
        monitor.check()?;
        // Where infinite play matters a search may not come to an end by itself.
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

/// Search proves a margin for sente where infinite play costs sente, and for gote where it costs
/// gote: these ends must be what the tables say, and the others must not exclude it.
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
