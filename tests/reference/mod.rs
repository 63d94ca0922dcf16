//! The plainest possible sowing: one stone at a time, counts in a vector. The sowing state is
//! remembered at steps 0, 1, 3, 7, 15, …; the first return to a remembered one gives the period.
//! Nothing here is shared with the library but the names of the rules and of the results.

use sowlab::games::stones::{BothOut, Capture, MixedOut, Rules};

#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// Holes after, East's capture, West's capture, steps.
    Ends(Vec<u8>, u8, u8, u64),
    Endless {
        period: u64,
    },
}

/// Sows one round; `east` and `west` are holes numbered from 0.
pub(crate) fn sow(rules: &Rules, holes: &[u8], east: usize, west: usize) -> Outcome {
    let last = holes.len() - 1;
    let mut holes = holes.to_vec();
    // Place, way and hand of East, then of West.
    let mut at = [east, west];
    let mut way = [
        if east == 0 { 1i32 } else { -1 },
        if west == last { -1 } else { 1 },
    ];
    let mut hand = [holes[east], holes[west]];
    holes[east] = 0;
    holes[west] = 0;
    let mut steps = 0u64;
    let mut remembered = (u64::MAX, holes.clone(), at, way, hand);
    loop {
        let (before, ref then, then_at, then_way, then_hand) = remembered;
        if before != u64::MAX && (then, then_at, then_way, then_hand) == (&holes, at, way, hand) {
            return Outcome::Endless {
                period: steps - before,
            };
        }
        if (steps + 1).is_power_of_two() {
            remembered = (steps, holes.clone(), at, way, hand);
        }
        for side in [0, 1] {
            at[side] = (at[side] as i32 + way[side]) as usize;
            holes[at[side]] += 1;
            hand[side] -= 1;
            if at[side] == 0 {
                way[side] = 1;
            }
            if at[side] == last {
                way[side] = -1;
            }
        }
        steps += 1;
        let fuller = [holes[at[0]] >= 2, holes[at[1]] >= 2];
        let lifting = match (hand[0] == 0, hand[1] == 0) {
            (false, false) => continue,
            (true, false) => [fuller[0], false],
            (false, true) => [false, fuller[1]],
            (true, true) if at[0] == at[1] => [false, false],
            (true, true) => match fuller {
                [true, true] => [rules.both_out == BothOut::Relay; 2],
                [false, false] => [false, false],
                mixed if rules.mixed_out == MixedOut::Forfeit => mixed,
                _ => [false, false],
            },
        };
        for side in [0, 1] {
            if lifting[side] {
                hand[side] = holes[at[side]];
                holes[at[side]] = 0;
            }
        }
        if hand[0] > 0 && hand[1] > 0 {
            continue;
        }
        // The holder's hand goes to the other side, or, reversed, to himself.
        let (east_cup, west_cup) = match rules.capture {
            Capture::Normal => (hand[1], hand[0]),
            Capture::Reversed => (hand[0], hand[1]),
        };
        return Outcome::Ends(holes, east_cup, west_cup, steps);
    }
}
