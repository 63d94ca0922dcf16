//! What experiments of several kinds do.

use std::fmt::Display;
use std::path::Path;

use sowlab_solvers::Monitor;
use sowlab_solvers::retrograde::SolveError;
use sowlab_solvers::table::TableError;

use crate::analysis::tables::TabledGame;
use crate::study::{Experiment, StudyError};

impl Experiment {
    /// Says that it could not be computed.
    pub(super) fn failed(&self, reason: impl Display) -> StudyError {
        StudyError::Compute {
            id: self.id.clone(),
            reason: reason.to_string(),
        }
    }

    /// Builds the tables of up to so many stones that are not there yet; `false` if cancelled.
    pub(super) fn build_tables(
        &self,
        game: &dyn TabledGame,
        directory: &Path,
        stones: u32,
        monitor: &dyn Monitor,
    ) -> Result<bool, StudyError> {
        match game.build_tables(directory, stones, monitor, &mut |_| ()) {
            Ok(()) => Ok(true),
            Err(TableError::Solve(SolveError::Interrupted)) => Ok(false),
            Err(error) => Err(self.failed(error)),
        }
    }
}
