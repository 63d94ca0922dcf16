//! One round, one stone at a time, implemented from the wording of the rules.

use crate::certificates::fault::Fault;
use crate::certificates::following::Step;
use crate::certificates::options::Options;

/// The options that determine how a round continues and which side captures.
#[derive(Clone, Copy, Debug)]
pub(super) struct SowingOptions {
    /// Whether the side that still holds stones captures them itself when the other stops.
    pub(super) reversed: bool,
    /// Whether both sides lift when both hands run out over different holes with two or more stones
    /// each.
    pub(super) both_relay: bool,
    /// Whether the other side gets the contents of the fuller hole when both hands run out and only
    /// one hole holds two or more.
    pub(super) forfeit: bool,
}

impl SowingOptions {
    /// Reads the options. The error names an option that is neither of its two words.
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

/// The complete state of a sowing.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Sowing {
    // Compared in this order: the part that usually differs first is in front.
    east: Hand,
    west: Hand,
    holes: Vec<u32>,
}

/// The end of a round.
pub(super) struct RoundEnd {
    pub(super) holes: Vec<u32>,
    pub(super) east_captures: u32,
    pub(super) west_captures: u32,
    /// Whether both hands had run out over different holes, at least one of which holds two or more
    /// stones.
    pub(super) disputed: bool,
}

impl Sowing {
    /// Lifts both holes, counted from 0.
    pub(super) fn start(holes: &[u32], east: usize, west: usize) -> Sowing {
        let mut holes = holes.to_vec();
        let last = holes.len() - 1;
        let hand = |stones: u32, hole: usize, up: bool| Hand { stones, hole, up };
        // Each side sows toward the other end, unless it starts there.
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

    /// Drops one stone from each hand.
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

    /// Ends the round. `east` and `west` are the captures of each side under `capture=normal`.
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
