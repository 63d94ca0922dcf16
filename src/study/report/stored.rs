//! The results as they lie in the folder: what there is, and what is in it.

use std::path::Path;

use serde::de::DeserializeOwned;

use super::page::Source;
use crate::study::error::StudyError;
use crate::study::experiment::Experiment;
use crate::study::kind::Kind;
use crate::study::manifest::Manifest;

/// The result of an experiment.
pub(super) struct Stored {
    /// The folder of its study, as part of a link.
    pub(super) study: String,
    pub(super) manifest: Manifest,
}

impl Stored {
    pub(super) fn experiment(&self) -> &Experiment {
        &self.manifest.experiment
    }

    /// The name of a file of its study, as a link.
    pub(super) fn link(&self, file: &str) -> String {
        format!("{}/{file}", self.study)
    }

    /// The figures, and the command that made them.
    pub(super) fn source(&self) -> Source {
        Source {
            data: self.link(&format!("{}.json", self.experiment().id)),
            command: essential(&self.manifest.command),
        }
    }

    /// A file of its own, and the command that made it.
    pub(super) fn source_of(&self, file: &str) -> Source {
        Source {
            data: self.link(file),
            ..self.source()
        }
    }
}

/// A command without the options that make no difference to what is found.
fn essential(command: &str) -> String {
    let mut words = command.split(' ');
    let mut kept = Vec::new();
    while let Some(word) = words.next() {
        match word {
            "--quiet" | "--resume" | "--again" => {}
            "--threads" | "--out" => {
                words.next();
            }
            _ if word.starts_with("--threads=") || word.starts_with("--out=") => {}
            _ => kept.push(word),
        }
    }
    kept.join(" ")
}

/// A folder of results.
pub(super) struct Results<'a> {
    pub(super) directory: &'a Path,
    /// By folder and file name.
    pub(super) all: Vec<Stored>,
}

fn failed(path: &Path, error: impl std::fmt::Display) -> StudyError {
    StudyError::Report {
        path: path.display().to_string(),
        reason: error.to_string(),
    }
}

/// The names in a folder in their order; none if there is no such folder.
fn names(path: &Path) -> Result<Vec<String>, StudyError> {
    let mut names = Vec::new();
    let entries = match std::fs::read_dir(path) {
        Ok(entries) => entries,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(names),
        Err(error) => return Err(failed(path, error)),
    };
    for entry in entries {
        let name = entry.map_err(|error| failed(path, error))?.file_name();
        names.extend(name.into_string());
    }
    names.sort_unstable();
    Ok(names)
}

impl<'a> Results<'a> {
    /// Reads every manifest one folder down.
    pub(super) fn find(directory: &'a Path) -> Result<Results<'a>, StudyError> {
        let mut folders = names(directory)?;
        folders.retain(|name| directory.join(name).is_dir());
        let mut all = Vec::new();
        for study in &folders {
            for file in names(&directory.join(study))? {
                if file.ends_with(".manifest.json") {
                    let path = directory.join(study).join(&file);
                    all.push(Stored {
                        study: study.clone(),
                        manifest: read_json(&path)?,
                    });
                }
            }
        }
        Ok(Results { directory, all })
    }

    /// The results of some kinds of experiment.
    pub(super) fn of(&self, wanted: impl Fn(&Kind) -> bool) -> impl Iterator<Item = &Stored> {
        (self.all.iter()).filter(move |stored| wanted(&stored.experiment().kind))
    }

    /// The figures of an experiment.
    pub(super) fn read<T: DeserializeOwned>(&self, stored: &Stored) -> Result<T, StudyError> {
        read_json(&self.directory.join(stored.source().data))
    }

    /// A file of an experiment's folder.
    pub(super) fn read_file<T: DeserializeOwned>(
        &self,
        stored: &Stored,
        file: &str,
    ) -> Result<T, StudyError> {
        read_json(&self.directory.join(stored.link(file)))
    }
}

fn read_json<T: DeserializeOwned>(path: &Path) -> Result<T, StudyError> {
    let text = std::fs::read(path).map_err(|error| failed(path, error))?;
    serde_json::from_slice(&text).map_err(|error| failed(path, error))
}

#[cfg(test)]
mod tests {
    use super::essential;

    #[test]
    fn a_command_is_shown_without_what_makes_no_difference() {
        let command =
            "sowlab study experiments/a.toml --resume --out mine --threads 2 --seed 3 --quiet";
        assert_eq!(
            essential(command),
            "sowlab study experiments/a.toml --seed 3"
        );
        assert_eq!(
            essential("sowlab study --full --threads=1"),
            "sowlab study --full"
        );
    }
}
