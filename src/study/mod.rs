//! Experiments as data: a TOML file says what to compute, the results go into files.

mod experiment;
mod kinds;
mod plot;
mod results;

use std::path::Path;
use std::time::Instant;

use sowlab_solvers::Monitor;

pub use experiment::{Experiment, Kind, Study, StudyError};
pub use results::{Finding, Manifest, Plot, Table, Written};

/// The file that `sowlab study` runs where none is given: it is part of the program, so that the
/// program needs no files.
pub const STANDARD: &str = include_str!("../../experiments/standard.toml");

/// What a study was run with; part of every manifest.
#[derive(Clone, Debug)]
pub struct Setting {
    /// The command that was given.
    pub command: String,
    /// The seed of everything that uses chance.
    pub seed: u64,
    /// The number of threads.
    pub threads: usize,
}

/// Runs every experiment of a study and writes its results below `directory`, one after the other,
/// each as soon as it is complete. `tell` is given each finding.
///
/// Returns the findings; fewer than experiments if the monitor cancelled.
///
/// # Errors
/// Files that cannot be written, and experiments that cannot be computed.
pub fn run(
    study: &Study,
    setting: &Setting,
    directory: &Path,
    monitor: &dyn Monitor,
    mut tell: impl FnMut(&Finding),
) -> Result<Vec<Finding>, StudyError> {
    let directory = directory.join(&study.name);
    let mut findings = Vec::new();
    for experiment in &study.experiment {
        if monitor.cancelled() {
            break;
        }
        let started = Instant::now();
        let Some(finding) = experiment.run(monitor)? else {
            break;
        };
        let manifest = Manifest::new(experiment, setting, started.elapsed());
        results::write(&directory, &finding, &manifest)?;
        tell(&finding);
        findings.push(finding);
    }
    if findings.len() == study.experiment.len() {
        results::write_report(&directory, study, &findings)?;
    }
    Ok(findings)
}
