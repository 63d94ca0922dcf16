//! Files of results: written whole or not at all.

use std::path::{Path, PathBuf};

use sowlab_base::files::{OwnedFolder, text_limited, write_unlinked};

use super::answers::LONGEST;
use super::error::StudyError;
use super::experiment::{Experiment, Study};
use super::finding::Finding;
use super::manifest::Manifest;
use super::readme;

const README: &str = "README.md";

/// Writes a file in a folder of results, whole or not at all. A link of its name is refused.
pub(super) fn write_file(path: &Path, contents: &[u8]) -> Result<(), StudyError> {
    write_unlinked(path, contents).map_err(|error| StudyError::Write {
        path: path.display().to_string(),
        error,
    })
}

/// What folders with results are marked for.
pub const PURPOSE: &str = "study";

/// The folder of a study's files, in a folder with the results of all.
pub(super) fn study_folder(all: &OwnedFolder, study: &str) -> Result<PathBuf, StudyError> {
    all.subfolder(study).map_err(|error| StudyError::Write {
        path: all.path().join(study).display().to_string(),
        error,
    })
}

/// Writes the files of a finding, last its manifest, and its section of the folder's page.
pub(super) fn write(
    directory: &Path,
    study: &Study,
    finding: &Finding,
    mut manifest: Manifest,
) -> Result<(), StudyError> {
    let failed = |error| StudyError::Write {
        path: directory.display().to_string(),
        error,
    };
    let csv = finding
        .table
        .csv()
        .map_err(|error| failed(std::io::Error::other(error)))?;
    let data = [("json", finding.json.as_bytes()), ("csv", &csv)];
    let data = data.map(|(extension, contents)| (format!("{}.{extension}", finding.id), contents));
    let plots = finding
        .plots
        .iter()
        .map(|plot| (plot.file.clone(), plot.svg.as_bytes()));
    let files = finding
        .files
        .iter()
        .map(|written| (written.file.clone(), written.contents.as_slice()));
    for (name, contents) in data.into_iter().chain(plots).chain(files) {
        write_file(&directory.join(&name), contents)?;
        manifest.record(name, contents);
    }
    write_section(directory, study, &finding.id, &readme::written(finding))?;
    let name = Manifest::file_name(&finding.id);
    write_file(&directory.join(name), manifest.json().as_bytes())
}

/// Puts the section of an experiment on the folder's page.
pub(super) fn write_section(
    directory: &Path,
    study: &Study,
    id: &str,
    section: &str,
) -> Result<(), StudyError> {
    let page = readme::with_section(&page(directory), study, id, section);
    write_file(&directory.join(README), page.as_bytes())
}

/// Whether all files of this experiment are there, made by the same experiment and version.
pub(super) fn is_finished(directory: &Path, experiment: &Experiment, seed: u64) -> bool {
    readme::has_section(&page(directory), &experiment.title)
        && Manifest::is_finished(directory, experiment, seed)
}

/// The folder's page as it is; empty if there is none.
pub(super) fn page(directory: &Path) -> String {
    text_limited(&directory.join(README), LONGEST).unwrap_or_default()
}
