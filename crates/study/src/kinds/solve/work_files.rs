//! The files that a search leaves in a folder, so that the next one resumes.

use std::path::{Path, PathBuf};

use super::rows::Run;
use crate::error::Failure;
use crate::kind::create_directory;
use crate::names::{file_stem, short_name};
use crate::sealed;

/// The files of a game.
pub(super) struct WorkFiles {
    /// The proven claims.
    pub(super) proof: PathBuf,
    /// The runs it took.
    runs: PathBuf,
}

impl WorkFiles {
    /// Those of a game, in a folder that is made if need be.
    pub(super) fn of(game: &str, folder: &Path) -> Result<WorkFiles, Failure> {
        create_directory(folder)?;
        let stem = file_stem(&short_name(game));
        Ok(WorkFiles {
            proof: folder.join(format!("{stem}.proof")),
            runs: folder.join(format!("{stem}.runs.json")),
        })
    }

    /// The runs that led to what is proven; none if nothing is, or if nobody wrote them down.
    pub(super) fn runs(&self) -> Result<Vec<Run>, Failure> {
        if !self.proof.exists() || !self.runs.exists() {
            return Ok(Vec::new());
        }
        sealed::read(&self.runs)
    }

    /// Writes all of them down.
    pub(super) fn record(&self, runs: &[Run]) -> Result<(), Failure> {
        sealed::write(&self.runs, &runs.to_vec())
    }
}
