//! Games in which both sides sow at once.

use std::num::NonZeroU64;
use std::path::Path;

use sowlab_solvers::Monitor;
use sowlab_solvers::files::{LockError, OutputLock};
use sowlab_solvers::search::proof::ProofTable;

use super::request::{Line, SolveRequest, Solved, too_large};
use crate::analysis::solve::{
    DEFAULT_PATIENCE, Growing, KeptProof, MOST_STONES, Solution, TabledStones, principal_line,
    solve_growing,
};
use crate::analysis::tables::{TableFolder, unusable};
use crate::analysis::{Field, RequestError};
use crate::games::stones::sowing::Sower;
use crate::games::stones::{Phase, Position, Rules, StonesGame};

/// Solves a position at the start of a round: with the tables given, otherwise with tables made as
/// far as they pay, in half of the memory each for tables and search. With a proof file it resumes
/// from what the file holds and saves to it.
///
/// # Errors
/// The position is none at the start of a round or too large, the tables or the file cannot be used,
/// or the memory does not suffice.
pub fn solve_rounds(
    rules: &Rules,
    position: &Position,
    request: &SolveRequest,
    monitor: &dyn Monitor,
) -> Result<Solved, RequestError> {
    if position.phase() != Phase::Sente {
        return Err(RequestError::field(
            Field::Position,
            "phase: solve starts where sente has taken no hole and no pie decision is open ('-')",
        ));
    }
    searchable(position)?;
    let memory = request.memory.bytes();
    let table = ProofTable::new(memory / 2).map_err(too_large)?;
    let folder = match &request.tables {
        Some(directory) => TableFolder::Kept(directory.clone()),
        None => TableFolder::default_or_passing().map_err(RequestError::failed)?,
    };
    let solve = || prove(rules, position, request, folder.path(), &table, monitor);
    let solution = match &request.proof {
        None => solve()?,
        Some(path) => saving(path, rules, position, &table, solve)??,
    };
    let line = match solution.bounds.one_value() {
        Some(margin) if request.explain => {
            let game = TabledStones::open(StonesGame::new(rules), folder.path(), memory / 2)
                .map_err(unusable)?;
            let sower = Sower::new(rules);
            let (rounds, end) = principal_line(&game, &sower, position, margin, &table, monitor);
            Some(Line { rounds, end })
        }
        _ => None,
    };
    Ok(Solved {
        game: rules.to_string(),
        position: position.to_string(),
        solution,
        choices: Vec::new(),
        line,
    })
}

fn prove(
    rules: &Rules,
    position: &Position,
    request: &SolveRequest,
    folder: &Path,
    table: &ProofTable,
    monitor: &dyn Monitor,
) -> Result<Solution, RequestError> {
    let memory = request.memory.bytes() / 2;
    let patience = request.patience.map_or(DEFAULT_PATIENCE, NonZeroU64::get);
    let solution = match &request.tables {
        Some(directory) => TabledStones::open(StonesGame::new(rules), directory, memory)
            .and_then(|game| game.solve(position, table, patience, monitor)),
        None => {
            let limits = Growing {
                directory: folder,
                memory,
                nodes: u64::MAX,
                patience,
            };
            solve_growing(rules, position, &limits, table, monitor)
        }
    };
    solution.map_err(unusable)
}

/// Does some work on a table of claims that begins with what a file holds, and saves what it proves
/// to the file.
///
/// # Errors
/// The file is damaged or of other rules, or cannot be written; another process writes to it.
pub(in crate::analysis) fn saving<R>(
    path: &Path,
    rules: &Rules,
    position: &Position,
    table: &ProofTable,
    work: impl FnOnce() -> R,
) -> Result<R, RequestError> {
    let _lock = OutputLock::of_file(path).map_err(|error| match error {
        LockError::Busy(_) => RequestError::failed(error),
        LockError::File { .. } => RequestError::field(Field::Proof, error),
    })?;
    let kept = KeptProof::new(path, rules, position.board().stones())
        .map_err(|error| RequestError::field(Field::Position, error))?;
    // Saved at once, too: better to hear now than after hours that it cannot be.
    kept.load(table)
        .and_then(|_| kept.save(table))
        .map_err(|error| RequestError::field(Field::Proof, error))?;
    let (result, saved) = kept.saving(table, work);
    saved.map_err(RequestError::failed)?;
    Ok(result)
}

/// Refuses boards that are too large for a proof search.
///
/// # Errors
/// More than [`MOST_STONES`] stones on the board.
pub fn searchable(position: &Position) -> Result<(), RequestError> {
    let stones = position.board().stones();
    match stones <= MOST_STONES {
        true => Ok(()),
        false => Err(RequestError::field(
            Field::Position,
            format!("{stones} stones on the board, and no more than {MOST_STONES} can be searched"),
        )),
    }
}
