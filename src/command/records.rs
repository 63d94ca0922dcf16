//! Recorded games: replayed by `show --game`, and as CSV.

use std::fmt::Write;
use std::path::Path;

use serde::Serialize;

use super::failure::Failure;
use super::output::Document;
use crate::games::catalogue::CatalogueGame;
use crate::games::contest::{Contest, Visit};
use crate::tournament::records::{GameRecord, read_all};

#[derive(Serialize)]
struct Replay<'a> {
    game: &'a str,
    number: u64,
    record: &'a str,
    start: &'a str,
    positions: Vec<String>,
    moves: &'a [String],
    values: &'a [Option<i32>],
    engines: &'a [String; 2],
    ending: crate::tournament::referee::Ending,
    margin: Option<i32>,
    points: [f64; 2],
    fault: &'a Option<String>,
}

struct Replayer<'a> {
    name: &'a str,
    game: &'a GameRecord,
}

impl Visit for Replayer<'_> {
    type Output = Result<Document, String>;

    fn visit<C: Contest + Send + 'static>(self, contest: C) -> Self::Output {
        let game = self.game;
        let sides = contest.sides();
        let mut place = contest.read_position(&game.start)?;
        let mut text = format!("{}\n\n", self.name);
        for (side, engine) in sides.iter().zip(&game.engines) {
            let _ = writeln!(text, "{side}: {engine}");
        }
        let _ = writeln!(text, "\n{}", contest.drawing(&place));
        let mut positions = vec![contest.position_text(&place)];
        let values = game.values.iter().copied().chain(std::iter::repeat(None));
        for (chosen, value) in game.moves.iter().zip(values) {
            let found = contest.read_move(&place, chosen)?;
            place = contest.advance(&place, found);
            positions.push(contest.position_text(&place));
            let _ = match value {
                Some(value) => writeln!(text, "{chosen} (expects {value:+})"),
                None => writeln!(text, "{chosen}"),
            };
            if !contest.pending(&contest.state(&place)) {
                let _ = writeln!(text, "{}", contest.drawing(&place));
            }
        }
        let replayed = contest
            .outcome(&place)
            .map(|[one, other]| one as i32 - other as i32);
        if game.ending == crate::tournament::referee::Ending::Finished && replayed != game.margin {
            return Err("the game does not end as it is recorded".into());
        }
        let _ = writeln!(text, "\nRecord: {}", game.record);
        let _ = writeln!(
            text,
            "{} {} : {} {}",
            sides[0], game.points[0], game.points[1], sides[1]
        );
        if let Some(fault) = &game.fault {
            let _ = writeln!(text, "{fault}");
        }
        Ok(Document::new(
            text,
            &Replay {
                game: self.name,
                number: game.game,
                record: &game.record,
                start: &game.start,
                positions,
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
}

/// Replays one game of a file.
pub(super) fn replay(path: &Path, number: Option<u64>) -> Result<Document, Failure> {
    let wrong = |error: &dyn std::fmt::Display| Failure::input("--game", error);
    let (setting, games) = read_all(path).map_err(|error| wrong(&error))?;
    let found = match number {
        None => games.first(),
        Some(number) => games.iter().find(|game| game.game == number),
    };
    let Some(game) = found else {
        let numbers = games.iter().map(|game| game.game);
        return Err(wrong(&match (numbers.clone().min(), numbers.max()) {
            (Some(least), Some(most)) => {
                format!(
                    "there is no game {}: {least} to {most}",
                    number.unwrap_or(0)
                )
            }
            _ => format!("there is no game in {}", path.display()),
        }));
    };
    let catalogued: CatalogueGame = setting.game.parse().map_err(|error| wrong(&error))?;
    let replayer = Replayer {
        name: &setting.game,
        game,
    };
    catalogued
        .visit(setting.pie, replayer)
        .map_err(|error| wrong(&error))?
        .map_err(|error| wrong(&format!("game {}: {error}", game.game)))
}

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
    ending: crate::tournament::referee::Ending,
    fault: &'a Option<String>,
    seconds: f64,
}

/// Writes the results of all games of a file as CSV, by number.
pub(super) fn write_csv(records: &Path, csv: &Path) -> Result<(), Failure> {
    let (_, mut games) = read_all(records).map_err(Failure::other)?;
    games.sort_by_key(|game| game.game);
    let mut writer = csv::Writer::from_writer(Vec::new());
    for game in &games {
        let row = Row {
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
        };
        writer.serialize(row).map_err(Failure::other)?;
    }
    let bytes = writer.into_inner().map_err(Failure::other)?;
    // Whole or not at all.
    let directory = match csv.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    let mut file = tempfile::NamedTempFile::new_in(directory)?;
    std::io::Write::write_all(&mut file, &bytes)?;
    file.persist(csv)
        .map_err(|error| Failure::other(error.error))?;
    Ok(())
}
