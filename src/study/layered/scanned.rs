//! Scans of every joint move.

use serde::{Deserialize, Serialize};

use super::{Label, Named, series};
use crate::analysis::endless::ScannedLayer;
use crate::study::plot::Lines;

/// What a scan found of a game.
#[derive(Serialize, Deserialize)]
pub(in crate::study) struct Scanned {
    pub(in crate::study) game: String,
    pub(in crate::study) layers: Vec<Layer>,
    /// The certificate of the endless round on the fewest stones.
    pub(in crate::study) certificate: Option<String>,
}

/// What it found on all boards with a number of stones.
#[derive(Serialize, Deserialize)]
pub(in crate::study) struct Layer {
    pub(in crate::study) stones: u32,
    pub(in crate::study) boards: u64,
    pub(in crate::study) joint_moves: u64,
    pub(in crate::study) endless: u64,
    pub(in crate::study) endless_boards: u64,
    pub(in crate::study) longest_finite: u64,
    pub(in crate::study) longest_period: Option<u64>,
    /// The first endless round, a board and the choices.
    pub(in crate::study) first: Option<String>,
}

impl Layer {
    /// Of boards with so many holes.
    pub(in crate::study) fn of(holes: usize, layer: &ScannedLayer) -> Layer {
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
}

/// What is drawn of it.
pub(in crate::study) fn lines(all: &[Scanned], label: Label<'_>) -> [Named; 3] {
    let series = |value: &dyn Fn(&Layer) -> f64| {
        let games = all
            .iter()
            .map(|scanned| (scanned.game.as_str(), scanned.layers.as_slice()));
        let value = |layer: &Layer| Some(value(layer));
        series(games, label, |layer| layer.stones, value)
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
    let longest = Lines {
        title: "Longest sowing that ends",
        x: "stones on the board",
        y: "steps",
        logarithmic: false,
        series: series(&|layer| layer.longest_finite as f64),
    };
    [
        Named::new("endless", endless),
        Named::new("period", period),
        Named::new("longest", longest),
    ]
}
