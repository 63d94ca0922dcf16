//! Experiments as data: a TOML file defines the computation, and the results are stored in files.

#[cfg(test)]
mod committed;
mod draw;
mod error;
mod evidence;
mod experiment;
mod experiment_file;
mod finding;
mod head;
mod html;
mod kind;
mod kinds;
mod manifest;
mod names;
mod pieces;
mod readme;
mod report;
mod results;
mod sealed;
mod setting;
mod table;
mod task;
mod template;
mod text;
mod timing;
mod view;

use sowlab_base::files::OwnedFolder;
use sowlab_solvers::Monitor;

pub use error::{Failure, StudyError, Unfit};
pub use experiment::{Effort, Experiment, Study};
pub use finding::Finding;
pub use kinds::Kind;
pub use manifest::Manifest;
pub use pieces::{PieceResult, StudyPiece, StudyPieceRequest};
pub use report::{Agreement, Compared, Comparison, Report};
pub use results::PURPOSE;
pub use setting::Setting;
pub use table::Table;
pub use task::Task;
pub use text::wrapped;

/// The outcome of an experiment.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// The experiment was run.
    Computed(Box<Finding>),
    /// The result existed already.
    Kept,
}

/// A finished experiment.
#[derive(Clone, Debug)]
pub struct Done {
    /// The name of its study, which is the folder of its files.
    pub study: String,
    /// The id of the experiment.
    pub id: String,
    /// The question of the experiment.
    pub title: String,
    /// Its outcome.
    pub outcome: Outcome,
}

/// Runs experiments one after the other and writes their results below `folder`, each as soon as it is complete. `tell`
/// receives each.
///
/// Returns the finished experiments; fewer than requested if the monitor cancelled.
///
/// # Errors
/// A file cannot be written, or an experiment cannot be computed.
pub fn run(
    tasks: &[Task<'_>],
    setting: &Setting,
    folder: &OwnedFolder,
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
        let directory = results::study_folder(folder, &study.name)?;
        let outcome = if setting.keep && results::is_finished(&directory, experiment, setting.seed)
        {
            Outcome::Kept
        } else {
            let timed = timing::timed(experiment, &directory, setting.seed, monitor);
            let (found, taken) = match timed {
                Err(StudyError::Cancelled(_)) => break,
                timed => timed?,
            };
            let manifest = Manifest::new(experiment, setting, taken)?;
            let finding = results::write(&directory, study, experiment, &found, manifest)?;
            Outcome::Computed(Box::new(finding))
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
