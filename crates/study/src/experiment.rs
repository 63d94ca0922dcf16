//! The schema of an experiment file.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sowlab_solvers::Monitor;

use super::error::{Failure, StudyError, Unfit};
use super::head::ExperimentHead;
use super::kind::{Figures, Job, Written};
use super::kinds::Kind;
use sowlab_engines::spec::EngineSpec;
use sowlab_games::Files;

/// A study: an experiment file, read and checked.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Study {
    /// The name of the folder of the results: letters, digits and dashes.
    pub name: String,
    /// A heading for the report.
    pub title: String,
    /// The experiments, in order.
    pub experiment: Vec<Experiment>,
}

/// One experiment.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Experiment {
    /// The name of its files: letters, digits and dashes.
    pub id: String,
    /// The heading in the report: the question that the experiment answers.
    pub title: String,
    /// The games, by their names in the catalog.
    pub games: Vec<String>,
    /// Whether each game is run under all four variants of the cases that the sources leave open.
    #[serde(default)]
    pub all_readings: bool,
    /// The smallest selection of the built-in experiments that contains it.
    #[serde(default, skip_serializing)]
    pub effort: Effort,
    /// The cost for readers: time on two cores, and disk space if it is large.
    #[serde(default, skip_serializing)]
    pub cost: String,
    /// The kind, with its options.
    #[serde(flatten)]
    pub kind: Kind,
}

impl Experiment {
    /// Returns its fields apart from its kind.
    pub(super) fn head(&self) -> ExperimentHead<'_> {
        ExperimentHead {
            id: &self.id,
            games: &self.games,
            all_readings: self.all_readings,
        }
    }

    /// Checks the options, and that the games fit the kind. Returns the full names of the variants to run.
    pub(super) fn rule_sets(&self) -> Result<Vec<String>, StudyError> {
        let checked = match self.games.is_empty() {
            true => Err(Unfit::NoGames),
            false => self.kind.any().check(&self.head()),
        };
        checked.map_err(|why| StudyError::Unfit {
            id: self.id.clone(),
            why,
        })
    }

    /// Returns the options that name external engines.
    fn programs(&self) -> Vec<String> {
        let options = serde_json::to_value(&self.kind).unwrap_or_default();
        let mut found = Vec::new();
        find_programs(&options, &mut found);
        found
    }

    /// Runs the experiment, with `seed` added to the seeds of everything random.
    pub(super) fn run(
        &self,
        seed: u64,
        monitor: &dyn Monitor,
    ) -> Result<(Figures, Vec<Written>), StudyError> {
        let head = &self.head();
        let found = self.kind.any().run(&Job {
            head,
            seed,
            monitor,
        });
        found.map_err(|why| match why {
            Failure::Cancelled(cancelled) => cancelled.into(),
            why => StudyError::Compute {
                id: self.id.clone(),
                why: Box::new(why),
            },
        })
    }

    /// Returns whether the two experiments compute the same; title, cost and selection are ignored.
    pub(super) fn is_same_as(&self, other: &Experiment) -> bool {
        let written = |experiment: &Experiment| {
            let mut fields = serde_json::to_value(experiment).ok()?;
            fields.as_object_mut()?.remove("title");
            Some(fields)
        };
        written(self) == written(other)
    }
}

impl Study {
    /// Returns the external engines of all experiments, as in `external:./engine`. Running the study runs them.
    pub fn programs(&self) -> Vec<String> {
        let all = self.experiment.iter().flat_map(Experiment::programs);
        let mut found: Vec<String> = Vec::new();
        for program in all {
            if !found.contains(&program) {
                found.push(program);
            }
        }
        found
    }
}

fn find_programs(options: &serde_json::Value, found: &mut Vec<String>) {
    use serde_json::Value;
    match options {
        Value::String(text) => {
            if let Ok(spec @ EngineSpec::External(_)) = EngineSpec::read(text, Files::Allowed) {
                found.push(spec.to_string());
            }
        }
        Value::Array(all) => all.iter().for_each(|one| find_programs(one, found)),
        Value::Object(all) => all.values().for_each(|one| find_programs(one, found)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// The selections of the built-in experiments; each contains those before it.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Effort {
    /// Under a minute in all; the same figures on every machine.
    Quick,
    /// Within five minutes in all.
    Standard,
    /// Everything, as long as it takes.
    #[default]
    Full,
}

impl Effort {
    /// Returns the name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Effort::Quick => "quick",
            Effort::Standard => "standard",
            Effort::Full => "full",
        }
    }
}
