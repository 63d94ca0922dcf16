//! Rounds whose hands keep step, one lane each.
//!
//! Both hands walk the circle of places (see [`super::lap`]) at the same pace, so the distance
//! between them never changes: rounds with the same distance, each started when the clock shows the
//! place of its East hand, drop into the same two holes at every step. A step of all of them is then
//! one addition to each of two rows of bytes, whatever else the boards hold, and a lift or a stop is
//! a mask. The loops over the lanes are plain Rust that the compiler turns into vector
//! instructions: of the baseline, or of AVX2 where [`super::processor`] calls [`sow_sorted`].
//!
//! Without LTO the compiler inlines neither `zip` nor `map` of arrays, so the loops count.
#![allow(clippy::needless_range_loop)]

use super::column::{at, at_mut};
use super::flight::{Flight, Long};
use super::lap::Sower;
use super::rounds::Rounds;
use super::schedule::{RANKS, Schedule, Start};
use crate::games::stones::board::Board;
use crate::games::stones::rules::MAX_HOLES;

/// Rounds sorted together; their landings stay in the second-level cache.
const TILE: usize = 4096;
/// Steps between two counts of the rounds that go on.
const STEPS_A_COUNT: usize = 4;
/// With no more than this many rounds left it is quicker to sow them one by one.
const FEW: u32 = 1;
/// Steps after which the rounds left are sown on one by one, watched for cycles. Lanes count them in
/// a byte.
const MAX_STEPS: usize = 220;

/// A round to be sown.
#[derive(Clone, Copy, Default)]
pub(super) struct Waiting {
    index: u32,
    board: u32,
    east: u8,
    west: u8,
    /// The position of its joint move in the [`Schedule`].
    rank: u8,
}

/// A tile of rounds, sorted by the schedule.
#[derive(Default)]
pub(super) struct Queue {
    waiting: Vec<Waiting>,
    sorted: Vec<Waiting>,
}

impl Queue {
    /// Sows the rounds, the sorted ones of each tile by `sow_sorted` in the version to be used.
    pub(super) fn sow(
        &mut self,
        sower: &Sower,
        rounds: &mut Rounds,
        sow_sorted: impl Fn(&Sower, &[Waiting], &mut Rounds),
    ) {
        let mut board = 0;
        let mut start = 0;
        while start < rounds.moves.len() {
            let end = rounds.moves.len().min(start + TILE);
            board = self.sort(sower.schedule(), rounds, start..end, board);
            sow_sorted(sower, &self.sorted, rounds);
            start = end;
        }
        rounds.long.sort_unstable_by_key(|round| round.index);
    }

    /// Sorts the rounds of a tile by counting; `board` is that of the first, or one before it.
    /// Returns the board of the last.
    fn sort(
        &mut self,
        schedule: &Schedule,
        rounds: &Rounds,
        tile: std::ops::Range<usize>,
        mut board: usize,
    ) -> usize {
        self.waiting.clear();
        let mut begins = [0u16; RANKS + 1];
        for index in tile {
            while rounds.boards[board].moves_end <= index {
                board += 1;
            }
            let joint_move = rounds.moves[index];
            let (east, west) = (usize::from(joint_move.east), usize::from(joint_move.west));
            let rank = schedule.ranks[east % MAX_HOLES][west % MAX_HOLES];
            begins[usize::from(rank) + 1] += 1;
            self.waiting.push(Waiting {
                index: index as u32,
                board: board as u32,
                east: joint_move.east,
                west: joint_move.west,
                rank,
            });
        }
        for rank in 0..RANKS {
            begins[rank + 1] += begins[rank];
        }
        self.sorted.resize(self.waiting.len(), Waiting::default());
        for number in 0..self.waiting.len() {
            let round = self.waiting[number];
            let slot = &mut begins[usize::from(round.rank)];
            self.sorted[usize::from(*slot)] = round;
            *slot += 1;
        }
        board
    }
}

/// Sows rounds sorted by the schedule, as many as there are lanes at a time.
#[inline(always)]
pub(super) fn sow_sorted<const LANES: usize>(
    sower: &Sower,
    sorted: &[Waiting],
    rounds: &mut Rounds,
) {
    let starts = &sower.schedule().starts;
    let mut from = 0;
    while from < sorted.len() {
        let first = starts[usize::from(sorted[from].rank)];
        let mut to = from;
        let mut last = first;
        while to < sorted.len() && to < from + LANES {
            let start = starts[usize::from(sorted[to].rank)];
            if start.distance != first.distance {
                break;
            }
            last = start;
            to += 1;
        }
        let waiting = &sorted[from..to];
        let mut block = Block::<LANES>::fill(sower, first, waiting, rounds);
        block.sow(sower, usize::from(last.east_place - first.east_place));
        block.land(sower, waiting, rounds);
        from = to;
    }
}

/// A byte a lane.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Lanes<const LANES: usize>([u8; LANES]);

/// Rounds with hands the same distance apart.
struct Block<const LANES: usize> {
    holes: [Lanes<LANES>; MAX_HOLES],
    east_hand: Lanes<LANES>,
    west_hand: Lanes<LANES>,
    /// The time when the round starts.
    starts_at: Lanes<LANES>,
    /// 255 in the lanes of the rounds that have started and not stopped.
    going: Lanes<LANES>,
    /// The steps sown.
    steps: Lanes<LANES>,
    /// Where the hands of a round that starts at time 0 are.
    start: Start,
}

impl<const LANES: usize> Block<LANES> {
    /// Both sides take up their holes.
    #[inline(always)]
    fn fill(sower: &Sower, start: Start, waiting: &[Waiting], rounds: &Rounds) -> Self {
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
                let board = rounds.boards[round.board as usize].board;
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

    /// Sows until few rounds are left or they have gone on for long; the last starts at `last`.
    #[inline(always)]
    fn sow(&mut self, sower: &Sower, last: usize) {
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
                self.step(sower.both_relay(), east_hole, west_hole, time as u8);
                time += 1;
            }
            if time > last && (self.count_going() <= FEW || time >= MAX_STEPS) {
                return;
            }
        }
    }

    /// One step: each hand drops a stone into its hole, then lifts or stops if it is empty.
    #[inline(always)]
    fn step(&mut self, both_relay: bool, east: usize, west: usize, time: u8) {
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

    /// How many rounds go on.
    #[inline(always)]
    fn count_going(&self) -> u32 {
        const ONES: u64 = u64::from_le_bytes([1; 8]);
        let mut sums = 0u64;
        for word in 0..LANES / 8 {
            sums += u64::from_le_bytes(*at(&self.going.0, 8 * word)) & ONES;
        }
        (sums.wrapping_mul(ONES) >> 56) as u32
    }

    /// Copies out the rounds that have stopped and hands over those that go on.
    #[inline(always)]
    fn land(&self, sower: &Sower, waiting: &[Waiting], rounds: &mut Rounds) {
        let mut lane = 0;
        while lane < waiting.len() {
            let mut columns = [[0; 16]; MAX_HOLES];
            for hole in 0..MAX_HOLES {
                columns[hole] = *at(&self.holes[hole].0, lane);
            }
            let boards = transposed(&columns);
            let count = (waiting.len() - lane).min(16);
            for number in 0..count {
                self.land_one(
                    sower,
                    lane + number,
                    boards[number],
                    &waiting[lane + number],
                    rounds,
                );
            }
            lane += 16;
        }
    }

    #[inline(always)]
    fn land_one(
        &self,
        sower: &Sower,
        lane: usize,
        board: [u8; MAX_HOLES],
        round: &Waiting,
        rounds: &mut Rounds,
    ) {
        let steps = self.steps.0[lane];
        let walked = self.start.east_place + self.starts_at.0[lane];
        let places = [walked, walked + self.start.distance];
        let flight = Flight::at_places(
            Board::from_lanes(board),
            [
                sower.arrival(places[0], steps),
                sower.arrival(places[1], steps),
            ],
            [self.east_hand.0[lane], self.west_hand.0[lane]],
            steps.into(),
        );
        if self.going.0[lane] == 0 {
            rounds.landings[round.index as usize] = sower.landing(&flight);
        } else {
            rounds.long.push(Long {
                index: round.index as usize,
                board: rounds.boards[round.board as usize].board,
                flight,
            });
        }
    }
}

#[inline(always)]
fn mask(condition: bool) -> u8 {
    if condition { u8::MAX } else { 0 }
}

/// Rows and columns exchanged: interleaving row i with row i + 8, four times.
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
