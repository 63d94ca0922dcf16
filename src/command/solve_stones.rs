//! `sowlab solve` for the stones family.

use std::num::NonZeroU64;
use std::path::{Path, PathBuf};

use sowlab_solvers::ranking::boards_to;
use sowlab_solvers::retrograde::SolveError;
use sowlab_solvers::search::proof::ProofTable;
use sowlab_solvers::table::TableError;
use tempfile::TempDir;

use super::explain::Explanation;
use super::failure::{Failure, Finished};
use super::progress::Progress;
use super::show;
use super::solve::{Arguments, unusable};
use crate::analysis::solve::{
    DEFAULT_PATIENCE, Deadline, FEW_BOARDS, Growing, KeptProof, MOST_STONES, Solution,
    TabledStones, principal_line, solve_growing,
};
use crate::analysis::tables::{TabledGame, default_folder};
use crate::games::stones::sowing::Sower;
use crate::games::stones::{Phase, Position, Rules, StonesGame};

/// Solves a position: the game and the position in full, and what is proven.
pub(super) fn run(
    rules: &Rules,
    arguments: &Arguments,
    deadline: &Deadline,
) -> Result<(String, String, Solution, Option<Explanation>), Failure> {
    let position = show::position(rules, arguments.position.as_deref())?;
    if position.phase() != Phase::Sente {
        return Err(Failure::input(
            "--position",
            "phase: solve starts where sente has taken no hole and no pie decision is open ('-')",
        ));
    }
    searchable(&position)?;
    let memory = arguments.memory.bytes();
    let table = ProofTable::new(memory / 2).map_err(|error| Failure::input("--memory", error))?;
    let folder = match &arguments.tables {
        Some(directory) => Folder::Kept(directory.clone()),
        None => Folder::new()?,
    };
    let patience = arguments.patience.map_or(DEFAULT_PATIENCE, NonZeroU64::get);
    let solve = || match &arguments.tables {
        Some(directory) => TabledStones::open(StonesGame::new(rules), directory, memory / 2)
            .and_then(|game| game.solve(&position, &table, patience, deadline))
            .map_err(unusable),
        None => {
            let limits = Growing {
                directory: folder.path(),
                memory: memory / 2,
                nodes: u64::MAX,
                patience,
            };
            solve_growing(rules, &position, &limits, &table, deadline).map_err(unusable)
        }
    };
    let solved = match &arguments.proof {
        None => solve(),
        Some(path) => {
            let kept = KeptProof::new(path, rules, position.board().stones())
                .map_err(|error| Failure::input("--position", error))?;
            // Saved at once, too: better to hear now than after hours that it cannot be.
            kept.load(&table)
                .and_then(|_| kept.save(&table))
                .map_err(|error| Failure::input("--proof", error))?;
            let (solved, saved) = kept.saving(&table, solve);
            saved.map_err(Failure::other)?;
            solved
        }
    };
    let solution = solved?;
    let explanation = match solution.bounds.one_value() {
        Some(margin) if arguments.explain => {
            let game = TabledStones::open(StonesGame::new(rules), folder.path(), memory / 2)
                .map_err(unusable)?;
            let sower = Sower::new(rules);
            let (line, end) = principal_line(&game, &sower, &position, margin, &table, deadline);
            Some(Explanation::new(&line, end))
        }
        _ => None,
    };
    Ok((
        rules.to_string(),
        position.to_string(),
        solution,
        explanation,
    ))
}

/// Refuses boards that are too large for a proof search.
pub(super) fn searchable(position: &Position) -> Result<(), Failure> {
    let stones = position.board().stones();
    match stones <= MOST_STONES {
        true => Ok(()),
        false => Err(Failure::input(
            "--position",
            format!("{stones} stones on the board, and no more than {MOST_STONES} can be searched"),
        )),
    }
}

/// Where tables are: a folder that stays, or one that goes with the search.
pub(super) enum Folder {
    Kept(PathBuf),
    Passing(TempDir),
}

impl Folder {
    /// The default folder, if it is there, otherwise one that goes with the search.
    fn new() -> Result<Folder, Failure> {
        match default_folder() {
            Some(folder) if folder.is_dir() => Ok(Folder::Kept(folder)),
            _ => Ok(Folder::Passing(tempfile::tempdir()?)),
        }
    }

    pub(super) fn path(&self) -> &Path {
        match self {
            Folder::Kept(path) => path,
            Folder::Passing(directory) => directory.path(),
        }
    }
}

/// The tables that are given; otherwise those of every board with no more stones than this one has, in
/// a folder of their own, if they are made in seconds: they then answer sooner and more than any
/// search.
pub(super) fn given_or_on_demand(
    given: Option<&Path>,
    game: &StonesGame,
    position: &Position,
    progress: &Progress,
) -> Result<Option<Folder>, Failure> {
    if let Some(directory) = given {
        return Ok(Some(Folder::Kept(directory.to_owned())));
    }
    let stones = position.board().stones();
    if boards_to(game.rules().holes(), stones as usize) > FEW_BOARDS {
        return Ok(None);
    }
    let directory = tempfile::tempdir()?;
    let tables = TabledGame::Stones(*game.rules());
    match tables.build(directory.path(), stones, progress, &mut |_| ()) {
        Ok(()) => Ok(Some(Folder::Passing(directory))),
        Err(TableError::Solve(SolveError::Interrupted)) => {
            Err(Failure::Interrupted(Finished::Nothing))
        }
        Err(error) => Err(Failure::other(error)),
    }
}
