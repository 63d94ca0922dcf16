//! Sixty-four rounds at a time in the byte lanes of AVX-512 registers.
//!
//! The rounds of a tile lie in columns: one array a hole, one byte a round, and likewise for
//! places, directions and hands. A step of 64 rounds is then a few instructions a hole, whatever
//! the rounds are doing; all start together, so one clock serves all. After every few steps the
//! rounds that have stopped are copied out and the others compressed to the front, so that the
//! registers stay full; the few that go on for long are handed over to `long`.
//!
//! # Unsafe
//! Two reasons, both in this file. Vector loads and stores go through `load` and `store`, which
//! take arrays of exactly the size they touch. Functions compiled for AVX-512 are called only by
//! [`Queue::sow`], and a [`Queue`] is only made where the processor has them all.
//! The benchmark that pays for it is `kernel` in `benches/`: 5 times the portable kernel.
#![allow(unsafe_code)]

use std::arch::x86_64::*;
use std::ops::Range;

use super::batch::Rounds;
use super::landing::Landing;
use super::lap::{Flight, Sower};
use super::long::Long;
use crate::games::stones::board::Board;
use crate::games::stones::rules::{BothOut, MAX_HOLES};

/// Rounds in a register.
const LANES: usize = 64;
/// Rounds in a tile: enough to keep registers full, few enough to stay in the cache.
const TILE: usize = 4096;
/// Room behind the last round of a column, so that whole registers can be read and written.
const SLACK: usize = 2 * LANES + MAX_HOLES * MAX_HOLES;
/// Steps between two clearings of the rounds that have stopped.
const STEPS_A_PASS: u32 = 4;
/// With no more than this many rounds left it is quicker to sow them one by one.
const FEW: usize = 3;
/// Steps after which a round is sown on by itself, watched for cycles.
const MAX_STEPS: u32 = 240;

type Column = [u8; TILE + SLACK];

/// The columns of a tile, and the proof that the processor has AVX-512.
pub(super) struct Queue {
    holes: [Column; MAX_HOLES],
    /// The hole where East's hand is, by index.
    east_at: Column,
    west_at: Column,
    /// Where the hand goes next: 1 up, 255 (−1) down.
    east_way: Column,
    west_way: Column,
    east_hand: Column,
    west_hand: Column,
    /// The index of the round in the batch, relative to the start of the tile.
    index: [u16; TILE + SLACK],
    len: usize,
}

impl Queue {
    /// A queue, if this processor can work on it.
    pub(super) fn new() -> Option<Queue> {
        let available = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512vbmi")
            && is_x86_feature_detected!("avx512vbmi2");
        const EMPTY: Column = [0; TILE + SLACK];
        if !available {
            return None;
        }
        Some(Queue {
            holes: [EMPTY; MAX_HOLES],
            east_at: EMPTY,
            west_at: EMPTY,
            east_way: EMPTY,
            west_way: EMPTY,
            east_hand: EMPTY,
            west_hand: EMPTY,
            index: [0; TILE + SLACK],
            len: 0,
        })
    }

    pub(super) fn sow(&mut self, sower: &Sower, rounds: &mut Rounds) {
        macro_rules! for_holes {
            ($($holes:literal)*) => {
                match sower.rules().holes() {
                    // SAFETY: a Queue exists only where the processor has the features.
                    $($holes => unsafe { self.sow_all::<$holes>(sower, rounds) },)*
                    holes => unreachable!("rules with {holes} holes"),
                }
            };
        }
        for_holes!(2 3 4 5 6 7 8 9 10 11 12 13 14 15 16);
    }

    /// Sows tiles of whole boards.
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2")]
    fn sow_all<const HOLES: usize>(&mut self, sower: &Sower, rounds: &mut Rounds) {
        let mut first_board = 0;
        let mut start = 0;
        while first_board < rounds.boards.len() {
            self.len = 0;
            let mut board = first_board;
            while board < rounds.boards.len() && self.len < TILE {
                let moves = start + self.len..rounds.boards[board].moves_end;
                self.fill::<HOLES>(rounds, board, moves);
                board += 1;
            }
            let end = rounds.boards[board - 1].moves_end;
            self.sow_tile::<HOLES>(sower, &mut rounds.landings[start..end]);
            self.hand_over(sower, rounds, first_board, start);
            first_board = board;
            start = end;
        }
    }

    /// Adds the joint moves of a board: both sides take up their holes.
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2")]
    fn fill<const HOLES: usize>(&mut self, rounds: &Rounds, board: usize, moves: Range<usize>) {
        let board = rounds.boards[board].board;
        let start = self.len;
        for (slot, joint_move) in (start..).zip(&rounds.moves[moves]) {
            self.east_at[slot] = joint_move.east;
            self.west_at[slot] = joint_move.west;
            self.index[slot] = slot as u16;
            self.len = slot + 1;
        }
        let mut stones = [0; LANES];
        stones[..MAX_HOLES].copy_from_slice(board.lanes());
        let stones = load(&stones);
        let (up, down) = (_mm512_set1_epi8(1), _mm512_set1_epi8(-1));
        for slot in (start..self.len).step_by(LANES) {
            let east = load(at(&self.east_at, slot));
            let west = load(at(&self.west_at, slot));
            for (hole, column) in self.holes.iter_mut().take(HOLES).enumerate() {
                let hole_lanes = _mm512_set1_epi8(hole as i8);
                let left = _mm512_cmpneq_epi8_mask(east, hole_lanes)
                    & _mm512_cmpneq_epi8_mask(west, hole_lanes);
                let stones = _mm512_maskz_set1_epi8(left, board.get(hole) as i8);
                store(at_mut(column, slot), stones);
            }
            let hand = _mm512_permutexvar_epi8(east, stones);
            store(at_mut(&mut self.east_hand, slot), hand);
            let hand = _mm512_permutexvar_epi8(west, stones);
            store(at_mut(&mut self.west_hand, slot), hand);
            // Who starts from the hole farthest from himself sows toward himself.
            let farthest = _mm512_cmpeq_epi8_mask(east, _mm512_setzero_si512());
            let way = _mm512_mask_mov_epi8(down, farthest, up);
            store(at_mut(&mut self.east_way, slot), way);
            let farthest = _mm512_cmpeq_epi8_mask(west, _mm512_set1_epi8(HOLES as i8 - 1));
            let way = _mm512_mask_mov_epi8(up, farthest, down);
            store(at_mut(&mut self.west_way, slot), way);
        }
    }

    /// Sows the tile until few rounds are left or they have gone on for long.
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2")]
    fn sow_tile<const HOLES: usize>(&mut self, sower: &Sower, landings: &mut [Landing]) {
        let relay = match sower.rules().both_out {
            BothOut::Relay => u64::MAX,
            BothOut::End => 0,
        };
        let mut steps = 0;
        while self.len > FEW && steps < MAX_STEPS {
            let mut kept = 0;
            for start in (0..self.len).step_by(LANES) {
                let count = LANES.min(self.len - start);
                let rounds = u64::MAX >> (LANES - count);
                let mut block = self.block::<HOLES>(start);
                let mut going = rounds;
                for step in 1..=STEPS_A_PASS {
                    going = block.step(going, relay, step as u8);
                }
                block.land(rounds & !going, steps, at(&self.index, start), landings);
                self.keep(&block, going, start, kept);
                kept += going.count_ones() as usize;
            }
            self.len = kept;
            steps += STEPS_A_PASS;
        }
        // The steps of the rounds that are left, for `hand_over`.
        for &index in &self.index[..self.len] {
            landings[usize::from(index)].steps = steps;
        }
    }

    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2")]
    fn block<const HOLES: usize>(&self, start: usize) -> Block<HOLES> {
        let mut holes = [_mm512_setzero_si512(); HOLES];
        for (lanes, column) in holes.iter_mut().zip(&self.holes) {
            *lanes = load(at(column, start));
        }
        Block {
            holes,
            east: Hand {
                at: load(at(&self.east_at, start)),
                way: load(at(&self.east_way, start)),
                stones: load(at(&self.east_hand, start)),
            },
            west: Hand {
                at: load(at(&self.west_at, start)),
                way: load(at(&self.west_way, start)),
                stones: load(at(&self.west_hand, start)),
            },
            stopped_at: _mm512_setzero_si512(),
        }
    }

    /// Moves the rounds that go on from the block read at `start` to `kept`, which is no later.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2")]
    fn keep<const HOLES: usize>(
        &mut self,
        block: &Block<HOLES>,
        going: u64,
        start: usize,
        kept: usize,
    ) {
        for (column, lanes) in self.holes.iter_mut().zip(&block.holes) {
            store(
                at_mut(column, kept),
                _mm512_maskz_compress_epi8(going, *lanes),
            );
        }
        for (column, lanes) in [
            (&mut self.east_at, block.east.at),
            (&mut self.east_way, block.east.way),
            (&mut self.east_hand, block.east.stones),
            (&mut self.west_at, block.west.at),
            (&mut self.west_way, block.west.way),
            (&mut self.west_hand, block.west.stones),
        ] {
            store(
                at_mut(column, kept),
                _mm512_maskz_compress_epi8(going, lanes),
            );
        }
        let low = load_u16(at(&self.index, start));
        let high = load_u16(at(&self.index, start + LANES / 2));
        let (going_low, going_high) = (going as u32, (going >> 32) as u32);
        let low = _mm512_maskz_compress_epi16(going_low, low);
        let high = _mm512_maskz_compress_epi16(going_high, high);
        store_u16(at_mut(&mut self.index, kept), low);
        let kept = kept + going_low.count_ones() as usize;
        store_u16(at_mut(&mut self.index, kept), high);
    }

    /// Hands over what the tile left over.
    fn hand_over(&self, sower: &Sower, rounds: &mut Rounds, first_board: usize, start: usize) {
        let mut board = first_board;
        for slot in 0..self.len {
            let index = start + usize::from(self.index[slot]);
            while rounds.boards[board].moves_end <= index {
                board += 1;
            }
            let mut stones = [0; MAX_HOLES];
            for (lane, column) in stones
                .iter_mut()
                .zip(&self.holes)
                .take(sower.rules().holes())
            {
                *lane = column[slot];
            }
            let flight = Flight::at_holes(
                sower,
                Board::from_lanes(stones),
                (
                    self.east_at[slot],
                    self.east_way[slot] == 1,
                    self.east_hand[slot],
                ),
                (
                    self.west_at[slot],
                    self.west_way[slot] == 1,
                    self.west_hand[slot],
                ),
                rounds.landings[index].steps,
            );
            rounds.long.push(Long {
                index,
                board: rounds.boards[board].board,
                flight,
            });
        }
    }
}

/// One hand of each of 64 rounds.
struct Hand {
    at: __m512i,
    way: __m512i,
    stones: __m512i,
}

impl Hand {
    /// Goes to the next hole with one stone less in hand.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2")]
    fn go(&mut self, going: u64) {
        self.at = _mm512_mask_add_epi8(self.at, going, self.at, self.way);
        self.stones = _mm512_mask_sub_epi8(self.stones, going, self.stones, _mm512_set1_epi8(1));
    }

    /// Turns round in an end hole.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2")]
    fn turn(&mut self, here: u64, hole: usize, holes: usize) {
        if hole == 0 {
            self.way = _mm512_mask_mov_epi8(self.way, here, _mm512_set1_epi8(1));
        } else if hole == holes - 1 {
            self.way = _mm512_mask_mov_epi8(self.way, here, _mm512_set1_epi8(-1));
        }
    }
}

/// 64 rounds in registers.
struct Block<const HOLES: usize> {
    holes: [__m512i; HOLES],
    east: Hand,
    west: Hand,
    /// The step of this pass after which the round stopped.
    stopped_at: __m512i,
}

impl<const HOLES: usize> Block<HOLES> {
    /// One step of the rounds in `going`; returns those that go on.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2")]
    fn step(&mut self, going: u64, relay: u64, step: u8) -> u64 {
        let one = _mm512_set1_epi8(1);
        let two = _mm512_set1_epi8(2);
        let Block {
            holes, east, west, ..
        } = self;
        east.go(going);
        west.go(going);
        // What lies in the hole just dropped into, both stones of this step counted.
        let mut east_stones = _mm512_setzero_si512();
        let mut west_stones = _mm512_setzero_si512();
        for (hole, stones) in holes.iter_mut().enumerate() {
            let hole_lanes = _mm512_set1_epi8(hole as i8);
            let east_here = _mm512_mask_cmpeq_epi8_mask(going, east.at, hole_lanes);
            let west_here = _mm512_mask_cmpeq_epi8_mask(going, west.at, hole_lanes);
            *stones = _mm512_mask_add_epi8(*stones, east_here, *stones, one);
            *stones = _mm512_mask_add_epi8(*stones, west_here, *stones, one);
            east_stones = _mm512_mask_mov_epi8(east_stones, east_here, *stones);
            west_stones = _mm512_mask_mov_epi8(west_stones, west_here, *stones);
            east.turn(east_here, hole, HOLES);
            west.turn(west_here, hole, HOLES);
        }
        let east_out = _mm512_mask_testn_epi8_mask(going, east.stones, east.stones);
        let west_out = _mm512_mask_testn_epi8_mask(going, west.stones, west.stones);
        let east_fuller = _mm512_cmpge_epu8_mask(east_stones, two);
        let west_fuller = _mm512_cmpge_epu8_mask(west_stones, two);
        let both_lift = _mm512_cmpneq_epi8_mask(east.at, west.at) & relay;
        let east_lifts = east_out & east_fuller & (!west_out | (both_lift & west_fuller));
        let west_lifts = west_out & west_fuller & (!east_out | (both_lift & east_fuller));
        east.stones = _mm512_mask_mov_epi8(east.stones, east_lifts, east_stones);
        west.stones = _mm512_mask_mov_epi8(west.stones, west_lifts, west_stones);
        // Emptying compares anew with a vector of its own: the masks of the first loop would have
        // to be kept, two a hole, and there are only eight mask registers.
        let nowhere = _mm512_set1_epi8(-1);
        let east_lifted = _mm512_mask_mov_epi8(nowhere, east_lifts, east.at);
        let west_lifted = _mm512_mask_mov_epi8(nowhere, west_lifts, west.at);
        for (hole, stones) in holes.iter_mut().enumerate() {
            let hole_lanes = _mm512_set1_epi8(hole as i8);
            let left = _mm512_cmpneq_epi8_mask(east_lifted, hole_lanes);
            let left = _mm512_mask_cmpneq_epi8_mask(left, west_lifted, hole_lanes);
            *stones = _mm512_maskz_mov_epi8(left, *stones);
        }
        let stops = (east_out & !east_lifts) | (west_out & !west_lifts);
        self.stopped_at =
            _mm512_mask_mov_epi8(self.stopped_at, stops, _mm512_set1_epi8(step as i8));
        going & !stops
    }

    /// Copies out the rounds that have stopped.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2")]
    fn land(&self, mut stopped: u64, steps: u32, index: &[u16; LANES], landings: &mut [Landing]) {
        if stopped == 0 {
            return;
        }
        let boards = self.boards();
        let [
            mut east_hand,
            mut west_hand,
            mut east_at,
            mut west_at,
            mut stopped_at,
        ] = [[0u8; LANES]; 5];
        store(&mut east_hand, self.east.stones);
        store(&mut west_hand, self.west.stones);
        store(&mut east_at, self.east.at);
        store(&mut west_at, self.west.at);
        store(&mut stopped_at, self.stopped_at);
        while stopped != 0 {
            let lane = stopped.trailing_zeros() as usize;
            stopped &= stopped - 1;
            landings[usize::from(index[lane])] = Landing {
                board: Board::from_lanes(boards[lane]),
                east_hand: east_hand[lane],
                west_hand: west_hand[lane],
                east_hole: east_at[lane],
                west_hole: west_at[lane],
                steps: steps + u32::from(stopped_at[lane]),
            };
        }
    }

    /// The boards, one a lane: the columns transposed.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2")]
    fn boards(&self) -> [[u8; MAX_HOLES]; LANES] {
        let mut rows = [_mm512_setzero_si512(); MAX_HOLES];
        rows[..HOLES].copy_from_slice(&self.holes);
        // Interleaving row i with row i + 8, four times, brings the sixteen holes of a lane
        // together: quarter q of row i is then the board of lane 16q + i.
        for _ in 0..4 {
            let mut interleaved = [_mm512_setzero_si512(); MAX_HOLES];
            for (i, pair) in interleaved.chunks_exact_mut(2).enumerate() {
                pair[0] = _mm512_unpacklo_epi8(rows[i], rows[i + 8]);
                pair[1] = _mm512_unpackhi_epi8(rows[i], rows[i + 8]);
            }
            rows = interleaved;
        }
        let mut boards = [[0; MAX_HOLES]; LANES];
        for (i, row) in rows.iter().enumerate() {
            let mut quarters = [0; LANES];
            store(&mut quarters, *row);
            for (q, quarter) in quarters.chunks_exact(MAX_HOLES).enumerate() {
                boards[16 * q + i].copy_from_slice(quarter);
            }
        }
        boards
    }
}

/// `SIZE` elements of a column from `start` on.
#[inline(always)]
fn at<T, const SIZE: usize>(column: &[T], start: usize) -> &[T; SIZE] {
    column[start..start + SIZE]
        .try_into()
        .expect("SIZE elements")
}

/// `SIZE` elements of a column from `start` on.
#[inline(always)]
fn at_mut<T, const SIZE: usize>(column: &mut [T], start: usize) -> &mut [T; SIZE] {
    (&mut column[start..start + SIZE])
        .try_into()
        .expect("SIZE elements")
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn load(lanes: &[u8; LANES]) -> __m512i {
    // SAFETY: 64 bytes are there to read.
    unsafe { _mm512_loadu_epi8(lanes.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn load_u16(lanes: &[u16; LANES / 2]) -> __m512i {
    // SAFETY: 64 bytes are there to read.
    unsafe { _mm512_loadu_epi16(lanes.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn store(to: &mut [u8; LANES], lanes: __m512i) {
    // SAFETY: 64 bytes are there to write.
    unsafe { _mm512_storeu_epi8(to.as_mut_ptr().cast(), lanes) }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn store_u16(to: &mut [u16; LANES / 2], lanes: __m512i) {
    // SAFETY: 64 bytes are there to write.
    unsafe { _mm512_storeu_epi16(to.as_mut_ptr().cast(), lanes) }
}
