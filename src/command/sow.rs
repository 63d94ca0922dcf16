//! `sowlab sow`.

use clap::Args;
use serde::Serialize;

use super::failure::Failure;
use super::output::Document;
use super::show::{self, Cups};
use crate::games::stones::drawing;
use crate::games::stones::sowing::{JointMove, Sower};
use crate::games::stones::stepper::{self, Event, Sowing};
use crate::games::stones::{Ending, Played, Position, Rules, Seat, StonesTurns, WrittenRound};

/// Steps shown where nothing else is asked for.
const TRACE_LIMIT: u64 = 1000;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The game, with options: see `sowlab games`
    game: String,
    /// The position [default: the opening]; a pie decision that is still open counts as stay
    #[arg(long)]
    position: Option<String>,
    /// The hole that East takes, counted from West's end
    #[arg(long, value_name = "HOLE")]
    east: usize,
    /// The hole that West takes, counted from West's end
    #[arg(long, value_name = "HOLE")]
    west: usize,
    /// Show every step
    #[arg(long)]
    trace: bool,
    /// With --trace: show no more than so many steps (an endless round may take millions to repeat)
    /// [default: 1000]
    #[arg(long, value_name = "STEPS", requires = "trace")]
    trace_limit: Option<u64>,
}

#[derive(Serialize)]
struct Sown {
    game: String,
    round: String,
    /// `null` after an endless round, which leaves no position.
    position: Option<String>,
    outcome: &'static str,
    captured: Cups,
    /// `null` for an endless round.
    steps: Option<u64>,
    period: Option<u64>,
    finished: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    r#final: Option<Cups>,
    #[serde(skip_serializing_if = "Option::is_none")]
    trace: Option<Vec<TraceStep>>,
    /// With a trace: whether it goes on to the end, or of an endless round through one period.
    #[serde(skip_serializing_if = "Option::is_none")]
    trace_complete: Option<bool>,
}

#[derive(Serialize)]
struct TraceStep {
    step: u64,
    holes: Vec<u8>,
    east: TraceHand,
    west: TraceHand,
    event: &'static str,
}

#[derive(Serialize)]
struct TraceHand {
    hole: usize,
    toward: usize,
    hand: u8,
}

impl TraceHand {
    fn new(sower: &stepper::SowingHand, holes: usize) -> TraceHand {
        TraceHand {
            hole: sower.at + 1,
            toward: if sower.rising { holes } else { 1 },
            hand: sower.hand,
        }
    }
}

impl TraceStep {
    fn new(holes: usize, step: u64, sowing: &Sowing, event: Option<Event>) -> TraceStep {
        TraceStep {
            step,
            holes: sowing.board.lanes()[..holes].to_vec(),
            east: TraceHand::new(&sowing.east, holes),
            west: TraceHand::new(&sowing.west, holes),
            event: match event {
                None => "start",
                Some(Event::Dropped) => "drop",
                Some(Event::Lifted {
                    east: true,
                    west: true,
                }) => "both-lift",
                Some(Event::Lifted { east: true, .. }) => "east-lifts",
                Some(Event::Lifted { .. }) => "west-lifts",
                Some(Event::Over(_)) => "end",
            },
        }
    }
}

/// The steps of a round.
struct Trace {
    text: String,
    steps: Vec<TraceStep>,
    /// Whether these are all steps.
    complete: bool,
}

/// The steps of a round, up to its end or the limit, for an endless round up to one period.
fn trace(rules: &Rules, position: &Position, chosen: JointMove, limit: u64) -> Trace {
    let holes = rules.holes();
    let mut sowing = Sowing::start(
        rules,
        position.board(),
        chosen.east.into(),
        chosen.west.into(),
    );
    let start = sowing;
    let mut text = drawing::trace_heading(holes) + &drawing::trace_line(holes, 0, &sowing, None);
    let mut steps = vec![TraceStep::new(holes, 0, &sowing, None)];
    for step in 1..=limit {
        let event = sowing.step(rules);
        text += &drawing::trace_line(holes, step, &sowing, Some(event));
        steps.push(TraceStep::new(holes, step, &sowing, Some(event)));
        let back = sowing == start;
        if back {
            text += "       … and the sowing is where it began: it never ends\n";
        }
        if back || matches!(event, Event::Over(_)) {
            return Trace {
                text,
                steps,
                complete: true,
            };
        }
    }
    text += &format!("       … {limit} steps shown, --trace-limit shows more\n");
    Trace {
        text,
        steps,
        complete: false,
    }
}

/// What a round did, in one line.
pub(super) fn summary(played: &Played) -> String {
    let round = &played.round;
    match round.ending {
        Ending::Endless { period } => {
            format!("It never ends: the sowing repeats every {period} steps.")
        }
        Ending::Quiet => format!("{} steps, nothing is captured.", round.steps),
        Ending::Capture => {
            let side = if round.captured.east > 0 {
                Seat::East
            } else {
                Seat::West
            };
            format!(
                "{} steps, {} captures {}.",
                round.steps,
                drawing::side_name(side),
                round.captured[side]
            )
        }
    }
}

/// The drawing of every step of a round, up to the default limit: the round that a move completes,
/// in a position in which the other side has chosen.
pub(super) fn trace_of(rules: &Rules, position: &str, chosen: &str) -> Option<String> {
    let position = Position::parse(rules, position).ok()?;
    let hole: u8 = chosen.get(1..)?.parse().ok()?;
    let round = StonesTurns::new(rules, true).joint_move(&position, hole - 1)?;
    Some(trace(rules, &position, round, TRACE_LIMIT).text)
}

pub(super) fn run(arguments: &Arguments) -> Result<Document, Failure> {
    let rules = show::stones(&arguments.game, "sow")?;
    let position = show::position(&rules, arguments.position.as_deref())?;
    let chosen = position
        .joint_move(arguments.east, arguments.west)
        .map_err(|error| Failure::input("--east, --west", error))?;
    let played = position.play(&Sower::new(&rules), chosen);
    let written = WrittenRound::new(position.sente(), chosen);

    let mut text = format!("{rules}\n\n{}\n", drawing::position(&position));
    let limit = arguments.trace_limit.unwrap_or(TRACE_LIMIT);
    let trace = arguments
        .trace
        .then(|| trace(&rules, &position, chosen, limit));
    if let Some(trace) = &trace {
        text += &trace.text;
        text.push('\n');
    }
    let captured = played.round.captured;
    let (outcome, period) = match played.round.ending {
        Ending::Quiet => ("quiet", None),
        Ending::Capture => ("capture", None),
        Ending::Endless { period } => ("endless", Some(period)),
    };
    let finite_steps = period.is_none().then_some(played.round.steps);
    text += &format!("{written}: {}\n", summary(&played));
    if let Some(after) = played.position {
        text += &format!("\n{}\n", drawing::position(&after));
        match played.settled {
            Some(cups) => text += &format!("The game is over: {}\n", drawing::cups(cups)),
            None => text += &format!("{}\n", drawing::to_do(&after)),
        }
        text += &format!("Position: {after}\n");
    }
    Ok(Document::new(
        text,
        &Sown {
            game: rules.to_string(),
            round: written.to_string(),
            position: played.position.map(|after| after.to_string()),
            outcome,
            captured: captured.into(),
            steps: finite_steps,
            period,
            finished: played.settled.is_some(),
            r#final: played.settled.map(Cups::from),
            trace_complete: trace.as_ref().map(|trace| trace.complete),
            trace: trace.map(|trace| trace.steps),
        },
    ))
}
