//! The interface of the kinds of experiment: checks, runs, and the table of the rows.

use std::path::Path;

use minijinja::Value;
use minijinja::value::Serde;
use serde::Serialize;
use serde::de::DeserializeOwned;
use sowlab_analysis::certificates::Certificate;
use sowlab_games::stones::Rules;
use sowlab_solvers::Monitor;

use super::error::{Failure, StudyError, Unfit};
use super::head::ExperimentHead;
use super::report::{Agreement, Results};
use super::results::read_json;
use super::table::Table;

/// A kind of experiment; its value has the options of one experiment.
pub(super) trait ExperimentKind {
    /// An entry of the file of results.
    type Row: Serialize + DeserializeOwned;

    /// Checks the options, and that the games fit them. Returns the full names of the variants to run.
    ///
    /// # Errors
    /// The option or game that is invalid, and the allowed values.
    fn check(&self, head: &ExperimentHead<'_>) -> Result<Vec<String>, Unfit> {
        head.full_names()
    }

    /// Returns whether the work is stored in a directory, so that an interrupted experiment resumes.
    fn resumes(&self) -> bool {
        false
    }

    /// Computes the results.
    ///
    /// # Errors
    /// [`Failure::Cancelled`], if the monitor cancelled.
    fn run(&self, job: &Job<'_>) -> Result<Rows<Self::Row>, Failure>;

    /// Returns the rows as a table.
    fn table(rows: &[Self::Row]) -> Table;

    /// Compares results with earlier ones, if that takes more than comparing figures.
    fn agreement(_new: &[Self::Row], _earlier: &[Self::Row]) -> Option<Agreement> {
        None
    }

    /// Adds to rows the values of other results for the same games, for the report. Returns the links to these results.
    ///
    /// # Errors
    /// A file of results cannot be read.
    fn learn(
        &self,
        _rows: &mut [Self::Row],
        _results: &Results<'_>,
    ) -> Result<Vec<String>, StudyError> {
        Ok(Vec::new())
    }
}

/// A run of an experiment.
#[derive(Clone, Copy)]
pub(super) struct Job<'a> {
    pub(super) head: &'a ExperimentHead<'a>,
    /// The number added to the seeds of everything random.
    pub(super) seed: u64,
    pub(super) monitor: &'a dyn Monitor,
}

impl Job<'_> {
    /// Computes one row for each variant of the experiment.
    pub(super) fn of_each_rule_set<Row>(
        &self,
        row: impl Fn(&Rules) -> Result<Row, Failure>,
    ) -> Result<Rows<Row>, Failure> {
        let rule_sets = self.head.rule_sets()?;
        let rows: Result<Vec<Row>, Failure> = rule_sets.iter().map(row).collect();
        Ok(Rows::new(rows?))
    }
}

/// The results of a run.
pub(super) struct Rows<Row> {
    pub(super) rows: Vec<Row>,
    /// Files in addition to the rows: certificates, proofs.
    pub(super) files: Vec<Written>,
}

impl<Row> Rows<Row> {
    /// Creates results without files.
    pub(super) fn new(rows: Vec<Row>) -> Rows<Row> {
        Rows {
            rows,
            files: Vec::new(),
        }
    }
}

/// A file that belongs to the results, such as a certificate.
#[derive(Clone, Debug)]
pub(super) struct Written {
    /// The name of the file.
    pub(super) file: String,
    pub(super) contents: Vec<u8>,
}

impl Written {
    /// Creates a certificate in a file of this name.
    pub(super) fn certificate(file: String, certificate: &Certificate) -> Written {
        let contents = certificate.to_json().into_bytes();
        Written { file, contents }
    }
}

/// The figures of a result of any kind.
#[derive(Clone, Debug)]
pub(super) struct Figures {
    /// The rows as in the file of results.
    pub(super) json: String,
    pub(super) rows: Value,
    pub(super) table: Table,
}

impl Figures {
    fn of<K: ExperimentKind + ?Sized>(rows: &[K::Row]) -> Figures {
        let json = serde_json::to_string_pretty(rows).expect("plain data is JSON") + "\n";
        let rows_as_json: serde_json::Value = serde_json::from_str(&json).unwrap_or_default();
        Figures {
            rows: Value::from(Serde(rows_as_json)),
            table: K::table(rows),
            json,
        }
    }
}

/// Any kind of experiment: [`ExperimentKind`] without the type of the rows.
pub(super) trait AnyKind {
    /// Checks as [`ExperimentKind::check`] does.
    fn check(&self, head: &ExperimentHead<'_>) -> Result<Vec<String>, Unfit>;

    /// Returns [`ExperimentKind::resumes`].
    fn resumes(&self) -> bool;

    /// Computes the figures, and additional files.
    fn run(&self, job: &Job<'_>) -> Result<(Figures, Vec<Written>), Failure>;

    /// Reads the figures from the file of results.
    #[cfg(test)]
    fn read(&self, path: &Path) -> Result<Figures, StudyError>;

    /// Reads the figures with the additions from other results, and the links to these.
    fn read_with(
        &self,
        path: &Path,
        results: &Results<'_>,
    ) -> Result<(Figures, Vec<String>), StudyError>;

    /// Compares two files as [`ExperimentKind::agreement`] does.
    fn agreement(&self, new: &Path, earlier: &Path) -> Result<Option<Agreement>, StudyError>;
}

impl<K: ExperimentKind> AnyKind for K {
    fn check(&self, head: &ExperimentHead<'_>) -> Result<Vec<String>, Unfit> {
        ExperimentKind::check(self, head)
    }

    fn resumes(&self) -> bool {
        ExperimentKind::resumes(self)
    }

    fn run(&self, job: &Job<'_>) -> Result<(Figures, Vec<Written>), Failure> {
        let Rows { rows, files } = ExperimentKind::run(self, job)?;
        Ok((Figures::of::<K>(&rows), files))
    }

    #[cfg(test)]
    fn read(&self, path: &Path) -> Result<Figures, StudyError> {
        Ok(Figures::of::<K>(&read_json::<Vec<K::Row>>(path)?))
    }

    fn read_with(
        &self,
        path: &Path,
        results: &Results<'_>,
    ) -> Result<(Figures, Vec<String>), StudyError> {
        let mut rows: Vec<K::Row> = read_json(path)?;
        let others = self.learn(&mut rows, results)?;
        Ok((Figures::of::<K>(&rows), others))
    }

    fn agreement(&self, new: &Path, earlier: &Path) -> Result<Option<Agreement>, StudyError> {
        Ok(K::agreement(
            &read_json::<Vec<K::Row>>(new)?,
            &read_json::<Vec<K::Row>>(earlier)?,
        ))
    }
}

/// Creates a directory for stored work.
///
/// # Errors
/// The path and the reason.
pub(super) fn create_directory(path: &Path) -> Result<(), Failure> {
    std::fs::create_dir_all(path).map_err(|error| Failure::file(path, error))
}
