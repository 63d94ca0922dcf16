//! Plots over the layers of boards.

use crate::study::Plot;
use crate::study::names::short_name;
use crate::study::plot::{Lines, Series};

/// For each game, by its full name, the value of each of its layers over the stones of the layer;
/// layers without a value are left out.
pub(super) fn by_game<'a, Layer: 'a>(
    games: impl Iterator<Item = (&'a str, &'a [Layer])>,
    stones: impl Fn(&Layer) -> u32,
    value: impl Fn(&Layer) -> Option<f64>,
) -> Vec<Series> {
    let series = |(game, layers): (&str, &'a [Layer])| {
        let points = layers.iter();
        let points = points.filter_map(|layer| Some((f64::from(stones(layer)), value(layer)?)));
        Series {
            label: short_name(game),
            points: points.collect(),
        }
    };
    games.map(series).collect()
}

/// The plots of an experiment: those in which there is something to draw, each in the file of its
/// name.
pub(super) fn plots<'a>(
    id: &str,
    lines: impl IntoIterator<Item = (&'a str, Lines<'a>)>,
) -> Vec<Plot> {
    let plot = |(name, lines): (&str, Lines<'_>)| {
        Some(Plot {
            file: format!("{id}-{name}.svg"),
            title: lines.title.to_owned(),
            svg: lines.svg()?,
        })
    };
    lines.into_iter().filter_map(plot).collect()
}
