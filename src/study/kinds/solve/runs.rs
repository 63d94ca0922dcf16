//! The searches that a result is made of, the interrupted ones too.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use sowlab_solvers::files::write_whole;

use crate::study::names::{file_stem, short_name};
use crate::study::readings::Readings;

/// A search, finished or not, and what it proved: what `sowlab solve --format json` prints, and some
/// more.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Run {
    /// When it ended.
    pub(super) ended: String,
    pub(super) threads: usize,
    /// So many claims were proven before, and gone on from.
    pub(super) claims_before: usize,
    /// Boards of at most so many stones were looked up, in the end.
    pub(super) tables: u32,
    /// The proven intervals, without the pie rule and with it.
    pub(super) bounds: Readings,
    pub(super) pie_bounds: Option<Readings>,
    pub(super) best: Vec<String>,
    pub(super) best_complete: bool,
    /// Boards expanded.
    pub(super) nodes: u64,
    pub(super) seconds: f64,
}

impl Run {
    /// Whether it left nothing to prove.
    pub(super) fn closed(&self) -> bool {
        self.bounds.closed() && self.pie_bounds.as_ref().is_none_or(Readings::closed)
    }
}

/// What several runs prove together: of each interval what all of them leave. `None` if there is no
/// run, or if two of them contradict each other.
pub(super) fn together(runs: &[Run]) -> Option<(Readings, Option<Readings>)> {
    let mut all = runs.iter();
    let first = all.next()?;
    all.try_fold(
        (first.bounds.clone(), first.pie_bounds.clone()),
        |(bounds, pie), run| {
            let pie = match (pie, &run.pie_bounds) {
                (Some(known), Some(more)) => Some(known.and(more)?),
                (known, more) => known.or_else(|| more.clone()),
            };
            Some((bounds.and(&run.bounds)?, pie))
        },
    )
}

/// The runs that the last one goes on from, and itself.
pub(super) fn last_chain(runs: &[Run]) -> &[Run] {
    let begins = runs.iter().rposition(|run| run.claims_before == 0);
    &runs[begins.unwrap_or(0)..]
}

/// Files that a search leaves for the next one, so that it need not begin anew.
pub(super) struct WorkFiles {
    /// What is proven.
    pub(super) proof: PathBuf,
    /// The runs it took.
    runs: PathBuf,
}

impl WorkFiles {
    /// Those of a game, in a folder that is made if need be.
    pub(super) fn of(game: &str, folder: &Path) -> Result<WorkFiles, String> {
        std::fs::create_dir_all(folder).map_err(|error| failed(folder, error))?;
        let stem = file_stem(&short_name(game));
        Ok(WorkFiles {
            proof: folder.join(format!("{stem}.proof")),
            runs: folder.join(format!("{stem}.runs.json")),
        })
    }

    /// The runs that led to what is proven; none if nothing is, or if nobody wrote them down.
    pub(super) fn runs(&self) -> Result<Vec<Run>, String> {
        if !self.proof.exists() || !self.runs.exists() {
            return Ok(Vec::new());
        }
        let text = std::fs::read(&self.runs).map_err(|error| failed(&self.runs, error))?;
        serde_json::from_slice(&text).map_err(|error| failed(&self.runs, error))
    }

    /// Writes all of them down.
    pub(super) fn record(&self, runs: &[Run]) -> Result<(), String> {
        let text = serde_json::to_string_pretty(runs).expect("plain data is JSON") + "\n";
        write_whole(&self.runs, text.as_bytes()).map_err(|error| failed(&self.runs, error))
    }
}

fn failed(path: &Path, error: impl std::fmt::Display) -> String {
    format!("{}: {error}", path.display())
}
