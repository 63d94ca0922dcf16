//! The openings of all games in one table, from all kinds of experiment.

use serde::Serialize;

use super::searched_openings::SearchedOpenings;
use super::{sized_openings, solved_openings};
use crate::error::StudyError;
use crate::report::Results;
use sowlab_findings::Values;

/// An opening in the table of the openings of all games.
#[derive(Serialize)]
pub(crate) struct OpeningLine {
    game: String,
    /// Whether it is an opening of the stones family with a common name.
    named: bool,
    bounds: Values,
    /// The maximum margin.
    most: i32,
    /// The number of searches that found the value; 0 if it is unresolved.
    searches: usize,
    /// An optimal first choice, if one is known.
    best: Option<String>,
    /// The value of the pie rule for the side that may swap, or the value of the opening under it.
    pie: Option<[i32; 2]>,
}

/// Returns the openings of all games.
///
/// # Errors
/// A file cannot be read, or results contradict each other.
pub(crate) fn every_opening(results: &Results<'_>) -> Result<Vec<OpeningLine>, StudyError> {
    let solved = solved_openings(results)?
        .into_iter()
        .filter(|opening| opening.is_named());
    let mut lines: Vec<OpeningLine> = solved
        .map(|opening| OpeningLine {
            game: opening.game().to_owned(),
            named: true,
            bounds: opening.proven.bounds,
            most: i32::MAX,
            searches: opening.agreeing,
            best: opening.best().cloned(),
            pie: opening.proven.pie_bounds.map(|pie| pie.zero),
        })
        .collect();
    lines.extend(
        sized_openings::openings(results)?
            .into_iter()
            .map(|opening| {
                let most = (2 * opening.pits * opening.seeds) as i32;
                OpeningLine {
                    named: false,
                    most,
                    searches: opening.searches(),
                    pie: Some(opening.pie()).filter(|pie| *pie != [0, most]),
                    bounds: opening.bounds,
                    best: opening.best.into_iter().next(),
                    game: opening.game,
                }
            }),
    );
    for stored in results.of::<SearchedOpenings>()? {
        let games = stored.rows.chunk_by(|one, other| one.game == other.game);
        lines.extend(games.filter_map(<[_]>::last).map(|row| OpeningLine {
            game: row.game.clone(),
            named: false,
            bounds: row.bounds,
            most: i32::MAX,
            searches: row.bounds.closed().into(),
            best: row.best.first().cloned(),
            pie: None,
        }));
    }
    Ok(lines)
}
