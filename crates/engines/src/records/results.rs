//! The results of recorded games as CSV.

use serde::Serialize;

use super::GameRecord;
use crate::referee::Ending;

#[derive(Serialize)]
struct Row<'a> {
    game: u64,
    first: &'a str,
    second: &'a str,
    start: &'a str,
    points_first: f64,
    points_second: f64,
    margin: Option<i32>,
    moves: usize,
    ending: Ending,
    fault: &'a Option<String>,
    seconds: f64,
}

/// Returns the results of games as CSV, sorted by number.
///
/// # Errors
/// They cannot be written as CSV.
pub fn results_csv(games: &[GameRecord]) -> Result<Vec<u8>, csv::Error> {
    let mut games: Vec<&GameRecord> = games.iter().collect();
    games.sort_by_key(|game| game.game);
    let mut writer = csv::Writer::from_writer(Vec::new());
    for game in games {
        writer.serialize(Row {
            game: game.game,
            first: &game.engines[0],
            second: &game.engines[1],
            start: &game.start,
            points_first: game.points[0],
            points_second: game.points[1],
            margin: game.margin,
            moves: game.moves.len(),
            ending: game.ending,
            fault: &game.fault,
            seconds: game.seconds,
        })?;
    }
    writer
        .into_inner()
        .map_err(|error| error.into_error().into())
}
