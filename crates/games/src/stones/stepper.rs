//! The sowing of one round stone by stone: slow, plain, and able to show every step.
//!
//! It follows the wording of the rules and shares only the types with the kernel (`super::sowing`), so that it can
//! verify the kernel.

use sowlab_solvers::cycle::Brent;

use super::board::Board;
use super::round::{Cups, Ending, Round, Seat};
use super::rules::{BothOut, Capture, MixedOut, Rules};

/// One player's hand while sowing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SowingHand {
    /// The index of the hole that the player last dropped into or lifted (0 is hole 1).
    pub at: usize,
    /// Whether the player sows toward the last hole (otherwise toward hole 1).
    pub rising: bool,
    /// The stones in the hand.
    pub hand: u8,
}

impl SowingHand {
    fn drop_one(&mut self, board: &mut Board, holes: usize) {
        self.at = if self.rising {
            self.at + 1
        } else {
            self.at - 1
        };
        *board = board.with(self.at, board.get(self.at) + 1);
        self.hand -= 1;
        // An end hole gets one stone per pass and reverses the sower.
        if self.at == 0 {
            self.rising = true;
        } else if self.at == holes - 1 {
            self.rising = false;
        }
    }

    fn lift(&mut self, board: &mut Board) {
        self.hand = board.get(self.at);
        *board = board.with(self.at, 0);
    }
}

/// The state of a sowing, which determines its continuation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Sowing {
    /// The stones on the board, without those in the hands.
    pub board: Board,
    /// East's hand.
    pub east: SowingHand,
    /// West's hand.
    pub west: SowingHand,
}

/// The event of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// Both hands still hold stones.
    Dropped,
    /// The named sides lifted the holes that they last dropped into, and the sowing continues.
    Lifted {
        /// Whether East lifted.
        east: bool,
        /// Whether West lifted.
        west: bool,
    },
    /// The round is over, with these captures.
    Over(Cups),
}

impl Sowing {
    /// Returns the state after both sides have taken up their holes (indices, 0 is hole 1), before the first step.
    ///
    /// # Panics
    /// The holes are equal or out of the rank.
    pub fn start(rules: &Rules, mut board: Board, east: usize, west: usize) -> Sowing {
        let last = rules.holes() - 1;
        assert!(
            east != west && east <= last && west <= last,
            "two different holes of the rank"
        );
        // A sower that starts from the hole farthest from himself sows toward himself.
        let mut east = SowingHand {
            at: east,
            rising: east == 0,
            hand: 0,
        };
        let mut west = SowingHand {
            at: west,
            rising: west != last,
            hand: 0,
        };
        east.lift(&mut board);
        west.lift(&mut board);
        Sowing { board, east, west }
    }

    /// Makes one step, one stone from each hand, and lifts or ends under the rules.
    pub fn step(&mut self, rules: &Rules) -> Event {
        self.east.drop_one(&mut self.board, rules.holes());
        self.west.drop_one(&mut self.board, rules.holes());
        let east_fuller = self.board.get(self.east.at) >= 2;
        let west_fuller = self.board.get(self.west.at) >= 2;
        match (self.east.hand, self.west.hand) {
            (1.., 1..) => Event::Dropped,
            (0, 1..) if east_fuller => self.lift(true, false),
            (1.., 0) if west_fuller => self.lift(false, true),
            (0, 1..) => self.stop(rules, Seat::East),
            (1.., 0) => self.stop(rules, Seat::West),
            (0, 0) => self.both_out(rules, east_fuller, west_fuller),
        }
    }

    fn lift(&mut self, east: bool, west: bool) -> Event {
        if east {
            self.east.lift(&mut self.board);
        }
        if west {
            self.west.lift(&mut self.board);
        }
        Event::Lifted { east, west }
    }

    fn stop(&mut self, rules: &Rules, stopper: Seat) -> Event {
        let holder = !stopper;
        let hand = match holder {
            Seat::East => std::mem::take(&mut self.east.hand),
            Seat::West => std::mem::take(&mut self.west.hand),
        };
        let mut captured = Cups::default();
        match rules.capture {
            Capture::Normal => captured[stopper] = hand,
            Capture::Reversed => captured[holder] = hand,
        }
        Event::Over(captured)
    }

    fn both_out(&mut self, rules: &Rules, east_fuller: bool, west_fuller: bool) -> Event {
        let nothing = Event::Over(Cups::default());
        if self.east.at == self.west.at {
            return nothing;
        }
        match (east_fuller, west_fuller) {
            (false, false) => nothing,
            (true, true) => match rules.both_out {
                BothOut::Relay => self.lift(true, true),
                BothOut::End => nothing,
            },
            (true, false) | (false, true) => match rules.mixed_out {
                MixedOut::End => nothing,
                MixedOut::Forfeit => {
                    self.lift(east_fuller, west_fuller);
                    self.stop(rules, if east_fuller { Seat::West } else { Seat::East })
                }
            },
        }
    }
}

/// Sows a whole round stone by stone. `east` and `west` are the indices of the chosen holes (0 is hole 1); each must
/// have at least two stones.
///
/// # Panics
/// The holes are equal, out of the rank, or empty.
pub fn sow(rules: &Rules, board: Board, east: usize, west: usize) -> Round {
    let mut sowing = Sowing::start(rules, board, east, west);
    let mut watch = Brent::new(sowing, 0);
    let mut steps = 0;
    loop {
        let event = sowing.step(rules);
        steps += 1;
        if let Event::Over(captured) = event {
            return Round {
                board: sowing.board,
                captured,
                steps,
                ending: if captured == Cups::default() {
                    Ending::Quiet
                } else {
                    Ending::Capture
                },
            };
        }
        if let Some(period) = watch.observe(&sowing, steps) {
            return Round {
                board,
                captured: Cups::default(),
                steps: 0,
                ending: Ending::Endless { period },
            };
        }
    }
}
