//! A move of a game in which one side moves at a time, seed by seed.

use serde::Serialize;

use super::letter::letter;
use super::shown::Final;
use sowlab_analysis::{Recurrence, SownMove};
use sowlab_games::contest::{SeedEvent, SeedStep};

/// A move that was sown.
#[derive(Debug, Serialize)]
pub struct SownMoveDocument {
    game: String,
    /// The position in which it was chosen.
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
    r#final: Option<Final>,
    #[serde(skip_serializing_if = "Option::is_none")]
    trace: Option<Vec<SeedStepDocument>>,
    /// With a trace: whether its last step ends the move.
    #[serde(skip_serializing_if = "Option::is_none")]
    trace_complete: Option<bool>,
}

/// A step. Pits are numbered from 1 in the order in which a position is written.
#[derive(Debug, Serialize)]
struct SeedStepDocument {
    step: u64,
    pits: Vec<u8>,
    /// The side that begins in the opening first.
    stores: [u8; 2],
    /// The pit that the hand is over; `null`: the mover's store.
    at: Option<usize>,
    hand: u8,
    event: &'static str,
    /// The pits whose seeds were taken into the hand or captured.
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
    /// A move, with its steps if they are wanted.
    pub fn new(sown: &SownMove, with_trace: bool) -> SownMoveDocument {
        let of_period = |what: fn(Recurrence) -> u64| sown.recurrence.map(what);
        let trace = || sown.trace.iter().map(SeedStepDocument::new).collect();
        SownMoveDocument {
            game: sown.game.clone(),
            before: sown.before.clone(),
            side: letter(sown.side),
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
            r#final: sown.won.map(Final),
            trace: with_trace.then(trace),
            trace_complete: with_trace.then_some(sown.complete),
        }
    }
}
