//! `sowlab sow`.

use clap::Args;

use super::amount::counted;
use super::failure::Failure;
use super::output::Document;
use super::show;
use super::sow_move;
use sowlab_analysis::{SownDocument, Trace};
use sowlab_games::stones::drawing;
use sowlab_games::stones::sowing::Sower;
use sowlab_games::stones::{Ending, Played, Position, Rules, Seat, WrittenRound};

/// The default number of steps shown.
const TRACE_LIMIT: u64 = 1000;

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sowlab sow 55stones --east 10 --west 1
  sowlab sow 55stones --east 10 --west 1 --trace
  sowlab sow 55stones --position \"0,0,0,0,1,0,0,0,2,2,0 W 25 25\" \\
    --east 10 --west 9
  sowlab sow owela:pits=4 --move L5 --trace")]
pub(super) struct Arguments {
    /// Game with options, as in kalah:pits=4; `sowlab games` lists them
    game: String,
    /// Position [default: the opening]; an open pie decision counts as stay
    #[arg(long)]
    position: Option<String>,
    /// Hole of East, counted from West's end
    #[arg(long, value_name = "HOLE", value_parser = hole)]
    east: Option<usize>,
    /// Hole of West, counted from West's end
    #[arg(long, value_name = "HOLE", value_parser = hole)]
    west: Option<usize>,
    /// Move in a game with alternating moves, as in L5
    #[arg(id = "chosen", long = "move", value_name = "MOVE", conflicts_with_all = ["east", "west"])]
    chosen: Option<String>,
    /// Print every step
    #[arg(long)]
    trace: bool,
    /// Step limit of --trace [default: 1000]
    #[arg(long, value_name = "STEPS", requires = "trace")]
    trace_limit: Option<u64>,
}

/// Parses the number of a hole, which is compared with the board later.
fn hole(text: &str) -> Result<usize, NoNumber> {
    text.parse().map_err(|_| NoNumber)
}

/// The error of a text that is not the number of a hole.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("write the number of the hole alone, as in 3")]
struct NoNumber;

/// Returns the drawing of every step.
fn trace_text(rules: &Rules, trace: &Trace) -> String {
    let holes = rules.holes();
    let mut text = drawing::trace_heading(holes);
    for (step, sowing, event) in &trace.steps {
        text += &drawing::trace_line(holes, *step, sowing, *event);
    }
    if trace.repeats {
        text += "       … and the sowing is back at its start: it never ends\n";
    }
    if !trace.complete {
        let shown = counted(trace.steps.len() as u64 - 1, "step");
        text += &format!("       … {shown} shown, --trace-limit shows more\n");
    }
    text
}

/// Returns a summary of a round in one line.
pub(super) fn summary(played: &Played) -> String {
    let round = &played.round;
    match round.ending {
        Ending::Endless { period } => {
            format!("It never ends: the sowing repeats every {period} steps.")
        }
        Ending::Quiet => format!("{}, nothing is captured.", counted(round.steps, "step")),
        Ending::Capture => {
            let side = if round.captured.east > 0 {
                Seat::East
            } else {
                Seat::West
            };
            format!(
                "{}, {} captures {}.",
                counted(round.steps, "step"),
                drawing::side_name(side),
                round.captured[side]
            )
        }
    }
}

/// Returns the drawing of every step of a round, up to the default limit. The move `chosen` completes the round, in a
/// position in which the other side has chosen.
pub(super) fn trace_of(rules: &Rules, position: &str, chosen: &str) -> Option<String> {
    let position = Position::parse(rules, position).ok()?;
    let hole: u8 = chosen.get(1..)?.parse().ok()?;
    let round = position.completed(hole - 1)?;
    let trace = Trace::of(rules, &position, round, TRACE_LIMIT);
    Some(trace_text(rules, &trace))
}

pub(super) fn run(arguments: &Arguments) -> Result<Document, Failure> {
    let limit = arguments.trace_limit.unwrap_or(TRACE_LIMIT);
    let position = arguments.position.as_deref();
    if let Some(chosen) = &arguments.chosen {
        let trace = arguments.trace.then_some(limit);
        return sow_move::run(&arguments.game, position, chosen, trace);
    }
    let game = show::game(&arguments.game)?;
    let rules = game.joint("sow").map_err(|_| {
        let needed = format!("required: {game} has alternating moves, as in --move L1");
        Failure::input("--move", needed)
    })?;
    let position = show::position(&rules, position)?;
    let holes = "--east, --west";
    let (Some(east), Some(west)) = (arguments.east, arguments.west) else {
        let needed = "both are required, as in --east 10 --west 1";
        return Err(Failure::input(holes, needed));
    };
    let chosen = position
        .joint_move(east, west)
        .map_err(|error| Failure::input(holes, error))?;
    let played = position.play(&Sower::new(&rules), chosen);
    let written = WrittenRound::new(position.sente(), chosen);

    let mut text = format!("{rules}\n\n{}\n", drawing::position(&position));
    let trace = arguments
        .trace
        .then(|| Trace::of(&rules, &position, chosen, limit));
    if let Some(trace) = &trace {
        text += &trace_text(&rules, trace);
        text.push('\n');
    }
    text += &format!("{written}: {}\n", summary(&played));
    if let Some(after) = played.position {
        text += &format!("\n{}\n", drawing::position(&after));
        match played.settled {
            Some(cups) => text += &format!("The game is over: {}\n", drawing::cups(cups)),
            None => text += &format!("{}\n", drawing::to_do(&after)),
        }
        text += &format!("Position: {after}\n");
    }
    let document = SownDocument::new(&rules, &written, &played, trace.as_ref());
    Ok(Document::new(text, &document))
}
