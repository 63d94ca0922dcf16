//! A move of a sequential game, seed by seed.

use sowlab_base::interrupt::Steps;
use sowlab_solvers::Side;
use sowlab_solvers::cycle::Brent;

use super::request::{Field, RequestError};
use schemars::JsonSchema;
use serde::Serialize;
use sowlab_findings::{FinalScore, letter_of};
use sowlab_games::contest::{Contest, SeedEvent, SeedStep, outcome, read_move};

/// The move to sow, and the steps to return.
#[derive(Clone, Copy, Debug)]
pub struct SownMoveRequest<'a> {
    /// The position. `None`: the opening.
    pub position: Option<&'a str>,
    /// The move, in the notation of the game.
    pub chosen: &'a str,
    /// The first step to return. Step 0 is the lifting. A move that never ends has a step of every number.
    pub from: u64,
    /// The maximum number of steps to return.
    pub limit: usize,
}

/// The period of a move that never ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recurrence {
    /// The least number of steps between two equal states of the sowing.
    pub steps: u64,
    /// The number of laps that begin within a period.
    pub laps: u64,
}

/// A move that was sown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SownMove {
    /// The full name of the game.
    pub game: String,
    /// The side that moved.
    pub side: &'static str,
    /// The move, in the notation of the game.
    pub chosen: String,
    /// The position before the move.
    pub before: String,
    /// The position after the move. `None` if the move never ends.
    pub after: Option<String>,
    /// The number of steps after the lifting, one per seed. `None` if the move never ends.
    pub steps: Option<u64>,
    /// The number of laps. `None` if the move never ends.
    pub laps: Option<u64>,
    /// The period, if the move never ends.
    pub recurrence: Option<Recurrence>,
    /// The names of the sides and their final scores, if the game is over.
    pub won: Option<[(&'static str, u32); 2]>,
    /// The requested steps with their numbers.
    pub trace: Vec<(u64, SeedStep)>,
    /// Whether the trace reaches the end of the move. A move that sows nothing has no steps.
    pub complete: bool,
}

/// Sows a move seed by seed.
///
/// # Errors
/// The position cannot be read, or the move is not legal there.
pub fn sown_move<C: Contest>(
    game: &C,
    request: &SownMoveRequest<'_>,
) -> Result<SownMove, RequestError> {
    let before = match request.position {
        None => game.opening(),
        Some(text) => game
            .read_position(text)
            .map_err(|error| RequestError::field(Field::Position, error))?,
    };
    let chosen = read_move(game, &before, request.chosen);
    let chosen = chosen.map_err(|error| RequestError::field(Field::Move, error))?;
    let after = game.advance(&before, chosen);
    let side = game.side_to_move(&game.state(&before));
    let mut sown = SownMove {
        game: game.full_name(),
        side: game.sides()[usize::from(side == Side::Second)],
        chosen: game.move_text(&before, chosen),
        before: game.position_text(&before),
        after: None,
        steps: None,
        laps: None,
        recurrence: None,
        won: None,
        trace: Vec::new(),
        complete: false,
    };
    let steps = || {
        let mut counted = Steps::new();
        let steps = game.seed_by_seed(&before, chosen);
        steps.inspect(move |_| counted.step())
    };
    let take = |skipped: u64| {
        let some = steps().skip(skipped as usize).take(request.limit);
        let numbered = some.zip(request.from..);
        numbered.map(|(step, number)| (number, step)).collect()
    };
    if game.endless(&game.state(&after)) {
        let (known, recurrence) = recurrence(steps());
        let beyond = request.from.saturating_sub(known) % recurrence.steps;
        sown.trace = take(request.from.min(known) + beyond);
        sown.recurrence = Some(recurrence);
        return Ok(sown);
    }
    sown.after = Some(game.position_text(&after));
    let [first, second] = game.sides();
    sown.won = outcome(game, &after).map(|[one, other]| [(first, one), (second, other)]);
    let (count, laps) = steps().fold((0u64, 0), |(count, laps), step| {
        (count + 1, laps + u64::from(step.begins_lap()))
    });
    sown.steps = Some(count.saturating_sub(1));
    sown.laps = Some(laps);
    sown.trace = take(request.from);
    sown.complete = request.from + sown.trace.len() as u64 == count;
    Ok(sown)
}

/// Returns a step from which the steps repeat, and their period.
fn recurrence(mut steps: impl Iterator<Item = SeedStep>) -> (u64, Recurrence) {
    let mut known = 0;
    let mut watch: Option<Brent<SeedStep>> = None;
    let mut found = None;
    for step in steps.by_ref() {
        match &mut watch {
            None => watch = Some(Brent::new(step, 0)),
            Some(watch) => {
                known += 1;
                found = watch.observe(&step, known);
            }
        }
        if found.is_some() {
            break;
        }
    }
    let period = found.unwrap_or(1);
    let laps = steps.take(period as usize);
    let laps = laps.filter(SeedStep::begins_lap).count() as u64;
    let recurrence = Recurrence {
        steps: period,
        laps,
    };
    (known, recurrence)
}

/// A sown move as a document.
#[derive(Debug, Serialize, JsonSchema)]
pub struct SownMoveDocument {
    game: String,
    /// The position before the move.
    before: String,
    side: String,
    r#move: String,
    /// `null` where the move never ends.
    position: Option<String>,
    outcome: &'static str,
    /// `null` where the move never ends.
    steps: Option<u64>,
    laps: Option<u64>,
    period: Option<u64>,
    period_laps: Option<u64>,
    finished: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    r#final: Option<FinalScore>,
    #[serde(skip_serializing_if = "Option::is_none")]
    trace: Option<Vec<SeedStepDocument>>,
    /// Whether the last step of the trace ends the move.
    #[serde(skip_serializing_if = "Option::is_none")]
    trace_complete: Option<bool>,
}

/// A step. Pits are numbered from 1 in the order in which a position is written.
#[derive(Debug, Serialize, JsonSchema)]
struct SeedStepDocument {
    step: u64,
    pits: Vec<u8>,
    /// The contents of both stores, first that of the side that begins in the opening.
    stores: [u8; 2],
    /// The pit below the hand. `null`: the mover's store.
    at: Option<usize>,
    hand: u8,
    event: &'static str,
    /// The pits whose seeds went into the hand or were captured.
    taken: Vec<usize>,
}

impl SeedStepDocument {
    fn new(&(step, ref sown): &(u64, SeedStep)) -> SeedStepDocument {
        SeedStepDocument {
            step,
            pits: sown.pits().to_vec(),
            stores: sown.stores,
            at: sown.at.map(|pit| usize::from(pit) + 1),
            hand: sown.hand,
            event: match sown.event {
                SeedEvent::Start => "start",
                SeedEvent::Drop => "drop",
                SeedEvent::Relay => "relay",
                SeedEvent::Take => "take",
                SeedEvent::Capture => "capture",
                SeedEvent::Keep => "keep",
            },
            taken: sown.taken().map(|pit| pit + 1).collect(),
        }
    }
}

impl SownMoveDocument {
    /// Creates the document, on request with the trace.
    pub fn new(sown: &SownMove, with_trace: bool) -> SownMoveDocument {
        let of_period = |what: fn(Recurrence) -> u64| sown.recurrence.map(what);
        let trace = || sown.trace.iter().map(SeedStepDocument::new).collect();
        SownMoveDocument {
            game: sown.game.clone(),
            before: sown.before.clone(),
            side: letter_of(sown.side),
            r#move: sown.chosen.clone(),
            position: sown.after.clone(),
            outcome: match sown.recurrence {
                None => "ends",
                Some(_) => "endless",
            },
            steps: sown.steps,
            laps: sown.laps,
            period: of_period(|recurrence| recurrence.steps),
            period_laps: of_period(|recurrence| recurrence.laps),
            finished: sown.won.is_some(),
            r#final: sown.won.map(FinalScore),
            trace: with_trace.then(trace),
            trace_complete: with_trace.then_some(sown.complete),
        }
    }
}
