//! Lines over the layers of boards, one for each reading.

use crate::study::names::reading;
use crate::study::report::chart::NamedLine;

/// For each game, by its full name, the value of each of its layers over the stones of the layer.
pub(super) fn by_reading<'a, Layer: 'a>(
    games: impl Iterator<Item = (&'a str, &'a [Layer])>,
    stones: impl Fn(&Layer) -> u32,
    value: impl Fn(&Layer) -> f64,
) -> Vec<NamedLine> {
    let line = |(game, layers): (&str, &'a [Layer])| {
        let name = match reading(game) {
            reading if reading.is_empty() => "usual readings".to_owned(),
            reading => reading,
        };
        let points = layers.iter();
        let points = points.map(|layer| (f64::from(stones(layer)), value(layer)));
        (name, points.collect())
    };
    games.map(line).collect()
}
