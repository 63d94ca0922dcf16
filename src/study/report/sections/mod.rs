//! What the report says of each kind of result. A section is there when its results are.

mod commit_orders;
mod endgame_tables;
mod endless_boards;
mod endless_games;
mod first_rounds;
mod ladder;
mod layers;
mod monte_carlo;
mod opening_values;
mod repetitions;
mod runs;
mod setups;
mod small_openings;
mod solved;

use super::page::{Page, Section};
use super::stored::Results;
use crate::study::error::StudyError;

/// The sections in their order.
type Write = fn(&Results<'_>) -> Result<Option<Section>, StudyError>;

const ALL: [Write; 11] = [
    endless_games::section,
    endless_boards::section,
    repetitions::section,
    opening_values::section,
    small_openings::section,
    endgame_tables::section,
    commit_orders::section,
    monte_carlo::section,
    ladder::section,
    setups::section,
    first_rounds::section,
];

/// The whole report of a folder of results.
pub(super) fn page(results: &Results<'_>) -> Result<Page, StudyError> {
    let mut sections = Vec::new();
    for write in ALL {
        sections.extend(write(results)?);
    }
    sections.extend(runs::section(results));
    Ok(Page { sections })
}

/// A section, if there is something in it.
fn with(id: &'static str, title: &'static str, blocks: Vec<super::page::Block>) -> Option<Section> {
    (!blocks.is_empty()).then_some(Section { id, title, blocks })
}
