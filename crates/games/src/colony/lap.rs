//! The first phase of a turn: sowing lap after lap.

use sowlab_solvers::cycle::Brent;

use super::board::{Board, Log};
use super::state::{Phase, State};

/// The number of eggs that makes an unprotected log stop a sowing.
pub(super) const STOPPING: u8 = 3;

/// The end of a sowing.
pub(super) enum LapEnd {
    /// The mover chooses an exit, or the sowing never ends; the phase tells which.
    Open,
    /// The sowing stopped: on the unprotected log with three eggs, if one stopped it.
    Stopped(Option<Log>),
}

/// Eggs in hand on their way.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Sower {
    pub(super) state: State,
    pub(super) at: Log,
    pub(super) to: Log,
    pub(super) hand: u8,
}

/// The state of a sowing after one more egg.
pub(super) enum Step {
    /// On the way to the next log.
    On,
    /// At a log from which several exits are open.
    Choice,
    /// The end of the sowing, with the captured eggs.
    End { captured: u8, three: Option<Log> },
}

/// Sows from `at` to `to` and onwards, until a choice or the end. Returns the end and the number of eggs that the mover
/// captured.
pub(super) fn sow(board: &Board, state: &mut State, at: Log, to: Log, hand: u8) -> (LapEnd, u8) {
    let mut sower = Sower {
        state: *state,
        at,
        to,
        hand,
    };
    // Without a choice the sowing is determined: if it comes back to where it was it never ends.
    let mut watch = Brent::new(sower, 0);
    for steps in 1.. {
        match sower.step(board) {
            Step::On => {
                if watch.observe(&sower, steps).is_some() {
                    state.phase = Phase::Endless { at, hand };
                    return (LapEnd::Open, 0);
                }
            }
            Step::Choice => {
                *state = sower.state;
                state.phase = Phase::Exit {
                    at: sower.at,
                    hand: sower.hand,
                };
                return (LapEnd::Open, 0);
            }
            Step::End { captured, three } => {
                *state = sower.state;
                return (LapEnd::Stopped(three), captured);
            }
        }
    }
    unreachable!("a state recurs before a count of steps ends")
}

impl Sower {
    /// Sows one egg.
    pub(super) fn step(&mut self, board: &Board) -> Step {
        let log = self.to;
        let held = self.state.eggs(log);
        let mine = self.state.ants(self.state.mover) >> log & 1 == 1;
        let protected = self.state.protected() >> log & 1 == 1;
        if self.hand == 1 {
            // The last egg: captured before it drops, or dropped where there is none, or lifted
            // with the others.
            let three = !protected && held == STOPPING;
            if mine || three {
                return Step::End {
                    captured: 1,
                    three: three.then_some(log),
                };
            }
            if held == 0 {
                self.state.eggs[usize::from(log)] = 1;
                return Step::End {
                    captured: 0,
                    three: None,
                };
            }
            self.state.eggs[usize::from(log)] = 0;
            self.hand = held + 1;
            return self.go_on(board.exits(log));
        }
        self.state.eggs[usize::from(log)] = held + 1;
        self.hand -= 1;
        self.go_on(board.onward(log, self.at))
    }

    /// Turns to the only exit, if there is only one.
    fn go_on(&mut self, exits: &[Log]) -> Step {
        self.at = self.to;
        match *exits {
            [only] => {
                self.to = only;
                Step::On
            }
            _ => Step::Choice,
        }
    }
}
