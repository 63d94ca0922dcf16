//! One round, one stone at a time.

use crate::rules::{Holes, Rules};

/// What a round leads to.
pub enum Round {
    /// The round ends.
    Over {
        /// The board after it.
        holes: Holes,
        /// Stones that East captures.
        east: u8,
        /// Stones that West captures. At most one of the two captures.
        west: u8,
    },
    /// A sowing state recurs, so the round never ends.
    Endless {
        /// Steps before the first state that recurs.
        first_step: u64,
        /// Steps after which it recurs for the first time.
        period: u64,
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
        let (east_full, west_full) = (holes[east.hole] >= 2, holes[west.hole] >= 2);
        // Whether the two may lift where they ran out.
        let (lifts, disputed) = match (east.stones, west.stones) {
            (1.., 1..) => return (None, false),
            (0, 0) if east.hole == west.hole || !(east_full || west_full) => (false, false),
            (0, 0) if east_full && west_full => (rules.relay, true),
            // One lifts; the other, which stopped in an empty hole, captures that.
            (0, 0) => (rules.forfeit, true),
            _ => (true, false),
        };
        if lifts && east_full && east.stones == 0 {
            east.stones = std::mem::take(&mut holes[east.hole]);
        }
        if lifts && west_full && west.stones == 0 {
            west.stones = std::mem::take(&mut holes[west.hole]);
        }
        if east.stones > 0 && west.stones > 0 {
            return (None, disputed);
        }
        // By the normal rule a side that stops captures what the other holds.
        let (normal, reversed) = ((west.stones, east.stones), (east.stones, west.stones));
        (Some(if rules.reversed { reversed } else { normal }), disputed)
    }
}

/// Sows a whole round. Both holes (from 0) are different and hold two stones or more. Also says how many steps met a
/// case on which the sources are silent, up to the first recurrence if the round never ends: both hands ran out over different
/// holes, at least one with two stones or more.
pub fn sow(rules: &Rules, holes: &Holes, east: usize, west: usize) -> (Round, u64) {
    let mut holes = *holes;
    let mut hand = |hole: usize, rising| Hand { stones: std::mem::take(&mut holes[hole]), hole, rising };
    // East sows toward hole 1 and West toward the last hole. A sower who starts from the hole
    // farthest from himself sows toward himself.
    let (east, west) = (hand(east, east == 0), hand(west, west + 1 != rules.holes));
    let start = Sowing { east, west, holes };
    // R. P. Brent (BIT 20, 1980): a mark moves on after 64, 128, 256, … steps. Most rounds end before it does.
    let (mut sowing, mut mark, mut since, mut power) = (start, start, 0u64, 64u64);
    let mut disputed = 0;
    loop {
        let (ends, case) = sowing.step(rules);
        disputed += u64::from(case);
        if let Some((east, west)) = ends {
            return (Round::Over { holes: sowing.holes, east, west }, disputed);
        }
        since += 1;
        if sowing == mark {
            return endless(rules, start, since);
        }
        if since == power {
            (mark, since, power) = (sowing, 0, 2 * power);
        }
    }
}

/// The round that never ends from this state on, and recurs after so many steps.
fn endless(rules: &Rules, start: Sowing, period: u64) -> (Round, u64) {
    let (mut behind, mut ahead, mut steps, mut disputed) = (start, start, 0, 0);
    while steps < period || behind != ahead {
        if steps >= period {
            behind.step(rules);
        }
        disputed += u64::from(ahead.step(rules).1);
        steps += 1;
    }
    (Round::Endless { first_step: steps - period, period }, disputed)
}
