//! A round, step by step.

use schemars::JsonSchema;
use serde::Serialize;
use sowlab_base::interrupt::Steps;

use sowlab_games::stones::sowing::JointMove;
use sowlab_games::stones::stepper::{Event, Sowing, SowingHand};
use sowlab_games::stones::{Cups, Ending, Played, Position, Repeats, Rules, WrittenRound};

/// A round that was played.
#[derive(Debug, Serialize, JsonSchema)]
pub struct SownDocument {
    game: String,
    round: String,
    /// `null` after an endless round, which leaves no position.
    position: Option<String>,
    outcome: &'static str,
    captured: CupsDocument,
    /// `null` for an endless round.
    steps: Option<u64>,
    period: Option<u64>,
    finished: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    r#final: Option<CupsDocument>,
    #[serde(skip_serializing_if = "Option::is_none")]
    trace: Option<Vec<StepDocument>>,
    /// Whether the trace reaches the end of the round, or leads an endless sowing back to its start.
    #[serde(skip_serializing_if = "Option::is_none")]
    trace_complete: Option<bool>,
}

/// The contents of both cups.
#[derive(Debug, Serialize, JsonSchema)]
struct CupsDocument {
    east: u8,
    west: u8,
}

/// A step.
#[derive(Debug, Serialize, JsonSchema)]
struct StepDocument {
    step: u64,
    holes: Vec<u8>,
    east: HandDocument,
    west: HandDocument,
    event: &'static str,
}

/// A hand.
#[derive(Debug, Serialize, JsonSchema)]
struct HandDocument {
    hole: usize,
    toward: usize,
    hand: u8,
}

/// The steps of a round.
#[derive(Debug)]
pub struct Trace {
    /// Each step with its number, the state of the sowing after it, and its event. Step 0 is the start.
    pub steps: Vec<(u64, Sowing, Option<Event>)>,
    /// Whether the steps reach the end of the round, or lead an endless sowing back to its start.
    pub complete: bool,
    /// Whether the last step leads back to the start of the sowing.
    pub repeats: bool,
}

impl Trace {
    /// Returns the steps until the round ends, an endless sowing is back at its start, or the limit is reached.
    pub fn of(rules: &Rules, position: &Position, chosen: JointMove, limit: u64) -> Trace {
        let mut trace = Trace {
            steps: Vec::new(),
            complete: false,
            repeats: false,
        };
        let start = start(rules, position, chosen);
        for (step, sowing, event) in steps(rules, start).take(limit as usize + 1) {
            trace.steps.push((step, sowing, event));
            trace.repeats = step > 0 && sowing == start;
            trace.complete = trace.repeats || matches!(event, Some(Event::Over(_)));
            if trace.complete {
                break;
            }
        }
        trace
    }

    /// Returns at most `most` steps from step `from` on. Steps of an endless round continue past its period. `complete`
    /// means that the last step ends the round.
    pub fn part(
        rules: &Rules,
        position: &Position,
        chosen: JointMove,
        period: Option<u64>,
        from: u64,
        most: usize,
    ) -> Trace {
        // Skips whole periods. The first recurring state keeps a period: the event that led to it differs.
        let skipped = match period {
            Some(period) if from > period => {
                let repeats = Repeats::with_period(rules, position.board(), chosen, period);
                let least = repeats.first_step + 1;
                match from.checked_sub(least) {
                    Some(after) => least + after % period,
                    None => from,
                }
            }
            _ => from,
        };
        let start = start(rules, position, chosen);
        let some = steps(rules, start).skip(skipped as usize).take(most);
        let steps: Vec<_> = some
            .map(|(step, sowing, event)| (step - skipped + from, sowing, event))
            .collect();
        let last = steps.last().and_then(|(_, _, event)| *event);
        Trace {
            steps,
            complete: matches!(last, Some(Event::Over(_))),
            repeats: false,
        }
    }
}

fn start(rules: &Rules, position: &Position, chosen: JointMove) -> Sowing {
    let (east, west) = (chosen.east.into(), chosen.west.into());
    Sowing::start(rules, position.board(), east, west)
}

/// Returns every step up to the end of the round.
fn steps(rules: &Rules, start: Sowing) -> impl Iterator<Item = (u64, Sowing, Option<Event>)> {
    let mut counted = Steps::new();
    std::iter::successors(Some((0, start, None)), move |(step, sowing, event)| {
        counted.step();
        let over = matches!(event, Some(Event::Over(_)));
        (!over).then(|| {
            let mut next = *sowing;
            let event = next.step(rules);
            (step + 1, next, Some(event))
        })
    })
}

impl From<Cups> for CupsDocument {
    fn from(cups: Cups) -> CupsDocument {
        CupsDocument {
            east: cups.east,
            west: cups.west,
        }
    }
}

impl HandDocument {
    fn new(sower: &SowingHand, holes: usize) -> HandDocument {
        HandDocument {
            hole: sower.at + 1,
            toward: if sower.rising { holes } else { 1 },
            hand: sower.hand,
        }
    }
}

impl StepDocument {
    fn new(holes: usize, step: u64, sowing: &Sowing, event: Option<Event>) -> StepDocument {
        StepDocument {
            step,
            holes: sowing.board.lanes()[..holes].to_vec(),
            east: HandDocument::new(&sowing.east, holes),
            west: HandDocument::new(&sowing.west, holes),
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

impl SownDocument {
    /// Creates the document, with the steps of a trace if there is one.
    pub fn new(
        rules: &Rules,
        written: &WrittenRound,
        played: &Played,
        trace: Option<&Trace>,
    ) -> SownDocument {
        let (outcome, period) = match played.round.ending {
            Ending::Quiet => ("quiet", None),
            Ending::Capture => ("capture", None),
            Ending::Endless { period } => ("endless", Some(period)),
        };
        let holes = rules.holes();
        let steps = |trace: &Trace| {
            let steps = trace.steps.iter();
            steps
                .map(|(step, sowing, event)| StepDocument::new(holes, *step, sowing, *event))
                .collect()
        };
        SownDocument {
            game: rules.to_string(),
            round: written.to_string(),
            position: played.position.map(|after| after.to_string()),
            outcome,
            captured: played.round.captured.into(),
            steps: period.is_none().then_some(played.round.steps),
            period,
            finished: played.settled.is_some(),
            r#final: played.settled.map(CupsDocument::from),
            trace: trace.map(steps),
            trace_complete: trace.map(|trace| trace.complete),
        }
    }
}
