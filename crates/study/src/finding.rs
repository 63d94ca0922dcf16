//! The result of an experiment with its text.

use super::error::StudyError;
use super::evidence::Evidence;
use super::experiment::Experiment;
use super::kind::{Figures, Written};
use super::table::Table;
use super::template::Text;
use super::view::View;

/// The result of an experiment with its text.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The name of the experiment.
    pub id: String,
    /// The question that the experiment answers.
    pub title: String,
    /// The figures.
    pub table: Table,
    /// The sentences about the figures.
    pub remarks: Vec<String>,
    pub(super) text: Text,
    pub(super) section: String,
}

impl Finding {
    /// Renders the text for the figures of a run.
    ///
    /// # Errors
    /// The template of the kind cannot be rendered.
    pub(super) fn of(
        experiment: &Experiment,
        figures: &Figures,
        files: &[Written],
        threads: usize,
    ) -> Result<Finding, StudyError> {
        let evidence: Vec<Evidence> = files.iter().filter_map(Evidence::of).collect();
        let view = View {
            experiment,
            figures,
            evidence: &evidence,
            threads,
            others: Vec::new(),
            folder: None,
        };
        let text = view.page()?;
        Ok(Finding {
            id: experiment.id.clone(),
            title: experiment.title.clone(),
            table: figures.table.clone(),
            remarks: text.sentences(),
            section: view.section(&text),
            text,
        })
    }
}
