//! What an experiment found.

use serde::Serialize;

use super::experiment::Experiment;
use super::table::Table;

/// A plot of results.
#[derive(Clone, Debug)]
pub struct Plot {
    /// The name of its file.
    pub file: String,
    /// What it shows.
    pub title: String,
    /// The file itself.
    pub svg: String,
}

/// A file that belongs to the results, a certificate say.
#[derive(Clone, Debug)]
pub struct Written {
    /// Its name.
    pub file: String,
    /// What is in it.
    pub contents: Vec<u8>,
}

/// What an experiment found.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The name of the experiment.
    pub id: String,
    /// The question that it answers.
    pub title: String,
    /// The figures.
    pub table: Table,
    /// The figures drawn in characters, where that says more than the table.
    pub drawing: Option<String>,
    /// The figures as plots.
    pub plots: Vec<Plot>,
    /// What there is to say of them, a sentence each.
    pub remarks: Vec<String>,
    /// Further files.
    pub files: Vec<Written>,
    pub(super) json: String,
}

impl Finding {
    pub(super) fn new(
        experiment: &Experiment,
        data: &impl Serialize,
        table: Table,
        remarks: Vec<String>,
    ) -> Finding {
        Finding {
            id: experiment.id.clone(),
            title: experiment.title.clone(),
            table,
            drawing: None,
            plots: Vec::new(),
            remarks,
            files: Vec::new(),
            json: serde_json::to_string_pretty(data).expect("plain data is JSON") + "\n",
        }
    }

    /// The same with plots.
    #[must_use]
    pub(super) fn plotted(mut self, plots: Vec<Plot>) -> Finding {
        self.plots = plots;
        self
    }

    /// The same with further files.
    #[must_use]
    pub(super) fn with_files(mut self, files: Vec<Written>) -> Finding {
        self.files = files;
        self
    }

    /// The same with a drawing.
    #[must_use]
    pub(super) fn drawn(mut self, drawing: String) -> Finding {
        self.drawing = Some(drawing);
        self
    }
}
