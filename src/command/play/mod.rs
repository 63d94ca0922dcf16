//! `sowlab play`.

mod input;
mod narrator;
mod orders;
mod session;

use std::collections::BTreeMap;
use std::io::{self, Write};

use clap::Args;
use schemars::JsonSchema;
use serde::Serialize;
use sowlab_solvers::{Side, Unwatched};

use super::failure::Failure;
use super::output::{Document, Format};
use super::pie::{YesNo, check_pie};
use super::progress::Progress;
use super::{Common, TablesAndProofs, show};
use narrator::RoundNarrator;
use session::{HELP, Session};
use sowlab_analysis::Analyses;
use sowlab_analysis::tables::refused;
use sowlab_engines::seat::{
    PrepareError, WinningSide, default_tables, open_seat, prepare, winning_side,
};
use sowlab_engines::spec::EngineSpec;
use sowlab_games::Files;
use sowlab_games::catalog::CatalogGame;
use sowlab_games::dynamic::Line;
use sowlab_games::shortened;

/// Plays a game against an engine, or lets two engines play.
#[derive(Debug, Args)]
#[command(after_help = format!("Hints, values and reviews use --tables and --proof.\n\n{HELP}\n\n{EXAMPLES}"))]
pub(super) struct Arguments {
    /// Game with options, as in kalah:pits=4; `sowlab games` lists them
    game: String,
    /// Start position [default: the opening]
    #[arg(long)]
    position: Option<String>,
    /// Your side: first, second, or its name in the game (east, west, lower, upper, red, black); first begins
    #[arg(long, default_value = "first")]
    side: String,
    /// Your opponent: `human` (at the same keyboard), a level or an engine; `sowlab engines` lists them
    #[arg(long, value_name = "SPEC", default_value = "greedy")]
    opponent: String,
    /// Engine that plays your side while you watch
    #[arg(long, value_name = "SPEC")]
    watch: Option<String>,
    /// Whether the pie rule is played (stones family) [default: yes]
    #[arg(long, value_enum)]
    pie: Option<YesNo>,
    #[command(flatten)]
    sources: TablesAndProofs,
    /// Seed of the engines' random numbers
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Round limit of --watch; a round is two moves [default: 1000]
    #[arg(long, requires = "watch", value_parser = clap::value_parser!(u32).range(1..))]
    max_rounds: Option<u32>,
}

const EXAMPLES: &str = "\
Examples:
  sowlab play 33stones --opponent easy
  sowlab play 55stones --opponent hard --side west
  sowlab play kalah --opponent human
  sowlab play 55stones --watch greedy --opponent mcts";

/// The name of an opponent who is a person.
const HUMAN: &str = "human";

/// The default number of rounds after which two engines are stopped.
const MOST_ROUNDS: u32 = 1000;

/// Returns the side that `--side` names in a game whose sides have these names.
fn side(given: &str, names: [&'static str; 2]) -> Result<Side, Failure> {
    let [first, second] = names.map(str::to_ascii_lowercase);
    match given {
        "first" => Ok(Side::First),
        "second" => Ok(Side::Second),
        name if name == first => Ok(Side::First),
        name if name == second => Ok(Side::Second),
        name => Err(Failure::input(
            "--side",
            format!(
                "unknown side '{}'; sides: {first}, {second}, first, second",
                shortened(name)
            ),
        )),
    }
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct PlayDocument {
    game: String,
    start: String,
    record: String,
    position: String,
    /// `finished`, `endless`, `stopped` (too many rounds), `resigned`, `quit` or `interrupted`.
    result: &'static str,
    /// The stones of each side by its name, if the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    r#final: Option<BTreeMap<String, u32>>,
}

/// A writer that ignores errors, for the text on standard error beside the document.
struct BestEffort<W>(W);

impl<W: Write> Write for BestEffort<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let _ = self.0.write_all(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let _ = self.0.flush();
        Ok(())
    }
}

fn unprepared(error: PrepareError) -> Failure {
    match error {
        PrepareError::Game(error) => Failure::input("game", error),
        PrepareError::Tables(error) => refused(error).into(),
    }
}

/// Says before a game from the opening what `solved` secures.
fn announce_solved(
    game: &CatalogGame,
    pie: bool,
    opening: &str,
    sides: [&'static str; 2],
    engines: [&EngineSpec; 2],
    progress: &Progress,
) -> Result<(), Failure> {
    let unaided = |spec: &EngineSpec| matches!(spec, EngineSpec::Solved { proof: None, .. });
    if !engines.into_iter().any(unaided) {
        return Ok(());
    }
    let winning = winning_side(game, pie).map_err(|error| Failure::input("game", error))?;
    let Some(WinningSide { side, margin }) = winning else {
        progress.say(
            "solved plays optimally only where endgame tables or a proof reach; see docs/solved.md.",
        );
        return Ok(());
    };
    let choices = game.analyses().solved_choices(opening)?;
    let advised = choices.as_ref().and_then(|choices| choices.advised(pie));
    let value = advised.map_or(margin, |advised| advised.margin_under(pie).abs());
    let winner = sides[usize::from(side == Side::Second)];
    match unaided(engines[usize::from(side == Side::Second)]) {
        true => {
            progress.say(&format!(
                "{winner} (solved) wins by {margin} or more, whatever the other side plays."
            ));
            if value > margin {
                progress.say(&format!(
                    "To win by {value} it needs a proof and its tables: solved:proof=FILE."
                ));
            }
        }
        false => progress.say(&format!(
            "{winner} wins with optimal play, so solved waits for a mistake."
        )),
    }
    Ok(())
}

pub(super) fn run(arguments: &Arguments, common: &Common) -> Result<Document, Failure> {
    let game = show::game(&arguments.game)?;
    let spec = |option: &str, text: &str| -> Result<EngineSpec, Failure> {
        EngineSpec::read(text, Files::Allowed).map_err(|error| Failure::input(option, error))
    };
    let two_people = arguments.opponent == HUMAN;
    // The seat of a person has an engine too, which is never asked for a move.
    let opponent = match two_people {
        true => EngineSpec::Random,
        false => spec("--opponent", &arguments.opponent)?,
    };
    // The seat of the person belongs to an engine too, so that it can be watched.
    let of_person = match &arguments.watch {
        None => EngineSpec::Random,
        Some(text) => spec("--watch", text)?,
    };
    check_pie(arguments.pie, &game)?;
    // Ctrl-C ends the game as `quit` does: record and position are printed.
    let progress = Progress::new(common);
    let monitor = Unwatched(&progress);
    let pie = arguments.pie != Some(YesNo::No);
    let for_play = game.for_play(pie);
    let for_play = for_play.map_err(|error| Failure::input("game", error))?;
    let line = Line::begin(&*for_play, arguments.position.as_deref());
    let line = line.map_err(|error| Failure::input("--position", error))?;
    let side = side(&arguments.side, for_play.sides())?;
    let of_person = (of_person, arguments.watch.as_deref().unwrap_or_default());
    let opponent = (opponent, &*arguments.opponent);
    let engines = match side {
        Side::First => [of_person, opponent],
        Side::Second => [opponent, of_person],
    };
    let seed = arguments.seed.wrapping_mul(2);
    for (spec, _) in &engines {
        prepare(&game, spec, &progress).map_err(unprepared)?;
    }
    if arguments.position.is_none() {
        let engines = engines.each_ref().map(|(spec, _)| spec);
        let opening = line.position().text();
        announce_solved(&game, pie, &opening, for_play.sides(), engines, &progress)?;
    }
    let seat = |(spec, name): &(EngineSpec, &str), seed| {
        let engine = spec.clone().as_opponent(name, default_tables(&game));
        let seat = open_seat(&game, pie, &engine, seed);
        seat.map_err(|error| Failure::BadInput(error.to_string()))
    };
    let mut session = Session {
        game: &game,
        sides: for_play.sides(),
        pie: game.has_pie() && pie,
        line,
        earlier: Vec::new(),
        narrator: game.joint("play").ok().map(RoundNarrator),
        last_round: None,
        last_holes: None,
        people: match (&arguments.watch, two_people) {
            (Some(_), _) => [false; 2],
            (None, true) => [true; 2],
            (None, false) => [side == Side::First, side == Side::Second],
        },
        thinks: (engines.each_ref())
            .map(|(spec, _)| !matches!(spec, EngineSpec::Random | EngineSpec::Greedy)),
        seats: [
            seat(&engines[0], seed)?,
            seat(&engines[1], seed.wrapping_add(1))?,
        ],
        scratch: None,
        resigned: false,
        tables: arguments.sources.tables.clone(),
        proofs: arguments.sources.proofs.clone(),
        text: matches!(common.format, Format::Text),
        most_moves: 2 * arguments.max_rounds.unwrap_or(MOST_ROUNDS) as usize,
        monitor: &monitor,
        out: match common.format {
            Format::Text => Box::new(anstream::stdout()),
            Format::Json if common.quiet => Box::new(io::sink()),
            Format::Json => Box::new(BestEffort(anstream::stderr())),
        },
    };
    let (result, outcome) = session.run()?;
    let record = session.line.record();
    let position = session.line.position().text();
    let names = session.sides.map(str::to_ascii_lowercase);
    let report = PlayDocument {
        game: game.to_string(),
        start: session.line.start().text(),
        result,
        r#final: outcome.map(|stones| names.into_iter().zip(stones).collect()),
        record,
        position,
    };
    let text = format!("Record: {}\nPosition: {}\n", report.record, report.position);
    Ok(Document::new(text, &report).interrupted_if(result == "interrupted"))
}
