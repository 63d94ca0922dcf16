//! Experiments as data: a TOML file says what to compute, the results go into files.

mod built_in;
mod dispatch;
mod entries;
mod error;
mod experiment;
mod finding;
mod kind;
mod kinds;
mod layered;
mod manifest;
mod names;
mod plot;
mod readings;
mod readme;
mod report;
mod results;
mod rule_sets;
mod sittings;
mod table;
mod text;

use std::path::Path;

use sowlab_solvers::Monitor;

pub use built_in::{BUILT_IN, Task, built_in};
pub use error::StudyError;
pub use experiment::{Effort, Experiment, Study};
pub use finding::{Finding, Plot, Written};
pub use kind::{Kind, Ladder, Solve, TablesTo};
pub use manifest::Manifest;
pub use report::{Agreement, Compared, Comparison, Report};
pub use table::Table;

/// What a study was run with; part of every manifest.
#[derive(Clone, Debug)]
pub struct Setting {
    /// The command that was given.
    pub command: String,
    /// Added to the seeds of everything that uses chance; at most 2³².
    pub seed: u64,
    /// The number of threads.
    pub threads: usize,
    /// What else there is to know of the run, for its manifest.
    pub note: Option<String>,
    /// Whether an experiment is left out whose whole result is there already, from the same
    /// experiment, version and seed.
    pub keep: bool,
}

/// What became of an experiment.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// It was run.
    Found(Box<Finding>),
    /// Its result was there already.
    Kept,
}

/// An experiment that is done.
#[derive(Clone, Debug)]
pub struct Done {
    /// The name of its study: the folder of its files.
    pub study: String,
    /// Its own name.
    pub id: String,
    /// Its question.
    pub title: String,
    /// What became of it.
    pub outcome: Outcome,
}

/// Runs experiments and writes their results below `directory`, one after the other, each as soon
/// as it is complete. `tell` is given each.
///
/// Returns what is done; fewer than experiments if the monitor cancelled.
///
/// # Errors
/// Files that cannot be written, and experiments that cannot be computed.
pub fn run(
    tasks: &[Task<'_>],
    setting: &Setting,
    directory: &Path,
    monitor: &dyn Monitor,
    mut tell: impl FnMut(&Done),
) -> Result<Vec<Done>, StudyError> {
    let mut all = Vec::new();
    for (study, experiment) in tasks
        .iter()
        .flat_map(|task| task.experiments.iter().map(|one| (task.study, *one)))
    {
        if monitor.cancelled() {
            break;
        }
        let directory = directory.join(&study.name);
        let outcome = if setting.keep && results::is_finished(&directory, experiment, setting.seed)
        {
            Outcome::Kept
        } else {
            let Some((finding, taken)) =
                sittings::timed(experiment, &directory, setting.seed, monitor)?
            else {
                break;
            };
            let manifest = Manifest::new(experiment, setting, taken);
            results::write(&directory, study, &finding, manifest)?;
            Outcome::Found(Box::new(finding))
        };
        let done = Done {
            study: study.name.clone(),
            id: experiment.id.clone(),
            title: experiment.title.clone(),
            outcome,
        };
        tell(&done);
        all.push(done);
    }
    Ok(all)
}
