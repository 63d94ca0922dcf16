//! The view of a result for templates.

use minijinja::value::Serde;
use minijinja::{Value, context};
use sowlab_findings::Certainty;

use super::error::StudyError;
use super::evidence::Evidence;
use super::experiment::Experiment;
use super::html::DATA;
use super::kind::Figures;
use super::readme;
use super::results::README;
use super::template::{Templates, Text};

/// The view of a result for templates.
pub(super) struct View<'a> {
    pub(super) experiment: &'a Experiment,
    pub(super) figures: &'a Figures,
    pub(super) evidence: &'a [Evidence],
    /// The number of threads of the run.
    pub(super) threads: usize,
    /// The links from the report to other results that the figures contain.
    pub(super) others: Vec<String>,
    /// The folder of its files as a part of links from the report; `None` on the page in that folder.
    pub(super) folder: Option<String>,
}

impl View<'_> {
    /// Returns the values for a template.
    pub(super) fn values(&self) -> Value {
        let Experiment {
            id,
            title,
            games,
            all_readings,
            kind,
            ..
        } = self.experiment;
        let folder = self.folder.clone().unwrap_or_default();
        let certificates = self.evidence.iter().map(|one| one.values(&folder));
        context! {
            id,
            title,
            games,
            all_readings,
            kind => kind.name(),
            options => Value::from(Serde(kind)),
            rows => &self.figures.rows,
            lines => self.figures.table.lines(),
            figures => Value::from_object(self.figures.table.clone()),
            certificates => certificates.collect::<Vec<_>>(),
            threads => self.threads,
            in_report => self.folder.is_some(),
            link => format!("{folder}{id}.json"),
            sources => self.sources(),
            folder,
        }
    }

    /// Returns the pages of the studies whose results the figures contain.
    fn sources(&self) -> Vec<Value> {
        let mut studies: Vec<&str> = (self.others.iter())
            .filter_map(|link| Some(link.split_once('/')?.0))
            .collect();
        studies.sort_unstable();
        studies.dedup();
        let up = if self.folder.is_some() { "" } else { "../" };
        let source =
            |study: &str| context! { name => study, page => format!("{up}{study}/{README}") };
        studies.into_iter().map(source).collect()
    }

    /// Returns the text for the page of its study.
    ///
    /// # Errors
    /// The template cannot be rendered.
    pub(super) fn page(&self) -> Result<Text, StudyError> {
        let templates = Templates::new()?;
        let text = templates.render(self.experiment.kind.name(), self.values())?;
        Ok(templates.text(text))
    }

    /// Returns the section on the page of its study.
    pub(super) fn section(&self, text: &Text) -> String {
        readme::section_of(
            &self.experiment.title,
            &self.experiment.id,
            &text.markdown(),
        )
    }
}

/// Appends a link to the data to each claim of a text that has none.
pub(super) fn with_links(text: &str, link: &str) -> String {
    let link = format!(" ([{DATA}]({link}))");
    let lines = text.split_inclusive('\n').map(|line| {
        let claim = Certainty::LABELS
            .iter()
            .any(|word| line.starts_with(&format!("- **{word}** ")));
        match line.strip_suffix('\n') {
            Some(words) if claim && !line.contains("](") => {
                let words = words.strip_suffix('.').unwrap_or(words);
                format!("{words}{link}.\n")
            }
            _ => line.to_owned(),
        }
    });
    lines.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_follow_a_claim() {
        assert_eq!(
            with_links("- **solved** All.\n- some.\n", "a.json"),
            "- **solved** All ([data](a.json)).\n- some.\n"
        );
        let own = "- **verified** All ([data](c.json)).\n";
        assert_eq!(with_links(own, "a.json"), own);
    }
}
