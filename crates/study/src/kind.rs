//! What a kind of experiment is: how it is checked, run and shown.

use std::path::Path;

use serde::Serialize;
use serde::de::DeserializeOwned;
use sowlab_solvers::Monitor;

use super::answers::Answers;
use super::asked::Asked;
use super::error::{Failure, StudyError, Unfit};
use super::report::agreement::Agreement;
use super::report::evidence::Evidence;
use super::report::page::{Block, Topic};
use super::sheet::{Sheet, Written};

/// A kind of experiment: its value holds the options of one experiment.
pub(super) trait ExperimentKind: Sized + 'static {
    /// An entry of the file of results.
    type Row: Serialize + DeserializeOwned;

    /// The section of the report in which its results stand.
    const TOPIC: Topic;

    /// Checks the options, and that the games are fit for them. The full names of the rule sets that
    /// it will run.
    ///
    /// # Errors
    /// Names what is wrong and what is allowed.
    fn check(&self, asked: &Asked<'_>) -> Result<Vec<String>, Unfit>;

    /// Whether its work is kept in a directory, so that an interrupted experiment resumes.
    fn resumes(&self) -> bool {
        false
    }

    /// Computes the results, with `seed` added to the seeds of whatever uses chance.
    ///
    /// # Errors
    /// [`Failure::Cancelled`], if the monitor cancelled.
    fn run(
        &self,
        asked: &Asked<'_>,
        seed: u64,
        monitor: &dyn Monitor,
    ) -> Result<Found<Self::Row>, Failure>;

    /// What one result shows: table, sentences, plots.
    fn present(answer: &Answer<'_, Self>) -> Sheet;

    /// What the report says of all results of the kind; nothing if there are none.
    ///
    /// # Errors
    /// A file of results that cannot be read.
    fn report(answers: &Answers<'_>) -> Result<Vec<Block>, StudyError>;

    /// How results agree with earlier ones, if it takes more than comparing figures to tell.
    fn agreement(_new: &[Self::Row], _earlier: &[Self::Row]) -> Option<Agreement> {
        None
    }
}

/// What a run found.
pub(super) struct Found<Row> {
    pub(super) rows: Vec<Row>,
    /// Files besides the rows: certificates, proofs.
    pub(super) files: Vec<Written>,
    /// Sentences about this run, which the rows do not tell.
    pub(super) notes: Vec<String>,
}

impl<Row> Found<Row> {
    /// Rows and nothing else.
    pub(super) fn new(rows: Vec<Row>) -> Found<Row> {
        Found {
            rows,
            files: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// The same with files.
    pub(super) fn with_files(self, files: Vec<Written>) -> Found<Row> {
        Found { files, ..self }
    }

    /// The same with sentences about the run.
    pub(super) fn with_notes(self, notes: Vec<String>) -> Found<Row> {
        Found { notes, ..self }
    }
}

/// An experiment with its result.
pub(super) struct Answer<'a, K: ExperimentKind> {
    pub(super) asked: Asked<'a>,
    pub(super) options: &'a K,
    pub(super) rows: Vec<K::Row>,
    /// The certificates among its files, in the order in which they were written.
    pub(super) evidence: Vec<Evidence>,
}

impl<K: ExperimentKind> Answer<'_, K> {
    /// The certificate in a file.
    pub(super) fn evidence_in(&self, file: &str) -> Option<&Evidence> {
        self.evidence.iter().find(|one| one.file == file)
    }
}

/// Creates a directory for work that is kept.
///
/// # Errors
/// With the path.
pub(super) fn create_directory(path: &Path) -> Result<(), Failure> {
    std::fs::create_dir_all(path).map_err(|error| Failure::file(path, error))
}
