//! Boards that come back.

use serde::{Deserialize, Serialize};

use super::{Label, Named, series};
use crate::analysis::endless::CyclesLayer;
use crate::study::plot::Lines;

/// The repetitions of a game.
#[derive(Serialize, Deserialize)]
pub(in crate::study) struct Repeating {
    pub(in crate::study) game: String,
    pub(in crate::study) layers: Vec<CyclesLayer>,
}

/// What is drawn of them.
pub(in crate::study) fn lines(all: &[Repeating], label: Label<'_>) -> [Named; 2] {
    let series = |value: &dyn Fn(&CyclesLayer) -> f64| {
        let games = all
            .iter()
            .map(|found| (found.game.as_str(), found.layers.as_slice()));
        let value = |layer: &CyclesLayer| Some(value(layer));
        series(games, label, |layer| layer.stones, value)
    };
    let share = Lines {
        title: "Boards that can come back",
        x: "stones on the board",
        y: "share of the layer, per cent",
        logarithmic: false,
        series: series(&|layer| 100.0 * layer.boards_on_cycles as f64 / layer.boards as f64),
    };
    let forced = Lines {
        title: "Boards where neither side can do better than to go on for ever",
        x: "stones on the board",
        y: "boards",
        logarithmic: true,
        series: series(&|layer| {
            let best = layer.best_play.as_ref();
            best.map_or(0.0, |best| best.forced as f64)
        }),
    };
    [Named::new("share", share), Named::new("forced", forced)]
}
