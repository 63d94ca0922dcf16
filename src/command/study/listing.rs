//! The list of the experiments.

use schemars::JsonSchema;
use serde::Serialize;

use super::super::draw::{BOLD, DIM};
use super::super::output::Document;
use sowlab_study::{Effort, Experiment, Study};

#[derive(Serialize, JsonSchema)]
pub(crate) struct Listing<'a> {
    experiments: Vec<Listed<'a>>,
}

#[derive(Serialize, JsonSchema)]
struct Listed<'a> {
    study: &'a str,
    id: &'a str,
    title: &'a str,
    effort: Effort,
    cost: &'a str,
}

pub(super) fn list(studies: &[Study]) -> Document {
    let mut text = String::new();
    let mut experiments = Vec::new();
    for study in studies {
        text += &format!("{BOLD}{}{BOLD:#}  {}\n", study.name, study.title);
        for experiment in &study.experiment {
            let Experiment { id, title, .. } = experiment;
            let (effort, cost) = (experiment.effort.name(), &experiment.cost);
            let cost = if cost.is_empty() { "not said" } else { cost };
            text += &format!("  {id:18} {effort:9} {title} {DIM}({cost}){DIM:#}\n");
            experiments.push(Listed {
                study: &study.name,
                id,
                title,
                effort: experiment.effort,
                cost,
            });
        }
    }
    Document::new(text, &Listing { experiments })
}
