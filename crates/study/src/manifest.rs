//! The provenance of a result.

use std::path::Path;
use std::time::{Duration, SystemTime};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sowlab_base::files::{read_limited, text_limited};

use super::error::StudyError;
use super::experiment::Experiment;
use super::results::LONGEST;
use super::setting::Setting;
use sowlab_base::checksum::sha256;
use sowlab_base::program::{VERSION, commit, machine};

/// How long an experiment took.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub(super) struct Taken {
    /// How often it was started, the last time included.
    #[serde(alias = "sittings", default = "once")]
    pub(super) runs: u32,
    /// Of all of them.
    pub(super) seconds: f64,
}

/// Returns the number of runs of a manifest without one.
fn once() -> u32 {
    1
}

impl Taken {
    /// Adds one run.
    pub(super) fn and(self, run: Duration) -> Taken {
        Taken {
            runs: self.runs + 1,
            seconds: self.seconds + run.as_secs_f64(),
        }
    }
}

/// Converts a text to the field names of older manifests, whose checksums cover `sittings` for runs and `patience` for
/// the node budget.
fn as_first_named(text: &str) -> String {
    let (before, after) = text.rsplit_once("\"runs\":").unwrap_or((text, ""));
    let before = before.replace("\"node_budget\":", "\"patience\":");
    format!("{before}\"sittings\":{after}")
}

/// How a result came about.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Manifest {
    /// The experiment, as its file has it.
    #[schemars(with = "std::collections::BTreeMap<String, serde_json::Value>")]
    pub(super) experiment: Experiment,
    rule_sets: Vec<String>,
    pub(super) command: String,
    version: String,
    /// Of the program, see [`commit`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    commit: Option<String>,
    seed: u64,
    threads: usize,
    machine: String,
    finished: String,
    #[serde(flatten)]
    taken: Taken,
    /// A note on the run by the person who started it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    note: Option<String>,
    /// SHA-256 of each file as the run wrote it, as `sha256sum` prints it. A report may draw the drawings again.
    files: Vec<(String, String)>,
    /// SHA-256 of the manifest as compact JSON without this; manifests of before have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    check: Option<String>,
}

impl Manifest {
    /// Creates a manifest without files.
    ///
    /// # Errors
    /// The games of the experiment do not fit its kind.
    pub(super) fn new(
        experiment: &Experiment,
        setting: &Setting,
        taken: Taken,
    ) -> Result<Manifest, StudyError> {
        Ok(Manifest {
            experiment: experiment.clone(),
            rule_sets: experiment.rule_sets()?,
            command: setting.command.clone(),
            version: VERSION.to_owned(),
            commit: commit().map(str::to_owned),
            seed: setting.seed,
            threads: setting.threads,
            machine: machine(),
            finished: humantime::format_rfc3339_seconds(SystemTime::now()).to_string(),
            taken,
            note: setting.note.clone(),
            files: Vec::new(),
            check: None,
        })
    }

    /// Returns the text that the checksum covers.
    fn unsigned(&self) -> String {
        let unsigned = Manifest {
            check: None,
            ..self.clone()
        };
        serde_json::to_string(&unsigned).expect("plain data is JSON")
    }

    /// Returns whether the manifest matches its checksum, or has none.
    pub(super) fn is_whole(&self) -> bool {
        let Some(check) = &self.check else {
            return true;
        };
        let text = self.unsigned();
        *check == sha256(text.as_bytes()) || *check == sha256(as_first_named(&text).as_bytes())
    }

    /// Returns the name of an experiment's manifest file.
    pub(super) fn file_name(id: &str) -> String {
        format!("{id}.manifest.json")
    }

    /// Adds a file of the result.
    pub(super) fn record(&mut self, name: String, contents: &[u8]) {
        self.files.push((name, sha256(contents)));
    }

    /// Returns the time taken.
    pub(super) fn taken(&self) -> Taken {
        self.taken
    }

    /// Returns the note on the run.
    pub(super) fn note(&self) -> Option<&str> {
        self.note.as_deref()
    }

    /// Returns the number of threads.
    pub(super) fn threads(&self) -> usize {
        self.threads
    }

    /// Returns the names of the files of the result.
    pub(super) fn files(&self) -> impl Iterator<Item = &str> {
        self.files.iter().map(|(name, _)| name.as_str())
    }

    /// Returns the files of the result, each with its SHA-256.
    pub(super) fn checksums(&self) -> impl Iterator<Item = &(String, String)> {
        self.files.iter()
    }

    /// Returns the contents of the manifest file, with a new checksum.
    pub(super) fn json(&self) -> String {
        let signed = Manifest {
            check: Some(sha256(self.unsigned().as_bytes())),
            ..self.clone()
        };
        serde_json::to_string_pretty(&signed).expect("plain data is JSON") + "\n"
    }

    /// Returns whether a folder has the whole result of this experiment. Its manifest must match in experiment,
    /// variants, version, commit and seed, and every file its checksum, except drawings: a report draws them again.
    pub(super) fn is_finished(directory: &Path, experiment: &Experiment, seed: u64) -> bool {
        let Ok(text) = text_limited(&directory.join(Self::file_name(&experiment.id)), LONGEST)
        else {
            return false;
        };
        let Ok(there) = serde_json::from_str::<Manifest>(&text) else {
            return false;
        };
        there.is_whole()
            && there.experiment.is_same_as(experiment)
            && experiment
                .rule_sets()
                .is_ok_and(|names| names == there.rule_sets)
            && there.version == VERSION
            && there.commit.as_deref() == commit()
            && there.seed == seed
            && !there.files.is_empty()
            && there.files.iter().all(|(name, expected)| {
                name.ends_with(".svg")
                    || read_limited(&directory.join(name), LONGEST)
                        .is_ok_and(|contents| sha256(&contents) == *expected)
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::committed::studies;

    #[test]
    fn manifests_with_the_first_names_are_whole() {
        let studies = studies();
        let solved = studies.iter().find(|study| study.name == "solved").unwrap();
        let mut experiments = solved.experiment.iter();
        let experiment = experiments.find(|experiment| experiment.id == "55stones");
        let setting = Setting {
            command: "sowlab study".to_owned(),
            seed: 0,
            threads: 1,
            note: None,
            keep: false,
        };
        let made = Manifest::new(experiment.unwrap(), &setting, Taken::default()).unwrap();
        let old = as_first_named(&made.unsigned());
        assert!(old.contains("\"patience\":") && old.contains("\"sittings\":0"));
        let check = sha256(old.as_bytes());
        let signed = |text: &str| {
            text.strip_suffix('}').unwrap().to_owned() + &format!(",\"check\":\"{check}\"}}")
        };
        let read: Manifest = serde_json::from_str(&signed(&old)).unwrap();
        assert!(read.is_whole());
        let damaged = signed(&old.replace("\"sittings\":0", "\"sittings\":1"));
        assert!(
            !serde_json::from_str::<Manifest>(&damaged)
                .unwrap()
                .is_whole()
        );
    }
}
