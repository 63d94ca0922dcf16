//! Records of searched openings, from which an interrupted experiment resumes.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::rows::{Opening, StonesOpenings};
use crate::error::Failure;
use crate::names::file_stem;
use crate::sealed;
use sowlab_games::stones::Rules;

/// The file with the result for an opening, beside the tables.
pub(super) struct Record {
    path: PathBuf,
    game: String,
}

#[derive(Serialize, Deserialize)]
struct Contents {
    /// The version of the program: another version may search differently.
    program: String,
    /// The limits.
    nodes: u64,
    boards: u64,
    opening: Opening,
}

impl Record {
    pub(super) fn new(directory: &Path, rules: &Rules) -> Record {
        let game = rules.to_string();
        let file = file_stem(&game) + ".opening.json";
        Record {
            path: directory.join(file),
            game,
        }
    }

    /// Reads the result of a search of this version within the same limits, or within any limits if its bounds are
    /// exact.
    pub(super) fn read(&self, sizes: &StonesOpenings) -> Result<Option<Opening>, Failure> {
        if !self.path.exists() {
            return Ok(None);
        }
        let Contents {
            program,
            nodes,
            boards,
            opening,
        } = sealed::read(&self.path)?;
        if opening.game != self.game {
            return Err(self.failed(format!("it is about {}", opening.game)));
        }
        let searched = (nodes, boards) == (sizes.nodes, sizes.boards);
        let same = program == PROGRAM && (searched || opening.closed());
        Ok(same.then_some(opening))
    }

    pub(super) fn write(&self, sizes: &StonesOpenings, opening: &Opening) -> Result<(), Failure> {
        let contents = Contents {
            program: PROGRAM.to_owned(),
            nodes: sizes.nodes,
            boards: sizes.boards,
            opening: opening.clone(),
        };
        sealed::write(&self.path, &contents)
    }

    fn failed(&self, reason: impl std::fmt::Display) -> Failure {
        Failure::file(&self.path, reason)
    }
}

const PROGRAM: &str = env!("CARGO_PKG_VERSION");
