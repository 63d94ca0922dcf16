//! One round, one stone at a time.

use crate::rules::Rules;

/// Stones in each hole, from West's end (hole 1) to East's.
pub type Holes = [u8; 16];

/// What a round leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Round {
    /// The round ends.
    Over {
        /// The board after it.
        holes: Holes,
        /// Stones that East captures.
        east: u8,
        /// Stones that West captures. At most one of the two captures.
        west: u8,
        /// Steps that met a case on which the sources are silent: both hands ran out over different holes,
        /// at least one with two stones or more.
        disputed: u64,
    },
    /// A sowing state recurs, so the round never ends.
    Endless {
        /// Steps before the first state that recurs.
        first_step: u64,
        /// Steps after which it recurs for the first time.
        period: u64,
        /// As above, up to the first recurrence.
        disputed: u64,
    },
}

/// A sower's hand.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Hand {
    stones: u8,
    /// The hole last dropped into, or lifted.
    hole: usize,
    /// Whether the next stone goes toward the last hole.
    rising: bool,
}

/// Everything that determines how a sowing continues.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Sowing {
    east: Hand,
    west: Hand,
    holes: Holes,
}

impl Sowing {
    /// Both sides take up their holes (from 0, different ones).
    fn new(rules: &Rules, mut holes: Holes, east: usize, west: usize) -> Sowing {
        let mut hand =
            |hole: usize, rising: bool| Hand { stones: std::mem::take(&mut holes[hole]), hole, rising };
        // East sows toward hole 1 and West toward the last hole. A sower who starts from the hole
        // farthest from himself sows toward himself.
        let (east, west) = (hand(east, east == 0), hand(west, west + 1 != rules.holes));
        Sowing { east, west, holes }
    }

    /// Each hand drops one stone; then who ran out lifts, or the round ends: what East and West capture
    /// then. And whether the step met a disputed case.
    fn step(&mut self, rules: &Rules) -> (Option<(u8, u8)>, bool) {
        let Sowing { east, west, holes } = self;
        for hand in [&mut *east, &mut *west] {
            hand.hole = if hand.rising { hand.hole + 1 } else { hand.hole - 1 };
            holes[hand.hole] += 1;
            hand.stones -= 1;
            // An end hole turns the sower round.
            if hand.hole == 0 || hand.hole + 1 == rules.holes {
                hand.rising = hand.hole == 0;
            }
        }
        let lift = |hand: &mut Hand, holes: &mut Holes| {
            hand.stones = std::mem::take(&mut holes[hand.hole]);
        };
        // What East and West capture by the normal rule.
        let ends = |east: u8, west: u8, disputed: bool| {
            (Some(if rules.reversed { (west, east) } else { (east, west) }), disputed)
        };
        let (east_full, west_full) = (holes[east.hole] >= 2, holes[west.hole] >= 2);
        match (east.stones, west.stones) {
            (1.., 1..) => {}
            (0, 1..) if east_full => lift(east, holes),
            (1.., 0) if west_full => lift(west, holes),
            (0, held @ 1..) => return ends(held, 0, false),
            (held @ 1.., 0) => return ends(0, held, false),
            (0, 0) if east.hole == west.hole || !(east_full || west_full) => return ends(0, 0, false),
            (0, 0) if east_full && west_full && rules.relay => {
                lift(east, holes);
                lift(west, holes);
                return (None, true);
            }
            (0, 0) if east_full && west_full || !rules.forfeit => return ends(0, 0, true),
            (0, 0) => {
                // The other side, which stopped in an empty hole, captures what was lifted.
                let hole = if east_full { east.hole } else { west.hole };
                let lifted = std::mem::take(&mut holes[hole]);
                return if east_full { ends(0, lifted, true) } else { ends(lifted, 0, true) };
            }
        }
        (None, false)
    }
}

/// Sows a whole round. Both holes (from 0) are different and hold two stones or more.
pub fn sow(rules: &Rules, holes: &Holes, east: usize, west: usize) -> Round {
    let start = Sowing::new(rules, *holes, east, west);
    // R. P. Brent (BIT 20, 1980): a mark moves to the states after 1, 2, 4, 8, … steps.
    let (mut sowing, mut mark, mut since, mut power) = (start, start, 0u64, 1u64);
    let mut disputed = 0;
    loop {
        let (ends, case) = sowing.step(rules);
        disputed += u64::from(case);
        if let Some((east, west)) = ends {
            return Round::Over { holes: sowing.holes, east, west, disputed };
        }
        since += 1;
        if sowing == mark {
            break;
        }
        if since == power {
            (mark, since, power) = (sowing, 0, 2 * power);
        }
    }
    let period = since;
    let (mut behind, mut ahead, mut first_step, mut disputed) = (start, start, 0, 0);
    for _ in 0..period {
        disputed += u64::from(ahead.step(rules).1);
    }
    while behind != ahead {
        behind.step(rules);
        disputed += u64::from(ahead.step(rules).1);
        first_step += 1;
    }
    Round::Endless { first_step, period, disputed }
}
