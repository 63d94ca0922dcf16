//! Rounds in lanes, sown one step at a time.
#![allow(clippy::needless_range_loop)] // see `super`

use super::lanes::{Lanes, mask};
use super::waiting::UnsownRound;
use crate::stones::board::Board;
use crate::stones::rules::MAX_HOLES;
use crate::stones::sowing::column::{at, at_mut};
use crate::stones::sowing::flight::Flight;
use crate::stones::sowing::lap::Sower;
use crate::stones::sowing::schedule::Start;

/// The number of steps between two counts of the active rounds.
const STEPS_A_COUNT: usize = 4;
/// The number of rounds left at or below which sowing them individually is faster.
const FEW: u32 = 1;
/// The number of steps after which the rounds left are sown individually, with cycle detection. Lanes count steps in a
/// byte.
const MAX_STEPS: usize = 220;

/// Rounds with the same distance between their hands.
pub(in super::super) struct Block<const LANES: usize> {
    pub(in super::super) holes: [Lanes<LANES>; MAX_HOLES],
    pub(in super::super) east_hand: Lanes<LANES>,
    pub(in super::super) west_hand: Lanes<LANES>,
    /// The time at which the round starts.
    starts_at: Lanes<LANES>,
    /// 255 in the lanes of the rounds that have started and not stopped.
    pub(in super::super) going: Lanes<LANES>,
    /// The number of steps sown.
    steps: Lanes<LANES>,
    /// The places of the hands of a round that starts at time 0.
    start: Start,
}

impl<const LANES: usize> Block<LANES> {
    /// Fills the lanes: both sides of each round take up their holes.
    #[inline(always)]
    pub(super) fn fill(
        sower: &Sower,
        start: Start,
        waiting: &[UnsownRound],
        board_of: impl Fn(&UnsownRound) -> Board,
    ) -> Self {
        let starts = &sower.schedule().starts;
        let mut block = Block {
            holes: [Lanes([0; LANES]); MAX_HOLES],
            east_hand: Lanes([0; LANES]),
            west_hand: Lanes([0; LANES]),
            starts_at: Lanes([u8::MAX; LANES]),
            going: Lanes([0; LANES]),
            steps: Lanes([0; LANES]),
            start,
        };
        let mut lane = 0;
        while lane < waiting.len() {
            let mut boards = [[0; 16]; MAX_HOLES];
            let count = (waiting.len() - lane).min(16);
            for number in 0..count {
                let round = waiting[lane + number];
                let board = board_of(&round);
                let (left, [east_hand, west_hand]) = sower.take_up(board, round.east, round.west);
                boards[number] = *left.lanes();
                block.east_hand.0[lane + number] = east_hand;
                block.west_hand.0[lane + number] = west_hand;
                block.starts_at.0[lane + number] =
                    starts[usize::from(round.rank)].east_place - start.east_place;
            }
            let columns = transposed(&boards);
            for hole in 0..MAX_HOLES {
                *at_mut(&mut block.holes[hole].0, lane) = columns[hole];
            }
            lane += 16;
        }
        block
    }

    /// Sows until few rounds are left or the step limit is reached; the last round starts at `last`.
    #[inline(always)]
    pub(super) fn sow<const FORFEIT: bool>(&mut self, sower: &Sower, last: usize) {
        let places = usize::from(sower.places());
        let next = |place: usize| {
            if place + 1 == places { 0 } else { place + 1 }
        };
        let hole_of = |place: usize| place.min(places - place) % MAX_HOLES;
        let mut east_place = usize::from(self.start.east_place);
        let mut west_place = (east_place + usize::from(self.start.distance)) % places;
        let mut time = 0;
        loop {
            for _ in 0..STEPS_A_COUNT {
                (east_place, west_place) = (next(east_place), next(west_place));
                let (east_hole, west_hole) = (hole_of(east_place), hole_of(west_place));
                self.step::<FORFEIT>(sower.both_relay(), east_hole, west_hole, time as u8);
                time += 1;
            }
            if time > last && (self.count_going() <= FEW || time >= MAX_STEPS) {
                return;
            }
        }
    }

    /// Makes one step: each hand drops a stone into its hole, then lifts or stops if it is empty. With `FORFEIT`, if
    /// both hands run out and one hole is fuller, that hole is lifted for the other side.
    #[inline(always)]
    fn step<const FORFEIT: bool>(&mut self, both_relay: bool, east: usize, west: usize, time: u8) {
        let same = mask(east == west);
        let both_lift = mask(both_relay) & !same;
        let mut east_hole = self.holes[east];
        let mut west_hole = self.holes[west];
        for lane in 0..LANES {
            let going = self.going.0[lane] | mask(self.starts_at.0[lane] == time);
            // 255 is −1.
            let both = going & same;
            let east_stones = east_hole.0[lane].wrapping_sub(going).wrapping_sub(both);
            let west_stones = west_hole.0[lane].wrapping_sub(going).wrapping_sub(both);
            let east_hand = self.east_hand.0[lane].wrapping_add(going);
            let west_hand = self.west_hand.0[lane].wrapping_add(going);
            let east_out = going & mask(east_hand == 0);
            let west_out = going & mask(west_hand == 0);
            let east_fuller = mask(east_stones >= 2);
            let west_fuller = mask(west_stones >= 2);
            let east_lifts = east_out & east_fuller & (!west_out | (both_lift & west_fuller));
            let west_lifts = west_out & west_fuller & (!east_out | (both_lift & east_fuller));
            let stops = (east_out & !east_lifts) | (west_out & !west_lifts);
            let (east_lifts, west_lifts) = match FORFEIT {
                true => (
                    east_lifts | (east_out & west_out & east_fuller & !west_fuller),
                    west_lifts | (east_out & west_out & west_fuller & !east_fuller),
                ),
                false => (east_lifts, west_lifts),
            };
            self.steps.0[lane] = self.steps.0[lane].wrapping_sub(going);
            self.going.0[lane] = going & !stops;
            self.east_hand.0[lane] = east_hand | (east_lifts & east_stones);
            self.west_hand.0[lane] = west_hand | (west_lifts & west_stones);
            // Over the same hole the two are equal.
            east_hole.0[lane] = east_stones & !(east_lifts | (west_lifts & same));
            west_hole.0[lane] = west_stones & !(west_lifts | (east_lifts & same));
        }
        self.holes[east] = east_hole;
        self.holes[west] = west_hole;
    }

    /// Returns the number of active rounds.
    #[inline(always)]
    fn count_going(&self) -> u32 {
        const ONES: u64 = u64::from_le_bytes([1; 8]);
        let mut sums = 0u64;
        for word in 0..LANES / 8 {
            sums += u64::from_le_bytes(*at(&self.going.0, 8 * word)) & ONES;
        }
        (sums.wrapping_mul(ONES) >> 56) as u32
    }

    /// Returns whether the round of a lane is active.
    #[inline(always)]
    pub(in super::super) fn goes_on(&self, lane: usize) -> bool {
        self.going.0[lane] != 0
    }

    /// Returns the boards of sixteen lanes from this one on.
    #[inline(always)]
    pub(in super::super) fn boards(&self, lane: usize) -> [[u8; MAX_HOLES]; 16] {
        let mut columns = [[0; 16]; MAX_HOLES];
        for hole in 0..MAX_HOLES {
            columns[hole] = *at(&self.holes[hole].0, lane);
        }
        transposed(&columns)
    }

    /// Returns the round of a lane, given its board.
    #[inline(always)]
    pub(in super::super) fn flight(&self, sower: &Sower, lane: usize, board: Board) -> Flight {
        let steps = self.steps.0[lane];
        let walked = self.start.east_place + self.starts_at.0[lane];
        let places = [walked, walked + self.start.distance];
        Flight::at_places(
            board,
            [
                sower.arrival(places[0], steps),
                sower.arrival(places[1], steps),
            ],
            [self.east_hand.0[lane], self.west_hand.0[lane]],
            steps.into(),
        )
    }
}

/// Transposes rows and columns, by interleaving row i with row i + 8 four times.
#[inline(always)]
fn transposed(rows: &[[u8; 16]; 16]) -> [[u8; 16]; 16] {
    let mut from = *rows;
    for _ in 0..4 {
        let mut to = [[0; 16]; 16];
        for row in 0..8 {
            for column in 0..8 {
                to[2 * row][2 * column] = from[row][column];
                to[2 * row][2 * column + 1] = from[row + 8][column];
                to[2 * row + 1][2 * column] = from[row][column + 8];
                to[2 * row + 1][2 * column + 1] = from[row + 8][column + 8];
            }
        }
        from = to;
    }
    from
}
