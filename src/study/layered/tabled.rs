//! Endgame tables.

use serde::{Deserialize, Serialize};

use super::{Label, Named, series};
use crate::analysis::tables::LayerReport;
use crate::study::plot::Lines;

/// What the tables of a game hold.
#[derive(Serialize, Deserialize)]
pub(in crate::study) struct Tabled {
    pub(in crate::study) game: String,
    pub(in crate::study) layers: Vec<LayerReport>,
}

/// What is drawn of them.
pub(in crate::study) fn lines(all: &[Tabled], label: Label<'_>) -> [Named; 3] {
    let series = |value: &dyn Fn(&LayerReport) -> Option<f64>| {
        let games = all
            .iter()
            .map(|tabled| (tabled.game.as_str(), tabled.layers.as_slice()));
        series(games, label, |layer| layer.stones, value)
    };
    let undetermined = Lines {
        title: "Positions where infinite play matters",
        x: "stones on the board",
        y: "share of the layer, per cent",
        logarithmic: false,
        series: series(&|layer| Some(100.0 * layer.undetermined as f64 / layer.positions as f64)),
    };
    let speed = Lines {
        title: "Speed of building",
        x: "stones on the board",
        y: "positions a second",
        logarithmic: true,
        series: series(&|layer| {
            // Layers too small to be timed say nothing of the speed.
            let seconds = layer.seconds.filter(|&seconds| seconds >= 0.05)?;
            Some(layer.positions as f64 / seconds)
        }),
    };
    let size = Lines {
        title: "Size of the tables",
        x: "stones on the board",
        y: "bits a position, three values",
        logarithmic: false,
        series: series(&|layer| (layer.positions > 10_000).then_some(layer.bits)),
    };
    [
        Named::new("undetermined", undetermined),
        Named::new("speed", speed),
        Named::new("size", size),
    ]
}
