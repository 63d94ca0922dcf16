//! Openings whose value is found in two ways that must agree.

use serde::{Deserialize, Serialize};
use sowlab_findings::{Bounds, Solution};
use sowlab_solvers::retrograde::{SolveError, solve_in_memory};
use sowlab_solvers::search::TranspositionTable;
use sowlab_solvers::table::TableError;
use sowlab_solvers::{Cancelled, Deadline, Game, Keyed, Monitor, Reachable, ReachableError, Value};

use super::repeating::search_repeating;
use super::requested::too_large;
use super::{Beyond, LISTED_STATES, TwoRankTables, solve_sequential, solve_two_rank};
use crate::RequestError;
use crate::tables::refused;
use sowlab_base::MemorySize;
use sowlab_games::contest::Contest;
use sowlab_games::four_rank::{FourRank, FourRankLayer};
use sowlab_games::two_rank::TwoRank;

/// The memory for the transposition table in a search of small boards.
const MEMORY: MemorySize = MemorySize::new(64 << 20);
/// The default memory for a search of a game that always ends, and for its tables. The search uses as much as it needs.
const MOST_MEMORY: MemorySize = MemorySize::new(1 << 30);
/// The maximum number of states of a graph as the second way.
const STATES: usize = 20_000_000;
/// The node budget of a proof search if the graph is too large. Each visit of a board for its tables counts as a node.
const PROOF_NODES: u64 = 10_000_000;
/// The depth in moves of a search whose bounds must contain the value of a graph.
const DEEPENING: u8 = 30;

/// An opening with its value for the player who moves first.
#[derive(Clone, Debug)]
pub struct AgreedOpening {
    /// The full name of the game.
    pub game: String,
    /// The value.
    pub value: Value,
    /// The optimal first choices.
    pub best: Vec<String>,
    /// The two methods that agree.
    pub methods: [SolvingMethod; 2],
}

/// A method that found a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SolvingMethod {
    /// Tables of every position.
    Tables,
    /// The graph of all positions that can be reached.
    Graph,
    /// Alpha-beta, in games that always end.
    AlphaBeta,
    /// Alpha-beta with tables of every board with few seeds, built before it.
    #[serde(rename = "alpha-beta with tables")]
    AlphaBetaWithTables,
    /// Search to a depth, which proved the value.
    Deepening,
    /// Search to a depth, which proved an interval that contains the value.
    #[serde(rename = "deepening (interval)")]
    DeepeningToInterval,
    /// Proof search with tables of boards with at most half of the seeds and a node budget, which proved the value.
    #[serde(rename = "proof search")]
    ProofSearch,
    /// Such a proof search, which proved an interval that contains the value.
    #[serde(rename = "proof search (interval)")]
    ProofSearchToInterval,
}

impl SolvingMethod {
    /// Returns the name in tables and files.
    pub fn name(self) -> &'static str {
        match self {
            SolvingMethod::Tables => "tables",
            SolvingMethod::Graph => "graph",
            SolvingMethod::AlphaBeta => "alpha-beta",
            SolvingMethod::AlphaBetaWithTables => "alpha-beta with tables",
            SolvingMethod::Deepening => "deepening",
            SolvingMethod::DeepeningToInterval => "deepening (interval)",
            SolvingMethod::ProofSearch => "proof search",
            SolvingMethod::ProofSearchToInterval => "proof search (interval)",
        }
    }
}

/// The error of two methods that do not agree.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{game}: {one}, {other}")]
pub struct Disagreement {
    /// The game.
    pub game: String,
    /// The result of the first method.
    pub one: String,
    /// The result of the other.
    pub other: String,
}

/// The error of a value that was not found.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}: too many positions to be solved")]
pub struct Unsolved(pub String);

/// Tables that several openings share. Those of the largest board contain the smaller boards of its width.
pub struct SharedTables {
    /// The width of the boards, and their tables.
    known: Option<(usize, TwoRankTables)>,
    /// The maximum number of seeds of a board in the tables, if play always ends. `None`: all.
    most: Option<u32>,
    /// The memory for each search, if play always ends.
    memory: MemorySize,
}

impl SharedTables {
    /// Creates shared tables. If play always ends, they have boards with up to `most` seeds, and larger boards are
    /// searched in `memory` (default: 1 GB). Otherwise, and without `most`, they have all boards.
    pub fn new(most: Option<u32>, memory: Option<MemorySize>) -> SharedTables {
        SharedTables {
            known: None,
            most,
            memory: memory.unwrap_or(MOST_MEMORY),
        }
    }
}

/// Solves a two-rank opening by tables, or by a search with tables if it has more seeds. The second way is a search
/// alone if play always ends. Otherwise it is the graph of all states, or proof search if that graph is too large.
///
/// # Errors
/// The results disagree, there are too many positions, or the monitor cancelled.
pub fn two_rank_twice(
    game: &TwoRank,
    shared: &mut SharedTables,
    monitor: &dyn Monitor,
) -> Result<AgreedOpening, RequestError> {
    let pits = game.rules().pits;
    let tables = match shared.known.take() {
        Some((width, known)) if width == pits => known,
        _ => {
            let limit = shared.most.filter(|_| game.always_ends());
            let most = limit.map_or(game.total(), |most| most.min(game.total()));
            TwoRankTables::in_memory(game, most, monitor).map_err(refused)?
        }
    };
    let found = by_tables(game, &tables, shared.memory, monitor);
    shared.known = Some((pits, tables));
    found
}

fn by_tables(
    game: &TwoRank,
    tables: &TwoRankTables,
    memory: MemorySize,
    monitor: &dyn Monitor,
) -> Result<AgreedOpening, RequestError> {
    let start = game.start_position();
    let solve = |tables| solve_two_rank(game, &start, tables, memory, monitor).map_err(too_large);
    let Solution { best, bounds, .. } = solve(Some(tables))?;
    // Tables are incomplete, and so is a search, only if the monitor cancelled.
    let (value, first) = match tables.value(start.state()) {
        Some(value) => (Some(value), SolvingMethod::Tables),
        None => (bounds.value(), SolvingMethod::AlphaBetaWithTables),
    };
    let value = value.ok_or(Cancelled)?;
    let (second, way) = match game.always_ends() {
        true => (solve(None)?.bounds, SolvingMethod::AlphaBeta),
        false => match Reachable::solve(game, start.state(), STATES, monitor) {
            Ok(graph) => {
                let value = graph.value(game.key(&start.state()));
                (Bounds::of(value.ok_or(Cancelled)?), SolvingMethod::Graph)
            }
            Err(ReachableError::TooMany(_)) => by_proof(game, memory, monitor)?,
            Err(ReachableError::Cancelled(cancelled)) => return Err(cancelled.into()),
        },
    };
    monitor.check()?;
    if !second.hold(value) {
        return Err(disagreement(
            game.name(),
            format!("{}: {value}", first.name()),
            format!("{}: {second}", way.name()),
        ));
    }
    Ok(found(game.name(), value, best, [first, way]))
}

/// Returns the bounds of an opening from proof search with smaller tables.
fn by_proof(
    game: &TwoRank,
    memory: MemorySize,
    monitor: &dyn Monitor,
) -> Result<(Bounds, SolvingMethod), RequestError> {
    let tables = TwoRankTables::in_memory(game, game.total() / 2, monitor).map_err(refused)?;
    let budget = Deadline::of_nodes(monitor, PROOF_NODES);
    let start = game.start_position();
    let found = solve_two_rank(game, &start, Some(&tables), memory, &budget).map_err(too_large)?;
    let way = match found.bounds.closed() {
        true => SolvingMethod::ProofSearch,
        false => SolvingMethod::ProofSearchToInterval,
    };
    Ok((found.bounds, way))
}

/// Solves an opening by the graph of all states, and by deepening, whose bounds must contain the value.
///
/// # Errors
/// The results disagree, there are too many positions, or the monitor cancelled.
pub fn graph_twice<C: Contest>(
    game: &C,
    monitor: &dyn Monitor,
) -> Result<AgreedOpening, RequestError> {
    let (start, name) = (game.opening(), game.full_name());
    let searched = (LISTED_STATES, Beyond::Proof);
    let solution = solve_sequential(game, &start, searched, MEMORY, monitor).map_err(too_large)?;
    let value = known(&name, &solution, monitor)?;
    let table = TranspositionTable::new(MEMORY.bytes()).map_err(too_large)?;
    let state = game.state(&start);
    let searched = search_repeating(game, state, &(), DEEPENING, &table, monitor);
    let Bounds { lower, upper, .. } = searched.bounds;
    monitor.check()?;
    if !lower.contains(&value.lower) || !upper.contains(&value.upper) {
        return Err(disagreement(
            &name,
            format!("the graph says {value}"),
            format!("deepening {lower:?} and {upper:?}"),
        ));
    }
    let closed = lower.start() == lower.end() && upper.start() == upper.end();
    let way = if closed {
        SolvingMethod::Deepening
    } else {
        SolvingMethod::DeepeningToInterval
    };
    let methods = [SolvingMethod::Graph, way];
    Ok(found(&name, value, solution.best, methods))
}

/// Solves a four-rank opening by retrograde analysis of all positions, and by the graph of the reachable ones.
///
/// # Errors
/// The results disagree, there are too many positions, or the monitor cancelled.
pub fn four_rank_twice(
    game: &FourRank,
    monitor: &dyn Monitor,
) -> Result<AgreedOpening, RequestError> {
    let (start, name) = (game.start(), game.name());
    let solution = solve_sequential(game, &start, (STATES, Beyond::Deepening), MEMORY, monitor)
        .map_err(too_large)?;
    let graph = known(name, &solution, monitor)?;
    let layer = FourRankLayer::new(game.clone()).map_err(RequestError::failed)?;
    let tables = solve_in_memory(&layer, 0, monitor)
        .map_err(|error: SolveError| refused(TableError::Solve(error)))?;
    let value = tables[0].get(layer.rank(&start));
    if value != graph {
        return Err(disagreement(
            name,
            format!("retrograde analysis says {value}"),
            format!("the graph says {graph}"),
        ));
    }
    let methods = [SolvingMethod::Tables, SolvingMethod::Graph];
    Ok(found(name, value, solution.best, methods))
}

/// Returns the value that a solution proves.
fn known(name: &str, solution: &Solution, monitor: &dyn Monitor) -> Result<Value, RequestError> {
    monitor.check()?;
    let value = solution.bounds.value();
    value.ok_or_else(|| RequestError::failed(Unsolved(name.to_owned())))
}

fn found(
    game: &str,
    value: Value,
    best: Vec<String>,
    methods: [SolvingMethod; 2],
) -> AgreedOpening {
    AgreedOpening {
        game: game.to_owned(),
        value,
        best,
        methods,
    }
}

pub(super) fn disagreement(game: &str, one: String, other: String) -> RequestError {
    let game = game.to_owned();
    RequestError::failed(Disagreement { game, one, other })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_have_the_names_that_tables_have() {
        let searches = [
            SolvingMethod::AlphaBeta,
            SolvingMethod::AlphaBetaWithTables,
            SolvingMethod::Deepening,
            SolvingMethod::DeepeningToInterval,
            SolvingMethod::ProofSearch,
            SolvingMethod::ProofSearchToInterval,
        ];
        for way in [SolvingMethod::Tables, SolvingMethod::Graph]
            .into_iter()
            .chain(searches)
        {
            assert_eq!(serde_json::to_value(way).unwrap(), way.name());
        }
    }
}
