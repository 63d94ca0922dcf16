//! The table of setups of Random Mancala.

use crate::table::{Columns, Table};
use sowlab_analysis::setups::{Setup, Setups};

/// The figures of setups of several games or sizes.
pub(super) fn table(rows: &[Setups]) -> Table {
    let first = |list: &[Setup]| {
        list.first().map(|setup| {
            let place = setup.position.split_whitespace().next().unwrap_or_default();
            format!("{place} ({:+}: {})", setup.worth, setup.best.join(" "))
        })
    };
    Columns::of(rows)
        .game(|row| &row.game)
        .text("setups of", |row| &row.which)
        .count("setups", |row| row.setups)
        .count("fair", |row| row.fair())
        .decimal("fair, per cent", 2, |row| row.percent(row.fair()))
        .decimal("mean worth", 2, |row| row.mean())
        .count("greatest worth", |row| row.most())
        .code("a fairest setup", |row| first(&row.fairest))
        .code("a most lopsided setup", |row| first(&row.most_lopsided))
        .code("a most lopsided setup of equal sides", |row| {
            first(&row.most_lopsided_of_equal_sides)
        })
        .table()
}
