//! `sowlab.sow`: one round, step by step.

use pyo3::prelude::*;
use sowlab_games::stones::sowing::{JointMove, Sower};
use sowlab_games::stones::stepper::{Event, Sowing, SowingHand};
use sowlab_games::stones::{Ending, Position, Rules, WrittenRound};

use crate::errors::wrong;
use crate::game::{Game, joint, joint_position};
use crate::watch::watched;

/// The result of a round.
#[derive(IntoPyObject)]
pub(crate) struct Sown {
    round: String,
    position: Option<String>,
    outcome: &'static str,
    captured: (u8, u8),
    steps: Option<u64>,
    period: Option<u64>,
    finished: bool,
    r#final: Option<(u8, u8)>,
    trace: Option<Vec<Step>>,
    trace_complete: bool,
}

/// A step of a round.
#[derive(IntoPyObject)]
struct Step {
    step: u64,
    holes: Vec<u32>,
    east: Hand,
    west: Hand,
    event: &'static str,
}

/// A hand after a step.
#[derive(IntoPyObject)]
struct Hand {
    hole: usize,
    toward: usize,
    hand: u8,
}

impl Hand {
    fn new(hand: &SowingHand, holes: usize) -> Hand {
        Hand {
            hole: hand.at + 1,
            toward: if hand.rising { holes } else { 1 },
            hand: hand.hand,
        }
    }
}

impl Step {
    fn new(holes: usize, step: u64, sowing: &Sowing, event: Option<Event>) -> Step {
        let board = &sowing.board.lanes()[..holes];
        Step {
            step,
            holes: board.iter().map(|&stones| stones.into()).collect(),
            east: Hand::new(&sowing.east, holes),
            west: Hand::new(&sowing.west, holes),
            event: match event {
                None => "start",
                Some(Event::Dropped) => "drop",
                Some(Event::Lifted { east, west }) => match (east, west) {
                    (true, true) => "both-lift",
                    (true, false) => "east-lifts",
                    (false, _) => "west-lifts",
                },
                Some(Event::Over(_)) => "end",
            },
        }
    }
}

/// Returns the steps up to the end or the limit, for a non-terminating round at most one period, and whether these are
/// all.
fn trace(rules: &Rules, position: &Position, chosen: JointMove, limit: u64) -> (Vec<Step>, bool) {
    let holes = rules.holes();
    let (east, west) = (chosen.east.into(), chosen.west.into());
    let mut sowing = Sowing::start(rules, position.board(), east, west);
    let start = sowing;
    let mut steps = vec![Step::new(holes, 0, &sowing, None)];
    for step in 1..=limit {
        let event = sowing.step(rules);
        steps.push(Step::new(holes, step, &sowing, Some(event)));
        if sowing == start || matches!(event, Event::Over(_)) {
            return (steps, true);
        }
    }
    (steps, false)
}

/// Sows a round of the stones family.
#[pyfunction]
#[pyo3(signature = (game, position, east, west, limit, period))]
pub(crate) fn sow(
    py: Python<'_>,
    game: &Bound<'_, Game>,
    position: Option<&Bound<'_, PyAny>>,
    east: usize,
    west: usize,
    limit: Option<u64>,
    period: bool,
) -> PyResult<Sown> {
    let rules = joint(game.get(), "sow")?;
    let position = joint_position(&rules, game.get().text_of(position)?.as_deref())?;
    let chosen = position.joint_move(east, west).map_err(wrong)?;
    watched(py, None, None, move |_| {
        let sower = Sower::new(&rules);
        let (east, west) = (chosen.east.into(), chosen.west.into());
        let round = match period {
            true => sower.sow(position.board(), east, west),
            false => sower.sow_without_period(position.board(), east, west),
        };
        let played = position.after(&rules, &round);
        let traced = limit.map(|limit| trace(&rules, &position, chosen, limit));
        let (outcome, period) = match round.ending {
            Ending::Quiet => ("quiet", None),
            Ending::Capture => ("capture", None),
            Ending::Endless { period } => ("endless", (period > 0).then_some(period)),
        };
        let cups = |cups: sowlab_games::stones::Cups| (cups.east, cups.west);
        Sown {
            round: WrittenRound::new(position.sente(), chosen).to_string(),
            position: played.position.map(|after| after.to_string()),
            outcome,
            captured: cups(round.captured),
            steps: (outcome != "endless").then_some(round.steps),
            period,
            finished: played.settled.is_some(),
            r#final: played.settled.map(cups),
            trace_complete: traced.as_ref().is_some_and(|(_, complete)| *complete),
            trace: traced.map(|(steps, _)| steps),
        }
    })
}
