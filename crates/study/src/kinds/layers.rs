//! Plots over the layers of boards.

use crate::plot::{Lines, Series};

/// How lines are called, each by the full name of its game.
pub(super) type Label<'a> = &'a dyn Fn(&str) -> String;

/// Games by their full names, and the layers of each.
pub(super) struct Games<'a, Layer> {
    pub(super) games: Vec<(&'a str, &'a [Layer])>,
    pub(super) label: Label<'a>,
    /// The stones of a layer.
    pub(super) stones: fn(&Layer) -> u32,
}

impl<Layer> Games<'_, Layer> {
    /// For each game the value of each of its layers over the stones of the layer; layers without a value
    /// are left out.
    pub(super) fn lines(
        &self,
        title: &str,
        y: &'static str,
        logarithmic: bool,
        value: impl Fn(&Layer) -> Option<f64>,
    ) -> Lines {
        let series = self.games.iter().map(|(game, layers)| {
            let points = layers.iter();
            let points =
                points.filter_map(|layer| Some((f64::from((self.stones)(layer)), value(layer)?)));
            Series {
                label: (self.label)(game),
                points: points.collect(),
            }
        });
        Lines {
            title: title.to_owned(),
            x: "stones on the board",
            y,
            logarithmic,
            series: series.collect(),
        }
    }
}
