//! Every joint move on every board, layer by layer, with certificates of what is found.

use std::path::Path;

use serde::Serialize;
use sowlab_solvers::Monitor;

use super::layers;
use crate::games::stones::ScannedLayer;
use crate::loops::{Scan, board_certificate};
use crate::study::kinds::shared_boards;
use crate::study::names::{distinct_stems, file_stem, reading_stem};
use crate::study::plot::Lines;
use crate::study::{Experiment, Finding, Plot, StudyError, Table, Written};

#[derive(Serialize)]
struct Scanned {
    game: String,
    layers: Vec<Layer>,
    /// The certificate of the endless round on the fewest stones.
    certificate: Option<String>,
}

#[derive(Serialize)]
struct Layer {
    stones: u32,
    boards: u64,
    joint_moves: u64,
    endless: u64,
    endless_boards: u64,
    longest_finite: u64,
    longest_period: Option<u64>,
    /// The first endless round, a board and the choices.
    first: Option<String>,
}

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
            .map(|layer| of(rules.holes(), layer))
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
            .plotted(plots(&experiment.id, &all))
            .with_files(certificates),
    ))
}

fn of(holes: usize, layer: &ScannedLayer) -> Layer {
    Layer {
        stones: layer.stones,
        boards: layer.boards,
        joint_moves: layer.joint_moves,
        endless: layer.endless,
        endless_boards: layer.endless_boards,
        longest_finite: layer.longest_finite,
        longest_period: (layer.endless > 0).then_some(layer.longest_period),
        first: layer.first.map(|found| found.text(holes)),
    }
}

fn plots(id: &str, all: &[Scanned]) -> Vec<Plot> {
    let series = |value: &dyn Fn(&Layer) -> f64| {
        let games = all
            .iter()
            .map(|scanned| (scanned.game.as_str(), scanned.layers.as_slice()));
        layers::by_game(games, |layer| layer.stones, |layer| Some(value(layer)))
    };
    let endless = Lines {
        title: "Endless rounds among all joint moves",
        x: "stones on the board",
        y: "share, per million",
        logarithmic: true,
        series: series(&|layer| 1e6 * layer.endless as f64 / layer.joint_moves.max(1) as f64),
    };
    let period = Lines {
        title: "Longest period",
        x: "stones on the board",
        y: "steps",
        logarithmic: true,
        series: series(&|layer| layer.longest_period.unwrap_or(0) as f64),
    };
    let finite = Lines {
        title: "Longest sowing that ends",
        x: "stones on the board",
        y: "steps",
        logarithmic: false,
        series: series(&|layer| layer.longest_finite as f64),
    };
    layers::plots(
        id,
        [
            ("endless", endless),
            ("period", period),
            ("longest", finite),
        ],
    )
}
