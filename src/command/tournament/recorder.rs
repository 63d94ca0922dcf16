//! The destination of the games of a tournament.

use std::path::Path;

use sowlab_base::files::LockError;

use super::report;
use crate::command::failure::{Failure, is_wrong_path};
use crate::command::progress::Progress;
use crate::command::target::Target;
use sowlab_engines::records::{GameRecord, RecordError, RecordFile, read_all, results_csv};
use sowlab_engines::results::Listener;
use sowlab_engines::standings::{Pair, Standings};

/// A listener that writes records and reports standings.
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

/// Writes the results of all games of a file of records as CSV. The command reports an error at its end.
pub(super) fn write_csv(records: &Path, csv: &Target<'_>) -> Result<(), String> {
    let (_, games) = read_all(records).map_err(|error| error.to_string())?;
    let table = results_csv(&games).map_err(|error| format!("--csv: {error}"))?;
    match csv.write("--csv", &table) {
        // A closed output is not a failure of the tournament.
        Ok(()) | Err(Failure::NobodyReads) => Ok(()),
        Err(failure) => Err(failure.line().to_owned()),
    }
}

pub(super) fn record_failure(error: RecordError) -> Failure {
    match &error {
        RecordError::File { error: cause, .. }
        | RecordError::Lock(LockError::File { error: cause, .. })
            if !is_wrong_path(cause) =>
        {
            Failure::other(error)
        }
        RecordError::Lock(LockError::Busy(_)) => Failure::other(error),
        _ => Failure::input("--out", error),
    }
}
