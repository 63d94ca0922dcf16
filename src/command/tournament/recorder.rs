//! Where the games of a tournament go.

use std::io;
use std::path::{Path, PathBuf};

use sowlab_solvers::files::{LockError, is_unusable, write_whole};

use super::report;
use crate::command::failure::Failure;
use crate::command::progress::Progress;
use crate::tournament::records::{GameRecord, RecordError, RecordFile, read_all, results_csv};
use crate::tournament::results::Listener;
use crate::tournament::standings::{Pair, Standings};

/// Writes records and reports standings.
pub(super) struct Recorder<'a> {
    pub(super) file: Option<RecordFile>,
    pub(super) names: &'a [String],
    pub(super) progress: &'a Progress,
}

impl Listener for Recorder<'_> {
    fn finished(&mut self, games: &[GameRecord]) -> Result<(), RecordError> {
        for game in games {
            for said in game.notes.iter().chain(&game.fault) {
                self.progress.say(&format!("game {}: {said}", game.game));
            }
        }
        match &mut self.file {
            Some(file) if !games.is_empty() => file.write(games),
            _ => Ok(()),
        }
    }

    fn standings(&mut self, pairs: &[Pair]) {
        let standings = Standings::new(self.names, pairs).without_false_errors();
        self.progress.say(&report::table(&standings));
    }
}

/// Why no table of the results was written.
#[derive(Debug, thiserror::Error)]
pub(super) enum CsvError {
    /// The records cannot be read again.
    #[error(transparent)]
    Records(#[from] RecordError),
    /// The results are no table.
    #[error("--csv: {0}")]
    Table(#[from] csv::Error),
    /// The file cannot be written.
    #[error("--csv: {}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
}

/// Writes the results of all games of a file of records.
pub(super) fn write_csv(records: &Path, csv: &Path) -> Result<(), CsvError> {
    let (_, games) = read_all(records)?;
    let table = results_csv(&games)?;
    write_whole(csv, &table).map_err(|error| CsvError::File {
        path: csv.to_owned(),
        error,
    })
}

pub(super) fn record_failure(error: RecordError) -> Failure {
    match &error {
        RecordError::File { error: cause, .. }
        | RecordError::Lock(LockError::File { error: cause, .. })
            if is_unusable(cause) =>
        {
            Failure::input("--out", error)
        }
        RecordError::File { .. } | RecordError::Lock(_) => Failure::other(error),
        _ => Failure::input("--out", error),
    }
}
