//! Every joint move on every board, layer by layer, with certificates of what is found.

use std::path::Path;

use sowlab_solvers::Monitor;

use super::layers;
use crate::analysis::endless::{Scan, board_certificate};
use crate::study::kinds::shared_boards;
use crate::study::layered::scanned::{Layer, Scanned, lines};
use crate::study::names::{distinct_stems, file_stem, reading_stem, short_name};
use crate::study::{Experiment, Finding, StudyError, Table, Written};

pub(in crate::study) fn run(
    experiment: &Experiment,
    stones: u32,
    checkpoints: Option<&Path>,
    monitor: &dyn Monitor,
) -> Result<Option<Finding>, StudyError> {
    if let Some(folder) = checkpoints {
        let failed = |error| experiment.failed(format!("{}: {error}", folder.display()));
        std::fs::create_dir_all(folder).map_err(failed)?;
    }
    let mut all = Vec::new();
    let mut table = Table::new(&[
        "game",
        "stones",
        "boards",
        "joint moves",
        "endless",
        "boards with one",
        "longest that ends",
        "longest period",
    ]);
    let (mut remarks, mut certificates) = (Vec::new(), Vec::new());
    let rule_sets = experiment.rule_sets()?;
    let stems = distinct_stems(&rule_sets, reading_stem);
    for (rules, stem) in rule_sets.iter().zip(stems) {
        let checkpoint =
            checkpoints.map(|folder| folder.join(file_stem(&rules.to_string()) + ".scan"));
        let checkpoint = checkpoint.as_deref();
        let mut scan = Scan::begin(rules, checkpoint).map_err(|error| experiment.failed(error))?;
        let complete = scan
            .run(rules, stones, checkpoint, monitor)
            .map_err(|error| experiment.failed(error))?;
        if !complete {
            return Ok(None);
        }
        let layers: Vec<Layer> = scan
            .layers()
            .iter()
            // A checkpoint may know more than is asked for.
            .filter(|layer| layer.stones <= stones)
            .map(|layer| Layer::of(rules.holes(), layer))
            .collect();
        for layer in &layers {
            let period = layer.longest_period;
            table.row([
                rules.to_string(),
                layer.stones.to_string(),
                layer.boards.to_string(),
                layer.joint_moves.to_string(),
                layer.endless.to_string(),
                layer.endless_boards.to_string(),
                layer.longest_finite.to_string(),
                period.map_or_else(|| "-".to_owned(), |period| period.to_string()),
            ]);
        }
        let mut asked = scan.layers().iter().filter(|layer| layer.stones <= stones);
        let smallest = asked.find_map(|layer| layer.first);
        let certificate = match smallest {
            None => {
                remarks.push(format!(
                    "{rules}: no sowing on up to {stones} stones is endless."
                ));
                None
            }
            Some(found) => {
                let made =
                    board_certificate(rules, found).map_err(|error| experiment.failed(error))?;
                let file = format!("{}-{stem}.certificate.json", experiment.id);
                let note = match made.disputed {
                    0 => {
                        " It meets no case on which the sources are silent, so it is endless under every reading."
                    }
                    _ => "",
                };
                remarks.push(format!(
                    "{rules}: the smallest board with a sowing that never ends has {} stones: `{}` ([certificate]({file})).{note}",
                    found.board.stones(),
                    found.text(rules.holes())
                ));
                certificates.push(Written {
                    file: file.clone(),
                    contents: made.to_json().into_bytes(),
                });
                Some(file)
            }
        };
        all.push(Scanned {
            game: rules.to_string(),
            layers,
            certificate,
        });
    }
    remarks.extend(shared_boards::remark(&rule_sets));
    let finding = Finding::new(experiment, &all, table, remarks);
    Ok(Some(
        finding
            .plotted(layers::plots(&experiment.id, lines(&all, &short_name)))
            .with_files(certificates),
    ))
}
