//! Statistics of endgame tables, layer by layer.

use std::path::Path;

use sowlab_solvers::Monitor;

use super::layers;
use crate::analysis::tables::LayerReport;
use crate::catalog::CatalogGame;
use crate::study::layered::tabled::{Tabled, lines};
use crate::study::names::short_name;
use crate::study::{Experiment, Finding, StudyError, Table};

/// Builds the tables that are not there yet, then reports all of them.
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
        "positions",
        "undetermined",
        "wins",
        "draws",
        "losses",
        "bits a position",
        "seconds",
        "positions a second",
        "checksum",
    ]);
    let mut remarks = Vec::new();
    for name in &experiment.games {
        let game = name
            .parse::<CatalogGame>()
            .map_err(|error| experiment.failed(error))?
            .tables()
            .map_err(|error| experiment.failed(error))?;
        if !experiment.build_tables(&*game, directory, stones, monitor)? {
            return Ok(None);
        }
        let layers = game
            .table_stats(directory, Some(stones))
            .map_err(|error| experiment.failed(error))?;
        let name = game
            .table_name()
            .map_err(|error| experiment.failed(error))?;
        for layer in &layers {
            let rate = layer
                .seconds
                .map(|seconds| layer.positions as f64 / seconds.max(1e-3));
            table.row([
                name.clone(),
                layer.stones.to_string(),
                layer.positions.to_string(),
                layer.undetermined.to_string(),
                layer.wins.to_string(),
                layer.draws.to_string(),
                layer.losses.to_string(),
                format!("{:.2}", layer.bits),
                layer
                    .seconds
                    .map(|seconds| format!("{seconds:.3}"))
                    .unwrap_or_default(),
                rate.map(|rate| format!("{rate:.0}")).unwrap_or_default(),
                layer.checksum.clone(),
            ]);
        }
        remarks.push(remark(&name, &layers));
        all.push(Tabled { game: name, layers });
    }
    let finding = Finding::new(experiment, &all, table, remarks);
    Ok(Some(finding.plotted(layers::plots(
        &experiment.id,
        lines(&all, &short_name),
    ))))
}

fn remark(name: &str, layers: &[LayerReport]) -> String {
    let positions: u64 = layers.iter().map(|layer| layer.positions).sum();
    let undetermined: u64 = layers.iter().map(|layer| layer.undetermined).sum();
    let bytes: u64 = layers.iter().map(|layer| layer.bytes).sum();
    let seconds: Option<f64> = layers.iter().map(|layer| layer.seconds).sum();
    let first = layers.iter().find(|layer| layer.undetermined > 0);
    format!(
        "{name}: {positions} positions{}, {bytes} bytes on disk ({:.2} bits a position for three values). \
         Infinite play matters in {undetermined} of them{}.",
        seconds
            .map(|seconds| format!(" in {seconds:.0} s"))
            .unwrap_or_default(),
        8.0 * bytes as f64 / positions as f64,
        first
            .map(|layer| format!(", the first with {} stones", layer.stones))
            .unwrap_or_default()
    )
}
