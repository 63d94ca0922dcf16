//! A proof that a sowing never ends, without following it to its repetition.
//!
//! The hands go round the circle of places together. Each therefore passes a hole at the same *phase* of every
//! revolution (the phase is East's place). For each phase this stores the numbers of stones that each hole and each
//! hand may have there in any revolution, one bit per number. It follows all of them at once. A hand that may run out
//! over a hole may lift any number that the hole may have then. The sets only grow, so a fixed point is reached within
//! some thirty revolutions. If no hand can then run out where the round would stop, the round never stops. This is an
//! abstract interpretation (P. and R. Cousot, 1977). It does not record which numbers occur together, so a sowing may
//! be non-terminating without such a proof.
//!
//! It succeeds where parity keeps the round going (`docs/non-terminating-play.md`): the numbers that a hand may find in a hole
//! are then all even.

use super::flight::{Flight, PLACES};
use crate::stones::rules::{BothOut, MAX_HOLES, Rules};

/// The maximum number of stones that the sets can represent.
const MOST: u32 = 127;

/// A set of numbers of stones; bit `n` stands for `n`.
type Numbers = u128;

const EMPTY_HAND: Numbers = 1;
const SINGLE: Numbers = 2;

/// The possible contents of holes and hands at a phase.
#[derive(Clone, Copy, Default, PartialEq)]
struct Possible {
    holes: [Numbers; MAX_HOLES],
    east: Numbers,
    west: Numbers,
}

impl Possible {
    /// Adds the contents of another set, and returns whether that changed this one.
    #[inline]
    fn join(&mut self, other: &Possible) -> bool {
        let before = *self;
        for (mine, others) in self.holes.iter_mut().zip(&other.holes) {
            *mine |= others;
        }
        self.east |= other.east;
        self.west |= other.west;
        *self != before
    }
}

/// Returns whether the round is proven non-terminating.
// Not inlined: it runs once per round at most, and inlining took registers from the loop of the caller.
#[inline(never)]
pub(super) fn goes_on_forever(rules: &Rules, flight: &Flight) -> bool {
    let [east_place, west_place, east_hand, west_hand] = flight.hands();
    let stones = flight.board.stones() + u32::from(east_hand) + u32::from(west_hand);
    if stones > MOST {
        return false;
    }
    let places = 2 * (rules.holes() - 1);
    let distance = (usize::from(west_place) + places - usize::from(east_place)) % places;
    let circle = Circle {
        places,
        distance,
        both_relay: rules.both_out == BothOut::Relay,
        all: Numbers::MAX >> (MOST - stones),
    };
    let mut phases = [Possible::default(); PLACES];
    let mut phase = usize::from(east_place);
    let start = &mut phases[phase];
    for (numbers, &held) in start.holes.iter_mut().zip(flight.board.lanes()) {
        *numbers = 1 << held;
    }
    start.east = 1 << east_hand;
    start.west = 1 << west_hand;
    let mut unchanged = 0;
    while unchanged < places {
        let Some(next) = circle.step(&phases[phase], phase) else {
            return false;
        };
        phase = (phase + 1) % places;
        unchanged = match phases[phase].join(&next) {
            true => 0,
            false => unchanged + 1,
        };
    }
    true
}

/// The constants of a round.
struct Circle {
    places: usize,
    /// West's place minus East's.
    distance: usize,
    /// Whether hands that run out together over two fuller holes lift.
    both_relay: bool,
    /// The set of numbers up to all stones of the board.
    all: Numbers,
}

impl Circle {
    fn hole_of(&self, place: usize) -> usize {
        let place = place % self.places;
        place.min(self.places - place)
    }

    /// Returns the possible contents after one more step; `None` if the round may end.
    fn step(&self, before: &Possible, phase: usize) -> Option<Possible> {
        let east_hole = self.hole_of(phase + 1);
        let west_hole = self.hole_of(phase + 1 + self.distance);
        let mut dropped = before.holes;
        for hole in [east_hole, west_hole] {
            dropped[hole] = (dropped[hole] << 1) & self.all;
        }
        // Hands are never empty between steps.
        let (east, west) = (before.east >> 1, before.west >> 1);
        let (east_out, west_out) = (east & EMPTY_HAND != 0, west & EMPTY_HAND != 0);
        let (east_holds, west_holds) = (east & !EMPTY_HAND, west & !EMPTY_HAND);
        let (at_east, at_west) = (dropped[east_hole], dropped[west_hole]);

        let mut after = Possible::default();
        let mut case = |east_lifts: bool, west_lifts: bool| {
            let mut holes = dropped;
            for (lifts, hole) in [(east_lifts, east_hole), (west_lifts, west_hole)] {
                if lifts {
                    holes[hole] = EMPTY_HAND;
                }
            }
            after.join(&Possible {
                holes,
                east: if east_lifts { at_east } else { east_holds },
                west: if west_lifts { at_west } else { west_holds },
            });
        };
        if east_holds != 0 && west_holds != 0 {
            case(false, false);
        }
        if east_out && west_holds != 0 {
            if at_east & SINGLE != 0 {
                return None;
            }
            case(true, false);
        }
        if west_out && east_holds != 0 {
            if at_west & SINGLE != 0 {
                return None;
            }
            case(false, true);
        }
        if east_out && west_out {
            let lift = self.both_relay && east_hole != west_hole;
            if !lift || (at_east | at_west) & SINGLE != 0 {
                return None;
            }
            case(true, true);
        }
        Some(after)
    }
}

#[cfg(test)]
mod tests {
    use super::goes_on_forever;
    use sowlab_solvers::ranking::Ranking;

    use crate::stones::rules::{BothOut, Rules};
    use crate::stones::sowing::{JointMove, Sower};
    use crate::stones::{Board, Ending};

    #[test]
    fn a_round_proven_endless_is_endless() {
        let mut proven = 0;
        for both_out in [BothOut::Relay, BothOut::End] {
            for holes in 2..=5 {
                let mut rules = Rules::new(holes, 3).unwrap();
                rules.both_out = both_out;
                let sower = Sower::new(&rules);
                let ranking = Ranking::new(holes, 15).unwrap();
                for stones in 4..=15 {
                    for rank in 0..ranking.boards(stones).unwrap() {
                        let board = Board::from_lanes(ranking.unrank(stones, rank).unwrap());
                        JointMove::for_each(board.playable(), |JointMove { east, west }| {
                            if goes_on_forever(&rules, &sower.start(board, east, west)) {
                                proven += 1;
                                let round = sower.sow(board, east.into(), west.into());
                                assert!(matches!(round.ending, Ending::Endless { .. }));
                            }
                        });
                    }
                }
            }
        }
        assert!(proven > 100, "{proven}");
    }
}
