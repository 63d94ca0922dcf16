//! Games in which both sides sow at once.

use sowlab_findings::{Lines, Solution, Solved, Values};
use std::num::NonZeroU64;
use std::path::{Path, PathBuf};

use sowlab_base::files::{LockError, OutputLock, is_full};
use sowlab_solvers::search::proof::ProofTable;
use sowlab_solvers::table::TableError;
use sowlab_solvers::{Monitor, Player};

use super::super::growing::can_be_tabled;
use super::request::{SolveRequest, too_large};
use crate::solve::{
    DEFAULT_NODE_BUDGET, Growing, KeptProof, MOST_STONES, TabledStones, load_proof,
    load_shipped_proofs, principal_line, reading_line, solve_growing,
};
use crate::tables::{TableFolder, TabledGame, unusable};
use crate::{Field, RequestError};
use sowlab_base::MemorySize;
use sowlab_games::stones::sowing::Sower;
use sowlab_games::stones::{Phase, Position, Rules, StonesGame};

/// Solves a position at the start of a round. It uses the given tables, or builds tables while they save time. Tables
/// and search have half of the memory each. With a proof cache, resumes from its claims and saves to it.
///
/// # Errors
/// The position is not at the start of a round or too large, the tables or files cannot be used, or there is not enough
/// memory.
pub fn solve_rounds(
    rules: &Rules,
    position: &Position,
    request: &SolveRequest,
    monitor: &dyn Monitor,
) -> Result<Solved, RequestError> {
    if position.phase() != Phase::Sente {
        return Err(RequestError::field(
            Field::Position,
            "the phase must be '-' (start of a round)",
        ));
    }
    searchable(position)?;
    let folder = match &request.tables {
        Some(directory) => TableFolder::Kept(directory.clone()),
        None => TableFolder::default_or_passing().map_err(RequestError::failed)?,
    };
    let tables = match &request.tables {
        Some(directory) => RoundTables::Given(directory),
        None => RoundTables::Grown(folder.path()),
    };
    let wanted = RoundsRequest {
        tables,
        memory: request.memory,
        shipped_proofs: !request.recompute,
        proofs: &request.proofs,
        save_proof: request.save_proof.as_deref(),
        node_budget: request.node_budget,
        lines: request.explain,
    };
    let ProvenRounds {
        solution, lines, ..
    } = prove_rounds(rules, position, &wanted, monitor)?;
    Ok(Solved {
        game: rules.to_string(),
        position: position.to_string(),
        margin_of: position.sente().name(),
        solution,
        choices: Vec::new(),
        lines,
        estimate: None,
        pie_best: Vec::new(),
        evidence: None,
    })
}

/// The means to prove the value of a position.
#[derive(Clone, Copy, Debug)]
pub struct RoundsRequest<'a> {
    /// The tables of the search.
    pub tables: RoundTables<'a>,
    /// The memory limit. At most half of it is for tables.
    pub memory: MemorySize,
    /// Whether to search from the proofs that ship with the program.
    pub shipped_proofs: bool,
    /// Files of proven claims to search from, which are only read.
    pub proofs: &'a [PathBuf],
    /// The proof cache to resume from and to save to.
    pub save_proof: Option<&'a Path>,
    /// The node budget of a claim before the search turns to easier claims. `None`: [`DEFAULT_NODE_BUDGET`].
    pub node_budget: Option<NonZeroU64>,
    /// Whether to find principal variations too.
    pub lines: bool,
}

/// The tables of a search.
#[derive(Clone, Copy, Debug)]
pub enum RoundTables<'a> {
    /// The tables of a directory, which are only read.
    Given(&'a Path),
    /// The tables of a directory, to which the search adds layers while they save time.
    Grown(&'a Path),
}

/// The opened tables of a search.
enum Opened<'a> {
    Given(Box<TabledStones>),
    Grown(&'a Path),
}

/// The result of a search.
#[derive(Clone, Debug)]
pub struct ProvenRounds {
    /// The solution.
    pub solution: Solution,
    /// The number of claims in the proof cache before the search.
    pub claims_before: usize,
    /// The maximum number of stones in the tables that were probed last.
    pub tables: u32,
    /// Principal variations, if they were requested.
    pub lines: Option<Lines>,
}

/// Searches until everything is proven, no claims are left, or the monitor cancels. With a proof cache, resumes from
/// its claims and saves to it.
///
/// # Errors
/// The tables or files cannot be used, or there is not enough memory.
pub fn prove_rounds(
    rules: &Rules,
    position: &Position,
    request: &RoundsRequest<'_>,
    monitor: &dyn Monitor,
) -> Result<ProvenRounds, RequestError> {
    let memory = request.memory.bytes() / 2;
    let (tables, for_claims) = match request.tables {
        RoundTables::Given(directory) => {
            let game = TabledStones::open(StonesGame::new(rules), directory, memory);
            let game = game.map_err(unusable)?;
            // The memory that the tables do not use is for the search.
            let left = game.leave_of(request.memory);
            (Opened::Given(Box::new(game)), left)
        }
        RoundTables::Grown(directory) => {
            (Opened::Grown(directory), request.memory.bytes() - memory)
        }
    };
    let table = ProofTable::new(for_claims).map_err(too_large)?;
    let solve = |claims_before| {
        let found = prove(rules, position, request, tables, &table, monitor).map_err(unusable);
        found.map(|proven| (proven, claims_before))
    };
    if request.shipped_proofs {
        load_shipped_proofs(rules, position.board().stones(), &table);
    }
    for file in request.proofs {
        load_proof(file, rules, position.board().stones(), &table)?;
    }
    let (proven, claims_before) = match request.save_proof {
        None => solve(0)?,
        Some(path) => saving(path, rules, position, &table, solve)??,
    };
    let lines = match request.lines {
        true => {
            let one_value = proven.solution.bounds.one_value();
            let open = |directory| {
                let game = TabledStones::open(StonesGame::new(rules), directory, memory);
                game.map_err(unusable)
            };
            let game = match (request.tables, proven.game) {
                (RoundTables::Grown(directory), _)
                    if one_value.is_none() && can_be_tabled(rules, position, memory) =>
                {
                    table_all(rules, position, directory, monitor).map_err(unusable)?;
                    open(directory)?
                }
                (_, Some(game)) => game,
                (RoundTables::Given(directory) | RoundTables::Grown(directory), None) => {
                    open(directory)?
                }
            };
            Some(best_lines(&game, position, one_value, &table, monitor))
        }
        false => None,
    };
    Ok(ProvenRounds {
        solution: proven.solution,
        claims_before,
        tables: proven.tables,
        lines,
    })
}

/// Builds the missing tables of all boards of a position, until the monitor cancels. The lines for each infinite-play
/// convention require them.
fn table_all(
    rules: &Rules,
    position: &Position,
    directory: &Path,
    monitor: &dyn Monitor,
) -> Result<(), TableError> {
    let stones = position.board().stones();
    match rules.build_tables(directory, stones, monitor, &mut |_| ()) {
        Err(TableError::Cancelled(_)) => Ok(()),
        built => built,
    }
}

/// Returns one line if the value does not depend on infinite play, otherwise one line for each convention.
fn best_lines(
    game: &TabledStones,
    position: &Position,
    one_value: Option<i32>,
    table: &ProofTable,
    monitor: &dyn Monitor,
) -> Lines {
    let sower = Sower::new(game.game().rules());
    if let Some(margin) = one_value {
        let found = principal_line(game, &sower, position, margin, table, monitor);
        return Lines {
            explanation: Some(found),
            explanations: None,
        };
    }
    let by = |loser| reading_line(game, &sower, position, loser, monitor);
    Lines {
        explanation: None,
        explanations: Some(Values {
            lower: by(Some(Player::Leader)),
            zero: by(None),
            upper: by(Some(Player::Follower)),
        }),
    }
}

/// A solution, and the tables that were probed for it.
struct Proven {
    solution: Solution,
    /// The maximum number of stones in the probed tables.
    tables: u32,
    game: Option<TabledStones>,
}

fn prove(
    rules: &Rules,
    position: &Position,
    request: &RoundsRequest<'_>,
    tables: Opened<'_>,
    table: &ProofTable,
    monitor: &dyn Monitor,
) -> Result<Proven, TableError> {
    let node_budget = request
        .node_budget
        .map_or(DEFAULT_NODE_BUDGET, NonZeroU64::get);
    match tables {
        Opened::Given(game) => {
            let tables = match position.board().stones() <= game.most() {
                true => game.most(),
                false => game.searched_to(),
            };
            let (solution, game) = game.solve(position, table, node_budget, monitor)?;
            Ok(Proven {
                solution,
                tables,
                game: Some(game),
            })
        }
        Opened::Grown(directory) => {
            let limits = Growing {
                directory,
                memory: request.memory.bytes() / 2,
                nodes: u64::MAX,
                node_budget,
            };
            let (solution, game) = solve_growing(rules, position, &limits, table, monitor)?;
            let tables = game.as_ref().map_or(0, |game| game.layers() - 1);
            Ok(Proven {
                solution,
                tables,
                game,
            })
        }
    }
}

/// Runs work on a claim table that starts with the claims of a proof cache, and saves its claims to that file. The work
/// gets the number of claims in the file before.
///
/// # Errors
/// The file is damaged, belongs to other rules, or cannot be written, or another process writes to it.
pub(crate) fn saving<R>(
    path: &Path,
    rules: &Rules,
    position: &Position,
    table: &ProofTable,
    work: impl FnOnce(usize) -> R,
) -> Result<R, RequestError> {
    let _lock = OutputLock::of_file(path).map_err(|error| match &error {
        LockError::File { error: cause, .. } if is_full(cause) => RequestError::failed(error),
        LockError::Busy(_) => RequestError::failed(error),
        LockError::File { .. } => RequestError::field(Field::SaveProof, error),
    })?;
    let kept = KeptProof::new(path, rules, position.board().stones())
        .map_err(|error| RequestError::field(Field::Position, error))?;
    // A first save reports an unwritable file now instead of after hours.
    let unusable = |error| RequestError::field(Field::SaveProof, error);
    let before = kept.load(table).map_err(unusable)?;
    kept.save(table).map_err(|error| match error.no_room() {
        true => RequestError::failed(error),
        false => unusable(error),
    })?;
    let (result, saved) = kept.saving(table, || work(before));
    saved.map_err(RequestError::failed)?;
    Ok(result)
}

/// Rejects boards that are too large for proof search.
///
/// # Errors
/// There are more than [`MOST_STONES`] stones on the board.
pub fn searchable(position: &Position) -> Result<(), RequestError> {
    let stones = position.board().stones();
    match stones <= MOST_STONES {
        true => Ok(()),
        false => Err(RequestError::field(
            Field::Position,
            format!("{stones} stones on the board; at most {MOST_STONES} can be searched"),
        )),
    }
}
