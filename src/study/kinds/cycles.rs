//! Repetitions layer by layer, and where best play never ends, with certificates.

use std::path::Path;

use sowlab_solvers::Monitor;

use super::layers;
use crate::analysis::endless::{CyclesLayer, CyclicGame, Line};
use crate::study::kinds::shared_boards;
use crate::study::layered::repeating::{Repeating, lines};
use crate::study::names::{distinct_stems, reading_stem, short_name};
use crate::study::{Experiment, Finding, StudyError, Table, Written};

/// Builds the tables that are not there yet, then finds the repetitions of all layers.
pub(in crate::study) fn run(
    experiment: &Experiment,
    stones: u32,
    directory: &Path,
    monitor: &dyn Monitor,
) -> Result<Option<Finding>, StudyError> {
    let mut all = Vec::new();
    let mut table = Table::new(&[
        "game",
        "stones",
        "boards",
        "can come back",
        "shortest, rounds",
        "infinite play matters",
        "forced",
        "endless round is best",
    ]);
    let (mut remarks, mut certificates) = (Vec::new(), Vec::new());
    let rule_sets = experiment.rule_sets()?;
    let stems = distinct_stems(&rule_sets, reading_stem);
    for (rules, stem) in rule_sets.iter().zip(stems) {
        let name = rules.to_string();
        if !experiment.build_tables(rules, directory, stones, monitor)? {
            return Ok(None);
        }
        let mut layers = Vec::new();
        for stones in 2..=stones {
            let found = rules
                .cycles(stones, Some(directory), monitor)
                .map_err(|error| experiment.failed(error))?;
            let Some(layer) = found else {
                return Ok(None);
            };
            let best = layer.best_play.as_ref();
            let count = |value: Option<u64>| value.unwrap_or(0).to_string();
            table.row([
                name.clone(),
                layer.stones.to_string(),
                layer.boards.to_string(),
                layer.boards_on_cycles.to_string(),
                layer
                    .shortest
                    .map_or_else(|| "-".to_owned(), |rounds| rounds.to_string()),
                count(best.map(|best| best.undetermined)),
                count(best.map(|best| best.forced)),
                count(best.map(|best| best.endless)),
            ]);
            layers.push(layer);
        }
        for (what, line) in lines_of(&layers) {
            let Some(certificate) = rules.certify_cycle(line) else {
                continue;
            };
            let certificate = certificate.map_err(|error| experiment.failed(error))?;
            let file = file_name(&experiment.id, what, &stem);
            remarks.push(format!(
                "{name}: {what}: `{}` from `{}`{} ([certificate]({file})).{}",
                line.moves.join(" "),
                line.position,
                line.game.map_or(String::new(), |game| format!(" of {game}")),
                match certificate.disputed {
                    0 => " It meets no case on which the sources are silent, so it holds under every reading.",
                    _ => "",
                }
            ));
            certificates.push(Written {
                file,
                contents: certificate.to_json().into_bytes(),
            });
        }
        all.push(Repeating { game: name, layers });
    }
    remarks.extend(shared_boards::remark(&rule_sets));
    let finding = Finding::new(experiment, &all, table, remarks);
    Ok(Some(
        finding
            .plotted(layers::plots(&experiment.id, lines(&all, &short_name)))
            .with_files(certificates),
    ))
}

fn file_name(id: &str, what: &str, stem: &str) -> String {
    let what = what.replace([' ', ','], "-");
    format!("{id}-{what}-{stem}.certificate.json")
}

/// The repetitions to be shown: on the fewest stones, of the fewest rounds, and forced ones.
fn lines_of(layers: &[CyclesLayer]) -> Vec<(&'static str, &Line)> {
    let smallest = layers.iter().find_map(|layer| layer.line.as_ref());
    let shortest = layers
        .iter()
        .filter_map(|layer| layer.line.as_ref())
        .min_by_key(|line| line.moves.len());
    let forced = layers
        .iter()
        .find_map(|layer| layer.best_play.as_ref()?.line.as_ref());
    [
        ("the smallest board that comes back", smallest),
        ("the shortest repetition", shortest),
        ("the smallest forced repetition", forced),
    ]
    .into_iter()
    .filter_map(|(what, line)| Some((what, line?)))
    .collect()
}
