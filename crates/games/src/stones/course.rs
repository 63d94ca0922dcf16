//! The course of a sowing, followed one stone at a time: where it begins to repeat, and whether it
//! meets a case on which the sources are silent.

use sowlab_base::interrupt::Steps;

use super::board::Board;
use super::round::{Cups, Ending};
use super::rules::Rules;
use super::sowing::JointMove;
use super::stepper::{self, Event, Sowing};

/// The course of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Course {
    /// How often both hands run out in one step over different holes of which at least one holds
    /// two or more: the cases that `both-out` and `mixed-out` decide. Up to the end, or to the
    /// first state that recurs; if it is 0, every reading sows the round in the same way.
    pub disputed: u64,
    /// If the sowing never ends, how it repeats.
    pub repeats: Option<Repeats>,
}

/// How an endless sowing repeats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Repeats {
    /// After how many steps it is for the first time in a state that recurs; 0 if it comes back to
    /// its start.
    pub first_step: u64,
    /// The least number of steps after which that state recurs.
    pub period: u64,
}

impl Course {
    /// Follows a round with the stepper: an endless one up to twice its tail and three times its period, to find the period, and once
    /// more to its first recurrence.
    ///
    /// # Panics
    /// If the holes are equal, out of the rank, or one holds fewer than two stones.
    pub fn follow(rules: &Rules, board: Board, chosen: JointMove) -> Course {
        let (east, west) = (chosen.east.into(), chosen.west.into());
        let start = Sowing::start(rules, board, east, west);
        match stepper::sow(rules, board, east, west).ending {
            Ending::Quiet | Ending::Capture => Course {
                disputed: disputed_until_over(rules, start),
                repeats: None,
            },
            Ending::Endless { period } => until_repeated(rules, start, period),
        }
    }
}

fn disputed_until_over(rules: &Rules, mut sowing: Sowing) -> u64 {
    let mut disputed = 0;
    let mut steps = Steps::new();
    loop {
        steps.step();
        let (event, case) = step(rules, &mut sowing);
        disputed += u64::from(case);
        if matches!(event, Event::Over(_)) {
            return disputed;
        }
    }
}

/// Two sowings a period apart meet at the first of the states that recur; the one ahead is then there for the
/// second time, and has met each case once.
fn until_repeated(rules: &Rules, start: Sowing, period: u64) -> Course {
    let (mut behind, mut ahead) = (start, start);
    let mut disputed = 0;
    let mut steps = Steps::new();
    let mut advance = |ahead: &mut Sowing| {
        steps.step();
        disputed += u64::from(step(rules, ahead).1);
    };
    for _ in 0..period {
        advance(&mut ahead);
    }
    let mut first_step = 0;
    while behind != ahead {
        behind.step(rules);
        advance(&mut ahead);
        first_step += 1;
    }
    Course {
        disputed,
        repeats: Some(Repeats { first_step, period }),
    }
}

/// One step, and whether the sources are silent on it.
fn step(rules: &Rules, sowing: &mut Sowing) -> (Event, bool) {
    let both_run_out = sowing.east.hand == 1 && sowing.west.hand == 1;
    let event = sowing.step(rules);
    let apart = sowing.east.at != sowing.west.at;
    let fuller = |at: usize| sowing.board.get(at) >= 2;
    let case = both_run_out
        && apart
        && match event {
            Event::Dropped => false,
            Event::Lifted { .. } => true,
            // What was forfeited was lifted before.
            Event::Over(captured) => {
                captured != Cups::default() || fuller(sowing.east.at) || fuller(sowing.west.at)
            }
        };
    (event, case)
}
