//! The time of an experiment that resumes after interruptions: the sum of all its runs.

use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use sowlab_base::files::text_limited;
use sowlab_solvers::Monitor;

use super::error::StudyError;
use super::experiment::Experiment;
use super::kind::{Figures, Written};
use super::manifest::Taken;
use super::results::{LONGEST, write_file};

/// The interval at which the time of a run is saved; this much may be lost when it is killed.
const SAVED_EVERY: Duration = Duration::from_secs(30);

/// The file with the time, beside the results until the experiment is complete.
#[derive(Serialize, Deserialize)]
struct Record {
    experiment: Experiment,
    #[serde(flatten)]
    taken: Taken,
}

struct Runs<'a> {
    experiment: &'a Experiment,
    path: PathBuf,
    earlier: Taken,
    started: Instant,
}

/// Runs an experiment and measures its wall time. For a resumed one, the time of its earlier runs is added: until it is
/// complete, `directory` has a record of them.
///
/// # Errors
/// The experiment fails, or the record cannot be written.
pub(super) fn timed(
    experiment: &Experiment,
    directory: &Path,
    seed: u64,
    monitor: &dyn Monitor,
) -> Result<((Figures, Vec<Written>), Taken), StudyError> {
    if !experiment.kind.any().resumes() {
        let started = Instant::now();
        let found = experiment.run(seed, monitor)?;
        let taken = Taken::default().and(started.elapsed());
        return Ok((found, taken));
    }
    let runs = Runs::begin(experiment, directory);
    let found = runs.saved_during(|| experiment.run(seed, monitor))?;
    let taken = runs.taken();
    std::fs::remove_file(&runs.path).map_err(|error| StudyError::Write {
        path: runs.path.display().to_string(),
        error,
    })?;
    Ok((found, taken))
}

impl Runs<'_> {
    fn begin<'a>(experiment: &'a Experiment, directory: &Path) -> Runs<'a> {
        let path = directory.join(format!("{}.runs.partial", experiment.id));
        let earlier = text_limited(&path, LONGEST)
            .ok()
            .and_then(|text| serde_json::from_str::<Record>(&text).ok())
            .filter(|record| record.experiment.is_same_as(experiment))
            .map_or_else(Taken::default, |record| record.taken);
        Runs {
            experiment,
            path,
            earlier,
            started: Instant::now(),
        }
    }

    fn taken(&self) -> Taken {
        self.earlier.and(self.started.elapsed())
    }

    fn save(&self) -> Result<(), StudyError> {
        let record = Record {
            experiment: self.experiment.clone(),
            taken: self.taken(),
        };
        let json = serde_json::to_string(&record).expect("plain data is JSON");
        write_file(&self.path, json.as_bytes())
    }

    /// Saves the time repeatedly while `work` runs, and once more when it is finished.
    fn saved_during<R>(
        &self,
        work: impl FnOnce() -> Result<R, StudyError>,
    ) -> Result<R, StudyError> {
        self.save()?;
        let (over, is_over) = mpsc::channel::<()>();
        let result = std::thread::scope(|threads| {
            threads.spawn(move || {
                while is_over.recv_timeout(SAVED_EVERY) == Err(mpsc::RecvTimeoutError::Timeout) {
                    // A full disk stops the work where it writes something that is needed.
                    let _ = self.save();
                }
            });
            let result = work();
            drop(over);
            result
        });
        self.save()?;
        result
    }
}
