//! The openings of every game in one table, whatever kind of experiment found them.

use crate::readings::Readings;
use crate::report::page::Grid;
use crate::report::source::Source;
use crate::text::interval;

/// What stands where nothing is proven.
pub(super) const UNKNOWN: &str = "unknown";

/// A line of the table.
pub(super) struct OpeningLine {
    /// The game, and the size of its board.
    pub(super) game: String,
    /// The margin of the side that moves first, or of the side with sente.
    pub(super) margin: String,
    /// How sure that is.
    pub(super) sure: String,
    /// A best first choice, where one is known.
    pub(super) best: Option<String>,
    /// What the pie rule is worth to the side that may exchange the sides, or what the opening is worth under it.
    pub(super) pie: String,
}

/// What is proven of a margin that is at most `most` either way.
pub(super) fn known_of(Readings { lower, zero, upper }: &Readings, most: i32) -> String {
    let one = |margin: &[i32; 2]| match margin == &[-most, most] {
        true => UNKNOWN.to_owned(),
        false => interval(margin),
    };
    match lower == upper {
        true => one(zero),
        false => [lower, zero, upper].map(one).join(" … "),
    }
}

/// The table of all lines.
pub(super) fn every_opening(lines: Vec<OpeningLine>, source: Source) -> Grid {
    let rows = lines.into_iter().map(|line| {
        let best = line.best.map(|best| format!("`{best}`"));
        let best = best.unwrap_or_default();
        vec![line.game, line.margin, line.sure, best, line.pie]
    });
    let headings = [
        "opening",
        "margin",
        "how sure",
        "a best first choice",
        "with the pie rule",
    ];
    let caption = "Every opening: what it is worth to the side that moves first, in the stones family to East; two-rank games by \
                   pits × seeds. With the pie rule: what the side gains that may exchange the sides, in the stones family East"
        .to_owned();
    Grid::new(caption, &headings, rows, source).whole()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_narrowed_is_unknown() {
        let readings = |lower, zero, upper| Readings { lower, zero, upper };
        let same = readings([-48, 48], [-48, 48], [-48, 48]);
        assert_eq!(known_of(&same, 48), "unknown");
        assert_eq!(known_of(&same, 57), "−48 to +48");
        let apart = readings([-2, -2], [-2, 48], [-48, 48]);
        assert_eq!(known_of(&apart, 48), "−2 … −2 to +48 … unknown");
    }
}
