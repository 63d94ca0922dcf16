//! Long rounds, sown individually with detection of recurring states.
//!
//! A round that has not ended after some hundred steps is usually non-terminating, and its period may be hundreds of
//! millions of steps. Both hands walk the circle of places in the same sense and never wait, so the distance between
//! them is constant. One table per distance therefore has all data of a lap of both hands ([`LapTable`]). A lap is a
//! chain of some fifteen cycles: a table look-up, two additions, two shifts, and a few masks.
//!
//! The recurring states nearly always include the start. The start is therefore compared in addition to the moving mark
//! of Brent's method, which alone would take up to three revolutions.

use sowlab_solvers::cycle::Brent;

use super::flight::{Flight, HANDS, PLACES};
use super::forever::goes_on_forever;
use super::landing::{Landing, endless};
use crate::stones::board::Board;
use crate::stones::round::Round;
use crate::stones::rules::{BothOut, Rules};

/// A lap of both hands at one distance, from one place of East's.
#[derive(Clone, Copy, Default)]
#[repr(align(32))]
struct Lap {
    /// The stones that both hands add to the board: eight holes per word, one byte per hole.
    added: [u64; 2],
    /// East's place after the lap.
    east_place: u8,
    /// Eight times the index of East's hole after the lap: a shift.
    east_shift: u8,
    west_shift: u8,
}

/// The laps of both hands for one distance between them, at `steps * PLACES + east_place`.
pub(super) struct LapTable {
    laps: Box<[Lap; PLACES * HANDS]>,
}

impl LapTable {
    /// Builds the table for hands `distance` places apart (West's place minus East's, around the circle).
    pub(super) fn new(places: usize, distance: usize) -> LapTable {
        let hole_of = |place: usize| (place % places).min(places - place % places);
        let mut laps: Box<[Lap; PLACES * HANDS]> = vec![Lap::default(); PLACES * HANDS]
            .try_into()
            .unwrap_or_else(|_| unreachable!("the size asked for"));
        for start in 0..places {
            let mut added = [0u64; 2];
            for steps in 0..HANDS {
                let (east, west) = (hole_of(start + steps), hole_of(start + distance + steps));
                if steps > 0 {
                    for hole in [east, west] {
                        // A hole never exceeds 255 stones on a real board; a carry is never read.
                        added[hole / 8] = added[hole / 8].wrapping_add(1 << (8 * (hole % 8)));
                    }
                }
                laps[steps * PLACES + start] = Lap {
                    added,
                    east_place: ((start + steps) % places) as u8,
                    east_shift: 8 * east as u8,
                    west_shift: 8 * west as u8,
                };
            }
        }
        LapTable { laps }
    }

    /// Sows a round to its end; `start` is the board before it. After `check_after` steps a proof of non-termination
    /// suffices, and the period is then given as 0.
    // Not inlined: a build without LTO is a third slower otherwise.
    #[inline(never)]
    pub(super) fn sow(
        &self,
        rules: &Rules,
        flight: Flight,
        start: Board,
        check_after: Option<u64>,
    ) -> Round {
        let both_relay = rules.both_out == BothOut::Relay;
        let bits = u128::from_le_bytes(*flight.board.lanes());
        let [mut low, mut high] = [bits as u64, (bits >> 64) as u64];
        let [east_place, _, mut east_hand, mut west_hand] = flight.hands();
        let mut place = east_place;
        let mut steps = flight.steps();
        // The whole state that recurs, the part that usually differs first in front. West's place follows from East's.
        let state = |place: u8, east_hand: u8, west_hand: u8, words: [u64; 2]| {
            (u32::from_le_bytes([place, east_hand, west_hand, 0]), words)
        };
        let first = state(place, east_hand, west_hand, [low, high]);
        let first_steps = steps;
        let mut ask_at = check_after.map_or(u64::MAX, |check_after| steps + check_after);
        let mut mark = Brent::new(first, steps);
        loop {
            let together = east_hand.min(west_hand);
            let lap = &self.laps[usize::from(together) * PLACES + usize::from(place) % PLACES];
            low = low.wrapping_add(lap.added[0]);
            high = high.wrapping_add(lap.added[1]);
            place = lap.east_place;
            steps += u64::from(together);
            east_hand -= together;
            west_hand -= together;
            let stones_at = |shift: u8| {
                let word = if shift < 64 { low } else { high };
                (word >> (shift % 64)) as u8
            };
            let (east_stones, west_stones) = (stones_at(lap.east_shift), stones_at(lap.west_shift));
            let (east_out, west_out) = (east_hand == 0, west_hand == 0);
            let (east_fuller, west_fuller) = (east_stones >= 2, west_stones >= 2);
            let both_lift = both_relay & (lap.east_shift != lap.west_shift);
            let east_lifts = east_out & east_fuller & (!west_out | (both_lift & west_fuller));
            let west_lifts = west_out & west_fuller & (!east_out | (both_lift & east_fuller));
            if (east_out & !east_lifts) | (west_out & !west_lifts) {
                let landing = Landing {
                    board: board(low, high),
                    east_hand,
                    west_hand,
                    east_hole: lap.east_shift / 8,
                    west_hole: lap.west_shift / 8,
                    steps: 0,
                };
                return landing.round(rules, steps);
            }
            for (lifts, stones, shift, hand) in [
                (east_lifts, east_stones, lap.east_shift, &mut east_hand),
                (west_lifts, west_stones, lap.west_shift, &mut west_hand),
            ] {
                let lifted = if lifts { stones } else { 0 };
                *hand += lifted;
                // Empties the hole by subtracting its byte.
                let lifted = u64::from(lifted) << (shift % 64);
                low -= if shift < 64 { lifted } else { 0 };
                high -= if shift < 64 { 0 } else { lifted };
            }

            if steps >= ask_at {
                ask_at = u64::MAX;
                if goes_on_forever(rules, &flight) {
                    return endless(start, 0);
                }
            }
            let now = state(place, east_hand, west_hand, [low, high]);
            if now == first {
                return endless(start, steps - first_steps);
            }
            if let Some(period) = mark.observe(&now, steps) {
                return endless(start, period);
            }
        }
    }
}

fn board(low: u64, high: u64) -> Board {
    Board::from_lanes((u128::from(high) << 64 | u128::from(low)).to_le_bytes())
}
