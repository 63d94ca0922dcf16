//! Files of results, written whole or not at all.

use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use sowlab_base::files::{OwnedFolder, read_limited, text_limited, write_unlinked};

use super::error::StudyError;
use super::experiment::{Experiment, Study};
use super::finding::Finding;
use super::kind::{Figures, Written};
use super::manifest::Manifest;
use super::readme;

/// The name of a folder's page.
pub(super) const README: &str = "README.md";

/// The name of a page of a folder that an author wrote.
pub(super) const NOTES: &str = "NOTES.md";

/// Writes a file in a folder of results, whole or not at all. A link of its name is refused.
pub(super) fn write_file(path: &Path, contents: &[u8]) -> Result<(), StudyError> {
    write_unlinked(path, contents).map_err(|error| StudyError::Write {
        path: path.display().to_string(),
        error,
    })
}

/// The purpose that marks folders with results.
pub const PURPOSE: &str = "study";

/// Returns the folder of a study's files, within a folder with all results.
pub(super) fn study_folder(all: &OwnedFolder, study: &str) -> Result<PathBuf, StudyError> {
    all.subfolder(study).map_err(|error| StudyError::Write {
        path: all.path().join(study).display().to_string(),
        error,
    })
}

/// The maximum size of a file of results, in bytes.
pub(super) const LONGEST: u64 = 1 << 30;

/// Reads a file of results.
///
/// # Errors
/// The path and the reason.
pub(super) fn read_json<T: DeserializeOwned>(path: &Path) -> Result<T, StudyError> {
    let text = read_limited(path, LONGEST).map_err(|error| StudyError::unreadable(path, error))?;
    serde_json::from_slice(&text).map_err(|error| StudyError::unreadable(path, error))
}

/// The files of a result during writing.
struct Files<'a> {
    directory: &'a Path,
    manifest: Manifest,
}

impl Files<'_> {
    fn write(&mut self, name: String, contents: &[u8]) -> Result<(), StudyError> {
        write_file(&self.directory.join(&name), contents)?;
        self.manifest.record(name, contents);
        Ok(())
    }
}

/// Writes the files of a result, its manifest last, and its section of the folder's page. Figures come first, so that
/// they exist even if the text cannot be rendered. Returns the finding.
pub(super) fn write(
    directory: &Path,
    study: &Study,
    experiment: &Experiment,
    (figures, others): &(Figures, Vec<Written>),
    manifest: Manifest,
) -> Result<Finding, StudyError> {
    let id = &experiment.id;
    let mut files = Files {
        directory,
        manifest,
    };
    files.write(format!("{id}.json"), figures.json.as_bytes())?;
    let csv = figures.table.csv().map_err(|error| StudyError::Write {
        path: directory.display().to_string(),
        error: std::io::Error::other(error),
    })?;
    files.write(format!("{id}.csv"), &csv)?;
    let finding = Finding::of(experiment, figures, others, files.manifest.threads())?;
    for (name, contents) in finding.text.files() {
        files.write(name, contents.as_bytes())?;
    }
    for Written { file, contents } in others {
        files.write(file.clone(), contents)?;
    }
    write_section(directory, study, id, &finding.section)?;
    let name = Manifest::file_name(id);
    write_file(&directory.join(name), files.manifest.json().as_bytes())?;
    Ok(finding)
}

/// Writes the section of an experiment to the folder's page.
pub(super) fn write_section(
    directory: &Path,
    study: &Study,
    id: &str,
    section: &str,
) -> Result<(), StudyError> {
    let page = readme::with_section(&page(directory), study, id, section);
    write_file(&directory.join(README), page.as_bytes())
}

/// Returns whether all files of this experiment exist, written for the same experiment by the same version.
pub(super) fn is_finished(directory: &Path, experiment: &Experiment, seed: u64) -> bool {
    readme::has_section(&page(directory), &experiment.title)
        && Manifest::is_finished(directory, experiment, seed)
}

/// Reads the folder's page; empty if there is none.
pub(super) fn page(directory: &Path) -> String {
    text_limited(&directory.join(README), LONGEST).unwrap_or_default()
}
