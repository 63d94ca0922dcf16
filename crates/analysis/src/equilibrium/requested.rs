//! The request and the finding of `sowlab equilibrium`.

use std::path::PathBuf;

use sowlab_base::interrupt::stoppable;
use sowlab_solvers::equilibrium::{EquilibriumError, LongestPlayError};
use sowlab_solvers::order::CommitOrder;
use sowlab_solvers::search::TranspositionTable;
use sowlab_solvers::{Monitor, Problem};

use super::root::{Equilibrium, EquilibriumRoot, NoEquilibrium};
use crate::solve::{TabledReverse, TabledStones, TabledZero};
use crate::tables::{TableFolder, unusable};
use crate::{Field, RequestError};
use sowlab_base::MemorySize;
use sowlab_games::stones::{Position, Rules, StonesGame};

/// The request for an equilibrium.
#[derive(Clone, Debug)]
pub struct EquilibriumRequest {
    /// The commit order.
    pub order: CommitOrder,
    /// The number of rounds up to the horizon; `None`: unlimited.
    pub rounds: Option<u8>,
    /// The directory of the tables for sequential commitment without a horizon. Reversed commitment uses the tables of
    /// [the other rest](Rules::with_other_rest). `None`: tables are built if that takes seconds.
    pub tables: Option<PathBuf>,
    /// Whether to find the equilibria under all three orders.
    pub compare: bool,
    /// The memory for the table of the solver.
    pub memory: MemorySize,
}

/// The finding.
#[derive(Clone, Debug)]
pub struct FoundEquilibrium {
    /// The equilibrium under the requested order. If the monitor cancelled before it was found, the first that was
    /// found.
    pub found: Equilibrium,
    /// The equilibria under all orders, if they were requested; fewer if the monitor cancelled.
    pub compared: Vec<Equilibrium>,
    /// The source of the values after the next rounds.
    pub settled: Settled,
    /// Whether the monitor cancelled before all orders were compared.
    pub cancelled: bool,
}

/// The source of the values after the rounds up to the horizon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Settled {
    /// The horizon: stones left count for neither side.
    Horizon,
    /// The rules: play ends within the rounds.
    Ends,
    /// Tables, which have the values after one round.
    Tables,
}

/// Finds the equilibrium of a position at the start of a round.
///
/// # Errors
/// The position is not at the start of a round, there is not enough memory, or the monitor cancelled. Or play need not
/// end within the horizon, and no tables contain the position.
pub fn find_equilibrium(
    rules: &Rules,
    position: &Position,
    request: &EquilibriumRequest,
    monitor: &dyn Monitor,
) -> Result<FoundEquilibrium, RequestError> {
    let table = TranspositionTable::new(request.memory.bytes())
        .map_err(|error| RequestError::field(Field::Memory, error))?;
    let game = StonesGame::new(rules);
    let order = request.order;
    let root = match EquilibriumRoot::new(&game, *position, request.rounds, monitor) {
        Err(NoEquilibrium::Unending(reason))
            if order != CommitOrder::Sealed && !request.compare =>
        {
            return Ok(FoundEquilibrium {
                found: by_tables(request, &game, position, reason, &table, monitor)?,
                compared: Vec::new(),
                settled: Settled::Tables,
                cancelled: false,
            });
        }
        root => root.map_err(refused)?,
    };
    let settled = match request.rounds {
        Some(_) => Settled::Horizon,
        None => Settled::Ends,
    };
    let under = |order| {
        let solve = || root.solve(Problem::new(&game), order, &table, monitor);
        stoppable(solve).unwrap_or_else(|cancelled| Err(cancelled.into()))
    };
    under_orders(request, settled, under)
}

/// Finds the equilibrium under the requested order, or under all orders.
pub(super) fn under_orders(
    request: &EquilibriumRequest,
    settled: Settled,
    under: impl Fn(CommitOrder) -> Result<Equilibrium, EquilibriumError>,
) -> Result<FoundEquilibrium, RequestError> {
    let order = request.order;
    if !request.compare {
        return Ok(FoundEquilibrium {
            found: under(order).map_err(failed)?,
            compared: Vec::new(),
            settled,
            cancelled: false,
        });
    }
    let mut compared: Vec<Equilibrium> = Vec::new();
    let mut cancelled = false;
    for order in CommitOrder::ALL {
        match under(order) {
            Ok(found) => compared.push(found),
            Err(EquilibriumError::Cancelled(_)) if !compared.is_empty() => {
                cancelled = true;
                break;
            }
            Err(error) => return Err(failed(error)),
        }
    }
    let found = compared.iter().find(|found| found.order == order);
    Ok(FoundEquilibrium {
        found: found.unwrap_or(&compared[0]).clone(),
        compared,
        settled,
        cancelled,
    })
}

/// Finds the equilibrium of one round under sequential or reversed commitment, with values of endgame tables after it.
/// This applies where play need not end.
fn by_tables(
    request: &EquilibriumRequest,
    game: &StonesGame,
    position: &Position,
    reason: LongestPlayError,
    memory: &TranspositionTable,
    monitor: &dyn Monitor,
) -> Result<Equilibrium, RequestError> {
    let given = request.tables.as_deref();
    let stones = position.board().stones();
    let reverse = request.order == CommitOrder::Reverse;
    let rules = match reverse {
        true => game.rules().with_other_rest(),
        false => *game.rules(),
    };
    let folder = TableFolder::given_or_on_demand(given, &rules, stones, monitor)?;
    let Some(folder) = folder else {
        return Err(RequestError::field(
            Field::Horizon,
            format!("{reason}; give a number of rounds, or --tables that hold the position"),
        ));
    };
    let tabled = StonesGame::new(&rules);
    let tabled = TabledStones::open(tabled, folder.path(), 0).map_err(unusable)?;
    if tabled.most() < stones {
        return Err(RequestError::field(
            Field::Tables,
            format!(
                "{reason}, and the tables of {rules} do not reach its {stones} stones; give a number of rounds"
            ),
        ));
    }
    let root = EquilibriumRoot::of_one_round(*position).map_err(refused)?;
    let problem = Problem::new(game);
    let found = match reverse {
        true => {
            let known = TabledReverse(&tabled);
            root.solve(problem.with_oracle(&known), request.order, memory, monitor)
        }
        false => {
            let known = TabledZero(&tabled);
            root.solve(problem.with_oracle(&known), request.order, memory, monitor)
        }
    };
    let found = found.map_err(failed)?;
    tabled.finish().map_err(unusable)?;
    Ok(found)
}

pub(super) fn refused(error: NoEquilibrium) -> RequestError {
    match error {
        NoEquilibrium::Phase => RequestError::field(Field::Position, error),
        NoEquilibrium::Unending(_) | NoEquilibrium::TooLong { .. } => {
            RequestError::field(Field::Horizon, error)
        }
        NoEquilibrium::Solver(error) => failed(error),
    }
}

pub(super) fn failed(error: EquilibriumError) -> RequestError {
    match error {
        EquilibriumError::Cancelled(cancelled) => cancelled.into(),
        error => RequestError::failed(error),
    }
}
