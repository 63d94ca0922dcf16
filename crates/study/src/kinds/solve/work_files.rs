//! The work files of a search in a folder, from which the next search resumes.

use std::path::{Path, PathBuf};

use super::rows::Run;
use crate::error::Failure;
use crate::kind::create_directory;
use crate::names::{file_stem, short_name};
use crate::sealed;

/// The work files of a game.
pub(super) struct WorkFiles {
    /// The file with the proven claims.
    pub(super) proof: PathBuf,
    /// The file with the runs.
    runs: PathBuf,
}

impl WorkFiles {
    /// Returns the files of a game, in a folder that is created if it is missing.
    pub(super) fn of(game: &str, folder: &Path) -> Result<WorkFiles, Failure> {
        create_directory(folder)?;
        let stem = file_stem(&short_name(game));
        Ok(WorkFiles {
            proof: folder.join(format!("{stem}.proof")),
            runs: folder.join(format!("{stem}.runs.json")),
        })
    }

    /// Reads the runs that led to the proven claims; empty if there are no claims, or no record of runs.
    pub(super) fn runs(&self) -> Result<Vec<Run>, Failure> {
        if !self.proof.exists() || !self.runs.exists() {
            return Ok(Vec::new());
        }
        sealed::read(&self.runs)
    }

    /// Writes all runs.
    pub(super) fn record(&self, runs: &[Run]) -> Result<(), Failure> {
        sealed::write(&self.runs, &runs.to_vec())
    }
}
