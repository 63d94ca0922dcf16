//! Results over the layers of boards: as the files have them, and the lines that are drawn of them, by the
//! experiments and by the report.

pub(super) mod compared;
pub(super) mod repeating;
pub(super) mod scanned;
pub(super) mod tabled;

use super::plot::{Lines, Series};

/// Lines to be drawn, and what their file is called after the name of the experiment.
pub(super) struct Named {
    pub(super) name: &'static str,
    pub(super) lines: Lines<'static>,
}

impl Named {
    fn new(name: &'static str, lines: Lines<'static>) -> Named {
        Named { name, lines }
    }
}

/// The file of what an experiment draws under a name.
pub(super) fn file_of(id: &str, name: &str) -> String {
    format!("{id}-{name}.svg")
}

/// How lines are called, each by the full name of its game.
pub(super) type Label<'a> = &'a dyn Fn(&str) -> String;

/// A game by its full name, and its layers.
type Layers<'a, Layer> = (&'a str, &'a [Layer]);

/// For each game the value of each of its layers over the stones of the layer; layers without a value are
/// left out.
fn series<'a, Layer: 'a>(
    games: impl Iterator<Item = Layers<'a, Layer>>,
    label: Label<'_>,
    stones: impl Fn(&Layer) -> u32,
    value: impl Fn(&Layer) -> Option<f64>,
) -> Vec<Series> {
    let line = |(game, layers): Layers<'a, Layer>| {
        let points = layers.iter();
        let points = points.filter_map(|layer| Some((f64::from(stones(layer)), value(layer)?)));
        Series {
            label: label(game),
            points: points.collect(),
        }
    };
    games.map(line).collect()
}
