//! `sowlab solve` for the stones family.

use std::path::{Path, PathBuf};

use sowlab_solvers::search::proof::ProofTable;
use tempfile::TempDir;

use super::failure::Failure;
use super::show;
use super::solve::{Arguments, unusable};
use crate::games::stones::{Phase, Rules, StonesGame};
use crate::solve::{ChoiceBounds, Deadline, Solution, TabledStones, solve_growing};
use crate::tables::default_folder;

/// Solves a position: the game and the position in full, and what is proven.
pub(super) fn run(
    rules: &Rules,
    arguments: &Arguments,
    deadline: &Deadline,
) -> Result<(String, String, Solution, Vec<ChoiceBounds>), Failure> {
    let position = show::position(rules, arguments.position.as_deref())?;
    if position.phase() != Phase::Sente {
        return Err(Failure::input(
            "--position",
            "phase: solve starts where sente has taken no hole and no pie decision is open ('-')",
        ));
    }
    let memory = arguments.memory.bytes();
    let table = ProofTable::new(memory / 2).map_err(|error| Failure::input("--memory", error))?;
    let solved = match &arguments.tables {
        Some(directory) => TabledStones::open(StonesGame::new(rules), directory, memory / 2)
            .and_then(|game| game.solve(&position, &table, deadline))
            .map_err(unusable),
        None => {
            let folder = Folder::new()?;
            solve_growing(
                rules,
                &position,
                folder.path(),
                memory / 2,
                &table,
                deadline,
            )
            .map_err(unusable)
        }
    };
    Ok((rules.to_string(), position.to_string(), solved?, Vec::new()))
}

/// Where tables are looked for, and made: the default folder, if it is there, otherwise one that
/// goes with the search.
enum Folder {
    Kept(PathBuf),
    Passing(TempDir),
}

impl Folder {
    fn new() -> Result<Folder, Failure> {
        match default_folder() {
            Some(folder) if folder.is_dir() => Ok(Folder::Kept(folder)),
            _ => Ok(Folder::Passing(tempfile::tempdir()?)),
        }
    }

    fn path(&self) -> &Path {
        match self {
            Folder::Kept(path) => path,
            Folder::Passing(directory) => directory.path(),
        }
    }
}
