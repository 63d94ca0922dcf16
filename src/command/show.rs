//! `sowlab show`.

use sowlab_findings::Choices;
use std::fmt::Write;
use std::path::PathBuf;

use clap::Args;
use sowlab_analysis::Analyses;
use sowlab_solvers::Monitor;

use super::choices::{self, ChoicesArguments};
use super::draw::DIM;
use super::failure::Failure;
use super::output::Document;
use super::progress::Progress;
use super::saved::SavedGame;
use super::{Common, SearchLimit, TablesAndProofs};
use sowlab_analysis::choices::ChoicesRequest;
use sowlab_base::MemorySize;
use sowlab_engines::records::{Flaw, ReplayedRecord, replay_record};
use sowlab_engines::shown::ShownDocument;
use sowlab_games::Files;
use sowlab_games::catalog::{CatalogGame, ShownPosition};
use sowlab_games::dynamic::Line;
use sowlab_games::stones::{Position, Rules, drawing};

#[derive(Debug, Args)]
#[command(after_help = "\
--choices probes the endgame tables, uses the proofs and searches for the rest, --nodes or --time-limit \
long. A value that is not exact by then is printed as bounds and an estimate. docs/solving.md explains values.

In the text, values are final margins of the side that chooses. In JSON and CSV they are margins from the \
position on, of the side that `margin_of` names.

Examples:
  sowlab show 55stones
  sowlab show stones:holes=4,seeds=2 --replies
  sowlab show 55stones --record \"E4W1 stay W6\" --choices
  sowlab show --game games.jsonl --number 3")]
pub(super) struct Arguments {
    /// Game with options, as in kalah:pits=4; `sowlab games` lists them
    #[arg(required_unless_present = "recorded")]
    game: Option<String>,
    /// Position, as in "5,5,5,5,5,5,5,5,5,5,5 E 0 0 - 1" [default: the opening]
    #[arg(long)]
    position: Option<String>,
    /// Moves played so far, in the notation of `play`
    #[arg(long, conflicts_with = "recorded")]
    record: Option<String>,
    #[command(flatten)]
    choices: ChoicesArguments,
    #[command(flatten)]
    sources: TablesAndProofs,
    #[command(flatten)]
    limit: SearchLimit,
    /// File with the game: saved by `play`, or written by `tournament --out`
    #[arg(
        id = "recorded",
        long = "game",
        value_name = "FILE",
        conflicts_with_all = ["game", "position"]
    )]
    recorded: Option<PathBuf>,
    /// Number of the game in the file [default: the first]
    #[arg(long, requires = "recorded")]
    number: Option<u64>,
}

/// Reads a game of the catalog.
pub(super) fn game(name: &str) -> Result<CatalogGame, Failure> {
    CatalogGame::read(name, Files::Allowed).map_err(|error| Failure::input("game", error))
}

/// Reads a game of the stones family. `what` names the operation that other games do not have.
pub(super) fn stones(name: &str, what: &'static str) -> Result<Rules, Failure> {
    game(name)?
        .joint(what)
        .map_err(|error| Failure::input("game", error))
}

/// Reads a position; the opening if none is given.
pub(super) fn position(rules: &Rules, text: Option<&str>) -> Result<Position, Failure> {
    match text {
        None => Ok(Position::opening(rules)),
        Some(text) => {
            Position::parse(rules, text).map_err(|error| Failure::input("--position", error))
        }
    }
}

/// The memory for a search of a few seconds.
pub(super) const MEMORY: MemorySize = MemorySize::new(256 << 20);

pub(super) fn run(arguments: &Arguments, common: &Common) -> Result<Document, Failure> {
    // The parser accepts it where the name of a game replaces --game.
    if arguments.number.is_some() && arguments.recorded.is_none() {
        return Err(Failure::input("--number", "requires --game FILE"));
    }
    if let Some(path) = &arguments.recorded {
        let saved = match arguments.choices.wanted() {
            true => Some(SavedGame::read_any(path, arguments.number)?),
            false => SavedGame::alone(path, arguments.number)?,
        };
        let Some(saved) = saved else {
            return super::records::show(path, arguments.number);
        };
        let (start, record) = (Some(saved.start.as_str()), saved.moves.join(" "));
        return so_far(arguments, common, &saved.game, start, &record);
    }
    let name = arguments.game.as_deref().unwrap_or_default();
    let start = arguments.position.as_deref();
    if let Some(record) = &arguments.record {
        return so_far(arguments, common, name, start, record);
    }
    at(arguments, common, &game(name)?, start, None)
}

/// Shows the position after a record, with the moves.
fn so_far(
    arguments: &Arguments,
    common: &Common,
    name: &str,
    start: Option<&str>,
    record: &str,
) -> Result<Document, Failure> {
    let game = game(name)?;
    let found = replay_record(&game, start, record).map_err(|error| {
        let option = match error {
            Flaw::Game(_) => "game",
            Flaw::Start(_) => "--position",
            Flaw::Move(_) | Flaw::Ending => "--record",
        };
        Failure::input(option, error)
    })?;
    let position = found.replayed.last().to_owned();
    at(arguments, common, &game, Some(&position), Some(found))
}

/// Shows a position, and the values of its choices if they are requested.
fn at(
    arguments: &Arguments,
    common: &Common,
    game: &CatalogGame,
    position: Option<&str>,
    record: Option<ReplayedRecord>,
) -> Result<Document, Failure> {
    let table = arguments.choices.table(common.format)?;
    let mut shown = match &record {
        None => game.show(position)?,
        Some(record) => record.shown(game)?,
    };
    if let Some(drawing) = record
        .as_ref()
        .and_then(|record| after_last_round(game, record))
    {
        shown.drawing = drawing;
    }
    let standing = Standing::of(game, position)?;
    if shown.endless || !arguments.choices.wanted() {
        return Ok(document(shown, &standing, None, record));
    }
    let request = ChoicesRequest {
        position: position.map(str::to_owned),
        tables: arguments.sources.tables.clone(),
        memory: MEMORY,
        limit: Some(arguments.limit.limit()),
        replies: arguments.choices.replies(),
        proofs: arguments.sources.proofs.clone(),
        ..ChoicesRequest::default()
    };
    let progress = Progress::new(common);
    let valued = game.analyses().choices(&request, &progress)?;
    let interrupted = progress.cancelled();
    drop(progress);
    table.write(&valued)?;
    Ok(document(shown, &standing, Some(valued), record)
        .silent_if(table.is_standard_output())
        .interrupted_if(interrupted))
}

/// Returns the board with marks on the holes of the last round, where both sides sow at once.
fn after_last_round(game: &CatalogGame, record: &ReplayedRecord) -> Option<String> {
    let rules = game.joint("show --record").ok()?;
    let read = |text: &str| Position::parse(&rules, text).ok();
    let ReplayedRecord {
        moves, replayed, ..
    } = record;
    if moves.last()? == "turn" {
        return None;
    }
    let before = |index: usize| match index.checked_sub(1) {
        None => &replayed.start.position,
        Some(last) => &replayed.after[last].position,
    };
    // The round before the pie decision, or before the first choice of the next round.
    let mut last_moves = (0..moves.len()).rev().take(2);
    let holes = last_moves.find_map(|index| {
        let hole: u8 = moves[index].get(1..)?.parse().ok()?;
        read(before(index))?.completed(hole.checked_sub(1)?)
    });
    Some(drawing::with_last_round(
        &read(replayed.last())?,
        Some(holes?),
    ))
}

/// The names of the sides, and the margin that the first one has already.
pub(super) struct Standing {
    pub(super) first: &'static str,
    pub(super) second: &'static str,
    pub(super) lead: i32,
}

impl Standing {
    /// That of a position; of the opening where none is given.
    pub(super) fn of(game: &CatalogGame, position: Option<&str>) -> Result<Standing, Failure> {
        let played = game.for_play(false);
        let played = played.map_err(|error| Failure::input("game", error))?;
        let line = Line::begin(&*played, position);
        let line = line.map_err(|error| Failure::input("--position", error))?;
        let [first, second] = played.sides();
        let lead = line.position().lead();
        Ok(Standing {
            first,
            second,
            lead,
        })
    }
}

fn document(
    shown: ShownPosition,
    standing: &Standing,
    values: Option<Choices>,
    record: Option<ReplayedRecord>,
) -> Document {
    let data = ShownDocument::new(&shown, values, record.as_ref());
    let seen = data
        .values()
        .map(|values| choices::of_chooser(values, standing.first, standing.lead));
    let ShownPosition {
        game,
        board,
        position,
        drawing,
        holes,
        to_do,
        moves,
        over,
        ..
    } = shown;
    let mut text = format!("{game}\n");
    if let Some(board) = &board {
        let _ = writeln!(text, "{board}");
    }
    if let Some(ReplayedRecord {
        moves, replayed, ..
    }) = &record
    {
        text.push('\n');
        let positions = replayed.after.iter();
        for ((number, chosen), place) in (1..).zip(moves).zip(positions) {
            let _ = writeln!(
                text,
                "{number:>3}  {chosen:7} {DIM}{}{DIM:#}",
                place.position
            );
        }
    }
    let _ = writeln!(text, "\n{}", drawing.trim_end_matches('\n'));
    let row = seen
        .as_ref()
        .zip(holes)
        .filter(|(choices, _)| choices.in_holes());
    if let Some((choices, columns)) = row {
        text += &choices::row_under_holes(choices, columns);
    }
    text.push('\n');
    if let Some(over) = &over {
        let _ = writeln!(text, "The game is over: {over}");
    }
    if let Some(to_do) = to_do {
        let _ = writeln!(text, "{to_do}");
    }
    if let Some(choices) = &seen {
        text += &choices::text(choices);
        if let Some(evidence) = &choices.evidence {
            text += &choices::evidence_text(evidence);
        }
    } else if !moves.is_empty() {
        let _ = writeln!(text, "Choices: {}", moves.join(" "));
    }
    let _ = writeln!(text, "Position: {position}");
    Document::new(text, &data)
}
