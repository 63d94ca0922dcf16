//! Recorded games, as `show --game` prints them.

use std::fmt::Write;
use std::path::Path;

use schemars::JsonSchema;
use serde::Serialize;

use super::failure::Failure;
use super::output::Document;
use sowlab_engines::records::{GameRecord, Place, Replayed, read_all, replay};
use sowlab_engines::referee::Ending;
use sowlab_engines::setting::Setting;

#[derive(Serialize, JsonSchema)]
pub(crate) struct GameDocument<'a> {
    game: &'a str,
    number: u64,
    record: &'a str,
    start: &'a str,
    position: &'a str,
    positions: Vec<&'a str>,
    finished: bool,
    moves: &'a [String],
    values: &'a [Option<i32>],
    engines: &'a [String; 2],
    ending: Ending,
    margin: Option<i32>,
    points: [f64; 2],
    fault: &'a Option<String>,
}

/// Returns one game of a file, and its setting.
pub(super) fn find(path: &Path, number: Option<u64>) -> Result<(Setting, GameRecord), Failure> {
    let wrong = |error: &dyn std::fmt::Display| Failure::input("--game", error);
    let (setting, games) = read_all(path).map_err(|error| wrong(&error))?;
    let found = match number {
        None => games.first(),
        Some(number) => games.iter().find(|game| game.game == number),
    };
    if let Some(game) = found {
        return Ok((setting, game.clone()));
    }
    let numbers = games.iter().map(|game| game.game);
    Err(wrong(&match (numbers.clone().min(), numbers.max()) {
        (Some(least), Some(most)) => {
            format!(
                "no game {}; the file has games {least} to {most}",
                number.unwrap_or(0)
            )
        }
        _ => format!("{}: the file has no game", path.display()),
    }))
}

/// Replays one game of a file.
pub(super) fn show(path: &Path, number: Option<u64>) -> Result<Document, Failure> {
    let wrong = |error: &dyn std::fmt::Display| Failure::input("--game", error);
    let (setting, game) = find(path, number)?;
    let Replayed {
        sides,
        start,
        after,
    } = replay(&setting, &game).map_err(|error| wrong(&error))?;
    let mut text = format!("{}\n\n", setting.game);
    for (side, engine) in sides.iter().zip(&game.engines) {
        let _ = writeln!(text, "{side}: {engine}");
    }
    let draw = |text: &mut String, place: &Place| {
        if let Some(drawing) = &place.drawing {
            let _ = writeln!(text, "{drawing}");
        }
    };
    text.push('\n');
    draw(&mut text, &start);
    let values = game.values.iter().copied().chain(std::iter::repeat(None));
    for ((chosen, value), place) in game.moves.iter().zip(values).zip(&after) {
        let _ = match value {
            Some(value) => writeln!(text, "{chosen} (expects {value:+})"),
            None => writeln!(text, "{chosen}"),
        };
        draw(&mut text, place);
    }
    let _ = writeln!(text, "\nRecord: {}", game.record);
    let _ = match game.margin {
        Some(margin @ 1..) => write!(text, "{} wins by {margin}. ", sides[0]),
        Some(0) => write!(text, "Both have won the same. "),
        Some(margin) => write!(text, "{} wins by {}. ", sides[1], -margin),
        None => Ok(()),
    };
    let _ = writeln!(
        text,
        "Points: {} {} : {} {}",
        sides[0], game.points[0], game.points[1], sides[1]
    );
    if let Some(fault) = &game.fault {
        let _ = writeln!(text, "{fault}");
    }
    let places = std::iter::once(&start).chain(&after);
    let positions: Vec<&str> = places.map(|place| place.position.as_str()).collect();
    Ok(Document::new(
        text,
        &GameDocument {
            game: &setting.game,
            number: game.game,
            record: &game.record,
            start: &game.start,
            position: positions.last().copied().unwrap_or(&game.start),
            positions,
            finished: game.ending == Ending::Finished,
            moves: &game.moves,
            values: &game.values,
            engines: &game.engines,
            ending: game.ending,
            margin: game.margin,
            points: game.points,
            fault: &game.fault,
        },
    ))
}
