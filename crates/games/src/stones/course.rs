//! The course of a sowing, followed stone by stone: the start of its repetition, and the cases that the sources leave
//! open.

use sowlab_base::interrupt::Steps;

use super::board::Board;
use super::round::{Cups, Ending};
use super::rules::Rules;
use super::sowing::JointMove;
use super::stepper::{self, Event, Sowing};

/// The course of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Course {
    /// The number of steps in which both hands run out over different holes, at least one with two or more stones.
    /// `both-out` and `mixed-out` decide these cases. Counted up to the end, or up to the first recurring state; if it
    /// is 0, every variant sows the round equally.
    pub disputed: u64,
    /// The repetition, if the round is non-terminating.
    pub repeats: Option<Repeats>,
}

/// The repetition of a non-terminating round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Repeats {
    /// The number of steps before the first recurring state; 0 if the start recurs.
    pub first_step: u64,
    /// The least number of steps after which that state recurs.
    pub period: u64,
}

impl Course {
    /// Follows a round with the stepper. A non-terminating one is followed up to twice its tail plus three times its
    /// period, to find the period. It is followed once more to its first recurrence.
    ///
    /// # Panics
    /// The holes are equal or out of the rank, or one has fewer than two stones.
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

impl Repeats {
    /// Returns the repetition of a non-terminating round with this period. It is followed to its first recurrence.
    ///
    /// # Panics
    /// The holes are equal or out of the rank, or one has fewer than two stones.
    pub fn with_period(rules: &Rules, board: Board, chosen: JointMove, period: u64) -> Repeats {
        let (east, west) = (chosen.east.into(), chosen.west.into());
        let course = until_repeated(rules, Sowing::start(rules, board, east, west), period);
        course.repeats.expect("the round repeats")
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

/// Follows two sowings, one period apart, until they meet at the first recurring state. The one ahead is then there for
/// the second time, and has met each case once.
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

/// Makes one step, and returns whether the sources leave it open.
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
            // A forfeited hole was lifted at this step.
            Event::Over(captured) => {
                captured != Cups::default() || fuller(sowing.east.at) || fuller(sowing.west.at)
            }
        };
    (event, case)
}
