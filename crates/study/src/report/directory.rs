//! The results in a folder.

use std::path::{Path, PathBuf};

use sowlab_base::files::read_limited;

use crate::error::StudyError;
use crate::evidence::Evidence;
use crate::experiment::Experiment;
use crate::kind::ExperimentKind;
use crate::kinds::Listed;
use crate::manifest::Manifest;
use crate::readme;
use crate::results::{LONGEST, NOTES, README, page, read_json};
use sowlab_base::checksum::sha256;

/// The result of an experiment.
pub(crate) struct Stored {
    /// The folder of its study, as a part of a link.
    pub(super) study: String,
    pub(super) manifest: Manifest,
}

impl Stored {
    pub(super) fn experiment(&self) -> &Experiment {
        &self.manifest.experiment
    }

    /// Returns the names of its study and of the experiment, as in `standard/first-rounds`.
    pub(super) fn name(&self) -> String {
        format!("{}/{}", self.study, self.experiment().id)
    }

    /// Returns the command of the run, without options that do not affect the figures.
    pub(super) fn command(&self) -> String {
        essential(&self.manifest.command)
    }

    /// Returns the link to its figures.
    pub(super) fn link(&self) -> String {
        format!("{}.json", self.name())
    }
}

/// Removes the options of a command that do not affect the figures.
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

/// The rows of a result of a known kind.
pub(crate) struct StoredRows<'a, K: ExperimentKind> {
    /// The link to its figures.
    pub(crate) link: String,
    pub(crate) options: &'a K,
    pub(crate) rows: Vec<K::Row>,
}

/// A folder of results.
pub(crate) struct Results<'a> {
    pub(crate) directory: &'a Path,
    /// The results, sorted by folder; within a folder in the order of its page.
    pub(crate) all: Vec<Stored>,
    /// The folders with results, sorted.
    pub(super) studies: Vec<StudyFolder>,
    /// The pages of the folders without results that have one: notes, proofs.
    pub(super) other_pages: Vec<(String, String)>,
}

/// The folder of a study.
pub(super) struct StudyFolder {
    pub(super) name: String,
    /// The heading of its page, or the name.
    pub(super) title: String,
    /// The page; empty if there is none.
    pub(super) page: String,
    /// Whether the folder has notes by an author.
    pub(super) notes: bool,
}

/// Returns the names in a folder in sorted order; empty if there is no such folder.
fn names(path: &Path) -> Result<Vec<String>, StudyError> {
    let mut names = Vec::new();
    let entries = match std::fs::read_dir(path) {
        Ok(entries) => entries,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(names),
        Err(error) => return Err(StudyError::unreadable(path, error)),
    };
    for entry in entries {
        let entry = entry.map_err(|error| StudyError::unreadable(path, error))?;
        names.extend(entry.file_name().into_string());
    }
    names.sort_unstable();
    Ok(names)
}

impl<'a> Results<'a> {
    /// Reads every manifest in the folders of this folder.
    pub(super) fn find(directory: &'a Path) -> Result<Results<'a>, StudyError> {
        let mut folders = names(directory)?;
        folders.retain(|name| directory.join(name).is_dir());
        let (mut all, mut studies, mut other_pages) = (Vec::new(), Vec::new(), Vec::new());
        for study in folders {
            let files = names(&directory.join(&study))?;
            let (manifests, others): (Vec<String>, Vec<String>) =
                (files.into_iter()).partition(|file| file.ends_with(".manifest.json"));
            if manifests.is_empty() {
                let mut pages = [README, NOTES].into_iter();
                let page = pages.find(|page| others.iter().any(|file| file == page));
                other_pages.extend(page.map(|page| (study.clone(), format!("{study}/{page}"))));
                continue;
            }
            for file in manifests {
                let path = directory.join(&study).join(&file);
                all.push(Stored {
                    study: study.clone(),
                    manifest: read_json(&path)?,
                });
            }
            studies.push(StudyFolder {
                page: page(&directory.join(&study)),
                title: study.clone(),
                notes: others.iter().any(|file| file == NOTES),
                name: study,
            });
        }
        Ok(Results {
            directory,
            all,
            studies,
            other_pages,
        })
    }

    /// Takes titles and order from the pages of the studies. Manifests keep the titles of their runs.
    pub(super) fn take_headings(&mut self) {
        for study in &mut self.studies {
            let headings = readme::headings(&study.page);
            if !headings.study.is_empty() {
                study.title = headings.study;
            }
            let place = |stored: &Stored| {
                let mut names = headings.experiments.iter().map(|(id, _)| id);
                names.position(|id| *id == stored.manifest.experiment.id)
            };
            let of_study = |stored: &Stored| stored.study == study.name;
            let first = self.all.iter().position(of_study).unwrap_or(0);
            let count = self.all.iter().filter(|stored| of_study(stored)).count();
            let results = &mut self.all[first..first + count];
            results.sort_by_key(|stored| place(stored).unwrap_or(usize::MAX));
            for stored in results {
                if let Some(place) = place(stored) {
                    let (_, title) = &headings.experiments[place];
                    stored.manifest.experiment.title.clone_from(title);
                }
            }
        }
    }

    /// Checks that manifests match their checksums, and the data those in the manifests.
    pub(super) fn check(&self) -> Result<(), StudyError> {
        for stored in &self.all {
            let folder = self.directory.join(&stored.study);
            if !stored.manifest.is_whole() {
                let path = folder.join(Manifest::file_name(&stored.experiment().id));
                let reason = "it does not match its own checksum";
                return Err(StudyError::unreadable(&path, reason));
            }
            let data = stored.manifest.checksums();
            for (name, expected) in data.filter(|(name, _)| name.ends_with(".json")) {
                let path = folder.join(name);
                let contents = read_limited(&path, LONGEST)
                    .map_err(|error| StudyError::unreadable(&path, error))?;
                if sha256(&contents) != *expected {
                    let reason = "it does not match its SHA-256 in the manifest";
                    return Err(StudyError::unreadable(&path, reason));
                }
            }
        }
        Ok(())
    }

    /// Returns the results of one kind.
    ///
    /// # Errors
    /// A file cannot be read or does not match the schema.
    pub(crate) fn of<K: Listed>(&self) -> Result<Vec<StoredRows<'_, K>>, StudyError> {
        let of_kind = self.all.iter().filter_map(|stored| {
            let options = K::in_kind(&stored.experiment().kind)?;
            let rows = read_json(&self.figures(stored));
            Some(rows.map(|rows| StoredRows {
                link: stored.link(),
                options,
                rows,
            }))
        });
        of_kind.collect()
    }

    /// Reads the certificates of a result.
    pub(super) fn evidence(&self, stored: &Stored) -> Result<Vec<Evidence>, StudyError> {
        let files = stored.manifest.files().filter(|file| Evidence::is_in(file));
        let folder = self.directory.join(&stored.study);
        files
            .map(|file| Evidence::read(&folder.join(file), file.to_owned()))
            .collect()
    }

    /// Returns the file with the figures of an experiment.
    pub(super) fn figures(&self, stored: &Stored) -> PathBuf {
        self.directory.join(format!("{}.json", stored.name()))
    }
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
