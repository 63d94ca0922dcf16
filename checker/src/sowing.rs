//! One round, one stone at a time.

use crate::reason::Reason;
use crate::recurrence::Claimed;
use crate::rules::{Holes, Rules};

/// The result of a round.
pub enum Round {
    /// The round ends.
    Over {
        /// The board after the round.
        holes: Holes,
        /// The stones that East captures.
        east: u8,
        /// The stones that West captures. At most one of the two captures.
        west: u8,
        /// The number of steps.
        steps: u64,
        /// The number of steps with a case that the sources leave open. In it both hands ran out over different holes,
        /// at least one with two or more stones.
        disputed: u64,
    },
    /// A sowing state recurs, so the round is non-terminating.
    Endless,
    /// The round neither ended nor repeated within the step limit.
    Longer,
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

/// The state of a sowing, which determines its continuation.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Sowing {
    east: Hand,
    west: Hand,
    holes: Holes,
}

impl Sowing {
    /// Makes one step: each hand drops one stone; then a hand that ran out lifts, or the round ends. Returns the
    /// captures of East and West if the round ends, and whether the step met a disputed case.
    fn step(&mut self, rules: &Rules) -> (Option<(u8, u8)>, bool) {
        let Sowing { east, west, holes } = self;
        for hand in [&mut *east, &mut *west] {
            hand.hole = if hand.rising {
                hand.hole + 1
            } else {
                hand.hole - 1
            };
            holes[hand.hole] += 1;
            hand.stones -= 1;
            // An end hole reverses the sower.
            if hand.hole == 0 || hand.hole + 1 == rules.holes {
                hand.rising = hand.hole == 0;
            }
        }
        let (east_full, west_full) = (holes[east.hole] >= 2, holes[west.hole] >= 2);
        // Whether hands that ran out may lift.
        let (lifts, disputed) = match (east.stones, west.stones) {
            (1.., 1..) => return (None, false),
            (0, 0) if east.hole == west.hole || !(east_full || west_full) => (false, false),
            (0, 0) if east_full && west_full => (rules.relay, true),
            // One hand lifts; the other, which stopped in an empty hole, captures those stones.
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
        // Under the normal rule, a side that stops captures the stones in the other's hand.
        let (normal, reversed) = ((west.stones, east.stones), (east.stones, west.stones));
        (
            Some(if rules.reversed { reversed } else { normal }),
            disputed,
        )
    }
}

/// The default maximum number of steps of a round: 13 times that of any published certificate.
pub const MOST_STEPS: u64 = 1_000_000_000;

/// Returns the state of a round before its first step. Both holes (from 0) must be different and have two or more
/// stones.
fn start(rules: &Rules, holes: &Holes, east: usize, west: usize) -> Sowing {
    let mut holes = *holes;
    let mut hand = |hole: usize, rising| Hand {
        stones: std::mem::take(&mut holes[hole]),
        hole,
        rising,
    };
    // East sows toward hole 1 and West toward the last hole. A sower who starts from the hole farthest from himself
    // sows toward himself.
    let (east, west) = (hand(east, east == 0), hand(west, west + 1 != rules.holes));
    Sowing { east, west, holes }
}

/// Sows a whole round, of at most `most` steps. Both holes (from 0) must be different and have two or more stones.
pub fn sow(rules: &Rules, holes: &Holes, east: usize, west: usize, most: u64) -> Round {
    let mut sowing = start(rules, holes, east, west);
    // R. P. Brent (BIT 20, 1980): a mark moves after 64, 128, 256, … steps. Most rounds end before that.
    let (mut mark, mut moved, mut since, mut power) = (sowing, 0u64, 0u64, most.min(64));
    let mut disputed = 0;
    loop {
        if since == power {
            (mark, moved, since) = (sowing, moved + since, 0);
            power = (most - moved).min(2 * power);
            if power == 0 {
                return Round::Longer;
            }
        }
        let (ends, case) = sowing.step(rules);
        since += 1;
        disputed += u64::from(case);
        if let Some((east, west)) = ends {
            return Round::Over {
                holes: sowing.holes,
                east,
                west,
                steps: moved + since,
                disputed,
            };
        }
        if sowing == mark {
            return Round::Endless;
        }
    }
}

/// Checks that the first recurring state of a round is the one after `first` steps, and that it recurs after `period`
/// more. Takes only these steps. Returns the number of steps with a disputed case up to then. `name` is the round in
/// errors.
///
/// # Errors
/// The reason for which the claim is wrong.
pub fn recurs(
    rules: &Rules,
    holes: &Holes,
    [east, west]: [usize; 2],
    first: u64,
    period: u64,
    name: &str,
) -> Result<u64, Reason> {
    let mut disputed = 0;
    let step = |sowing: &mut Sowing| {
        let (ends, case) = sowing.step(rules);
        disputed += u64::from(case);
        match ends {
            None => Ok(()),
            Some(_) => Err(Reason::RoundEnds {
                round: name.to_owned(),
            }),
        }
    };
    let claimed = Claimed {
        name,
        first,
        period,
    };
    claimed.check(start(rules, holes, east, west), step)?;
    Ok(disputed)
}
