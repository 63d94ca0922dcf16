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
        /// How many steps it took.
        steps: u64,
        /// How many of them met a case on which the sources are silent: both hands ran out over different holes, at least
        /// one with two stones or more.
        disputed: u64,
    },
    /// A sowing state recurs, so the round never ends.
    Endless,
    /// Neither within the steps that may be taken.
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
            hand.hole = if hand.rising {
                hand.hole + 1
            } else {
                hand.hole - 1
            };
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
        (
            Some(if rules.reversed { reversed } else { normal }),
            disputed,
        )
    }
}

/// The most steps of a round that are sown unless told otherwise: 13 times those of any published certificate.
pub const MOST_STEPS: u64 = 1_000_000_000;

/// A round before its first step. Both holes (from 0) are different and hold two stones or more.
fn start(rules: &Rules, holes: &Holes, east: usize, west: usize) -> Sowing {
    let mut holes = *holes;
    let mut hand = |hole: usize, rising| Hand {
        stones: std::mem::take(&mut holes[hole]),
        hole,
        rising,
    };
    // East sows toward hole 1 and West toward the last hole. A sower who starts from the hole
    // farthest from himself sows toward himself.
    let (east, west) = (hand(east, east == 0), hand(west, west + 1 != rules.holes));
    Sowing { east, west, holes }
}

/// Sows a whole round, of this number of steps at most. Both holes (from 0) are different and hold two stones or more.
pub fn sow(rules: &Rules, holes: &Holes, east: usize, west: usize, most: u64) -> Round {
    let mut sowing = start(rules, holes, east, west);
    // R. P. Brent (BIT 20, 1980): a mark moves on after 64, 128, 256, … steps. Most rounds end before it does.
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

/// Checks that the first state of a round that recurs is the one after `first` steps, and that it does so after `period`
/// more. Takes no more steps than these. Returns how many steps meet a disputed case up to then.
///
/// # Errors
/// What is wrong with the claim.
pub fn recurs(
    rules: &Rules,
    holes: &Holes,
    [east, west]: [usize; 2],
    first: u64,
    period: u64,
) -> Result<u64, String> {
    let mut sowing = start(rules, holes, east, west);
    let mut disputed = 0;
    let mut step = |sowing: &mut Sowing| {
        let (ends, case) = sowing.step(rules);
        disputed += u64::from(case);
        if ends.is_some() {
            Err("it ends".to_owned())
        } else {
            Ok(())
        }
    };
    for _ in 1..first {
        step(&mut sowing)?;
    }
    let before = (first > 0).then_some(sowing);
    if before.is_some() {
        step(&mut sowing)?;
    }
    let mark = sowing;
    for since in 1..period {
        step(&mut sowing)?;
        if sowing == mark {
            return Err(format!("its period is {since} steps, not {period}"));
        }
    }
    let last = sowing;
    step(&mut sowing)?;
    if period == 0 || sowing != mark {
        return Err(format!(
            "the state after {first} steps does not recur after {period} more"
        ));
    }
    if before == Some(last) {
        return Err(format!(
            "the state after {first} steps is not the first that recurs"
        ));
    }
    Ok(disputed)
}
