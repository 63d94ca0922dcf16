//! Sixty-four rounds at a time in the byte lanes of AVX-512 registers.
//!
//! The rounds of a tile lie in columns: one array per hole with one byte per round, and likewise for places, directions
//! and hands. A step of 64 rounds is then a few instructions per hole, whatever the rounds are doing; all start
//! together, so one clock serves all. Every few steps the rounds that have stopped are stored and the others compressed
//! to the front, so that the registers stay full. The few long rounds are handed over to `long`.
//!
//! Without LTO the compiler does not inline `zip` and `map` of arrays, so the loops use indices.
#![allow(clippy::needless_range_loop)]

mod block;

use std::arch::x86_64::*;
use std::ops::Range;

use crate::stones::board::Board;
use crate::stones::rules::{BothOut, MAX_HOLES};
use crate::stones::sowing::column::{at, at_mut};
use crate::stones::sowing::flight::{Flight, Long};
use crate::stones::sowing::landing::Landing;
use crate::stones::sowing::lap::Sower;
use crate::stones::sowing::processor::register::{load, load_u16, store, store_u16};
use crate::stones::sowing::rounds::Rounds;
use block::{Block, Hand, LANES};

/// The number of rounds in a tile: enough to fill the registers, few enough to stay in the cache.
const TILE: usize = 4096;
/// The padding behind the last round of a column, so that whole registers can be read and written.
const SLACK: usize = 2 * LANES + MAX_HOLES * MAX_HOLES;
/// The number of steps between two removals of stopped rounds.
const STEPS_A_PASS: u32 = 4;
/// The number of rounds left at or below which sowing them individually is faster.
const FEW: usize = 3;
/// The number of steps after which a round is sown individually, with cycle detection.
const MAX_STEPS: u32 = 240;

type Column = [u8; TILE + SLACK];

/// The columns of a tile.
pub(super) struct Queue {
    holes: [Column; MAX_HOLES],
    /// The index of the hole where East's hand is.
    east_at: Column,
    west_at: Column,
    /// The direction of the hand: 1 up, 255 (−1) down.
    east_way: Column,
    west_way: Column,
    east_hand: Column,
    west_hand: Column,
    /// The index of the round in the batch, relative to the start of the tile.
    index: [u16; TILE + SLACK],
    len: usize,
}

impl Queue {
    pub(super) fn new() -> Box<Queue> {
        const EMPTY: Column = [0; TILE + SLACK];
        Box::new(Queue {
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

    /// Sows all rounds.
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2")]
    pub(super) fn sow(&mut self, sower: &Sower, rounds: &mut Rounds) {
        macro_rules! for_holes {
            ($($holes:literal)*) => {
                match sower.rules().holes() {
                    $($holes => self.sow_all::<$holes>(sower, rounds),)*
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
        *at_mut(&mut stones, 0) = *board.lanes();
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
            // A sower that starts from the hole farthest from himself sows toward himself.
            let farthest = _mm512_cmpeq_epi8_mask(east, _mm512_setzero_si512());
            let way = _mm512_mask_mov_epi8(down, farthest, up);
            store(at_mut(&mut self.east_way, slot), way);
            let farthest = _mm512_cmpeq_epi8_mask(west, _mm512_set1_epi8(HOLES as i8 - 1));
            let way = _mm512_mask_mov_epi8(up, farthest, down);
            store(at_mut(&mut self.west_way, slot), way);
        }
    }

    /// Sows the tile until few rounds are left or the step limit is reached.
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
        // The step counts of the remaining rounds, for `hand_over`.
        for &index in &self.index[..self.len] {
            landings[usize::from(index)].steps = steps;
        }
    }

    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2")]
    fn block<const HOLES: usize>(&self, start: usize) -> Block<HOLES> {
        let mut holes = [_mm512_setzero_si512(); HOLES];
        for hole in 0..HOLES {
            holes[hole] = load(at(&self.holes[hole], start));
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

    /// Moves the active rounds from the block read at `start` to `kept`, which is not after it.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2")]
    fn keep<const HOLES: usize>(
        &mut self,
        block: &Block<HOLES>,
        going: u64,
        start: usize,
        kept: usize,
    ) {
        for hole in 0..HOLES {
            store(
                at_mut(&mut self.holes[hole], kept),
                _mm512_maskz_compress_epi8(going, block.holes[hole]),
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

    /// Hands over the remaining rounds of the tile.
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
                sower.places(),
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
