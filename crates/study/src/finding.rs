//! What an experiment found.

use super::asked::Asked;
use super::kind::{Answer, ExperimentKind, Found};
use super::plot::Plot;
use super::report::evidence::Evidence;
use super::sheet::{Sheet, Written};
use super::table::Table;

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
    /// What a run of a kind found, as its files show it.
    pub(super) fn of<K: ExperimentKind>(
        asked: Asked<'_>,
        options: &K,
        found: Found<K::Row>,
    ) -> Finding {
        let Found { rows, files, notes } = found;
        let json = serde_json::to_string_pretty(&rows).expect("plain data is JSON") + "\n";
        let evidence = files.iter().filter_map(Evidence::of).collect();
        let Sheet {
            table,
            drawing,
            pictures,
            heat_maps,
            mut remarks,
        } = K::present(&Answer {
            asked,
            options,
            rows,
            evidence,
        });
        remarks.extend(notes);
        let plots = pictures.iter().filter_map(|picture| picture.plot(asked.id));
        let plots = plots.chain(heat_maps.iter().filter_map(|map| map.plot(asked.id)));
        Finding {
            id: asked.id.to_owned(),
            title: asked.title.to_owned(),
            table,
            drawing,
            plots: plots.collect(),
            remarks,
            files,
            json,
        }
    }
}
