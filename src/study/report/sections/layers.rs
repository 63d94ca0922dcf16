//! Charts over the layers of boards, a line for each game or reading.

use crate::study::layered::{Named, file_of};
use crate::study::names::reading;
use crate::study::report::chart::chart_of;
use crate::study::report::page::Block;
use crate::study::report::stored::Stored;

/// A game of the stones family as a line of a chart: its readings.
pub(super) fn reading_name(game: &str) -> String {
    match reading(game) {
        reading if reading.is_empty() => "usual readings".to_owned(),
        reading => reading,
    }
}

/// The charts of what a result draws, in its order.
pub(super) fn drawn_lines(
    stored: &Stored,
    drawn: impl IntoIterator<Item = Named>,
) -> impl Iterator<Item = Block> {
    let id = &stored.experiment().id;
    drawn
        .into_iter()
        .filter_map(move |Named { name, lines }| chart_of(lines, stored, Some(file_of(id, name))))
        .map(Block::Chart)
}
