//! One round, one stone at a time, from the wording of the rules.

use crate::certificates::fault::Fault;
use crate::certificates::following::Step;
use crate::certificates::options::Options;

/// The options that decide how a round goes on and who captures.
#[derive(Clone, Copy, Debug)]
pub(super) struct SowingOptions {
    /// Who still holds stones when the other stops captures them himself.
    pub(super) reversed: bool,
    /// Both hands empty over two fuller holes: both lift.
    pub(super) both_relay: bool,
    /// Both hands empty, one over a fuller hole: its stones go to the other.
    pub(super) forfeit: bool,
}

impl SowingOptions {
    /// Reads the words; `Err` names the option that is not one of its two.
    pub(super) fn new(options: &Options) -> Result<SowingOptions, Fault> {
        Ok(SowingOptions {
            reversed: options.is_second("capture", ["normal", "reversed"])?,
            both_relay: options.is_second("both-out", ["end", "relay"])?,
            forfeit: options.is_second("mixed-out", ["end", "forfeit"])?,
        })
    }
}

#[derive(Clone, PartialEq, Eq)]
struct Hand {
    stones: u32,
    hole: usize,
    /// Whether the next stone goes toward the last hole.
    up: bool,
}

/// All that decides how a sowing goes on.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Sowing {
    // Compared in this order: what differs soonest comes first.
    east: Hand,
    west: Hand,
    holes: Vec<u32>,
}

/// The end of a round.
pub(super) struct RoundEnd {
    pub(super) holes: Vec<u32>,
    pub(super) east_captures: u32,
    pub(super) west_captures: u32,
    /// Both hands had run out over different holes, at least one of them fuller.
    pub(super) disputed: bool,
}

impl Sowing {
    /// Both sides take up their holes (counted from 0).
    pub(super) fn start(holes: &[u32], east: usize, west: usize) -> Sowing {
        let mut holes = holes.to_vec();
        let last = holes.len() - 1;
        let hand = |stones: u32, hole: usize, up: bool| Hand { stones, hole, up };
        // Everybody sows toward the other end, unless that is where he starts from.
        let sowing = (
            hand(std::mem::take(&mut holes[east]), east, east == 0),
            hand(std::mem::take(&mut holes[west]), west, west != last),
        );
        Sowing {
            east: sowing.0,
            west: sowing.1,
            holes,
        }
    }

    /// One stone from each hand.
    pub(super) fn step(&mut self, options: SowingOptions) -> Step<RoundEnd> {
        for hand in [&mut self.east, &mut self.west] {
            hand.hole = if hand.up {
                hand.hole + 1
            } else {
                hand.hole - 1
            };
            self.holes[hand.hole] += 1;
            hand.stones -= 1;
            if hand.hole == 0 || hand.hole + 1 == self.holes.len() {
                hand.up = hand.hole == 0;
            }
        }
        let east_fuller = self.holes[self.east.hole] > 1;
        let west_fuller = self.holes[self.west.hole] > 1;
        match (self.east.stones > 0, self.west.stones > 0) {
            (true, true) => Step::On { disputed: false },
            (false, true) if east_fuller => {
                lift(&mut self.east, &mut self.holes);
                Step::On { disputed: false }
            }
            (true, false) if west_fuller => {
                lift(&mut self.west, &mut self.holes);
                Step::On { disputed: false }
            }
            (false, true) => {
                let held = self.west.stones;
                self.over(options, held, 0, false)
            }
            (true, false) => {
                let held = self.east.stones;
                self.over(options, 0, held, false)
            }
            (false, false) => self.both_empty(options, east_fuller, west_fuller),
        }
    }

    fn both_empty(
        &mut self,
        options: SowingOptions,
        east_fuller: bool,
        west_fuller: bool,
    ) -> Step<RoundEnd> {
        if self.east.hole == self.west.hole || !(east_fuller || west_fuller) {
            return self.over(options, 0, 0, false);
        }
        if east_fuller && west_fuller {
            if !options.both_relay {
                return self.over(options, 0, 0, true);
            }
            lift(&mut self.east, &mut self.holes);
            lift(&mut self.west, &mut self.holes);
            return Step::On { disputed: true };
        }
        if !options.forfeit {
            return self.over(options, 0, 0, true);
        }
        if east_fuller {
            lift(&mut self.east, &mut self.holes);
            let lifted = self.east.stones;
            self.over(options, 0, lifted, true)
        } else {
            lift(&mut self.west, &mut self.holes);
            let lifted = self.west.stones;
            self.over(options, lifted, 0, true)
        }
    }

    /// The end of the round; who captures how much by the normal rule.
    fn over(
        &mut self,
        options: SowingOptions,
        east: u32,
        west: u32,
        disputed: bool,
    ) -> Step<RoundEnd> {
        let (east_captures, west_captures) = if options.reversed {
            (west, east)
        } else {
            (east, west)
        };
        Step::Over(RoundEnd {
            holes: std::mem::take(&mut self.holes),
            east_captures,
            west_captures,
            disputed,
        })
    }
}

fn lift(hand: &mut Hand, holes: &mut [u32]) {
    hand.stones = std::mem::take(&mut holes[hand.hole]);
}
