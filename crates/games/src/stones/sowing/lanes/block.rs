//! 64 rounds in registers, one register per hole.
#![allow(clippy::manual_memcpy, clippy::needless_range_loop)] // see `super`

use std::arch::x86_64::*;

use crate::stones::board::Board;
use crate::stones::rules::MAX_HOLES;
use crate::stones::sowing::column::at;
use crate::stones::sowing::landing::Landing;
use crate::stones::sowing::processor::register::store;

/// The number of rounds in a register.
pub(super) const LANES: usize = 64;

/// One hand of each of 64 rounds.
pub(super) struct Hand {
    pub(super) at: __m512i,
    pub(super) way: __m512i,
    pub(super) stones: __m512i,
}

impl Hand {
    /// Moves to the next hole, with one stone less in hand.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2")]
    fn go(&mut self, going: u64) {
        self.at = _mm512_mask_add_epi8(self.at, going, self.at, self.way);
        self.stones = _mm512_mask_sub_epi8(self.stones, going, self.stones, _mm512_set1_epi8(1));
    }

    /// Reverses the direction in an end hole.
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
pub(super) struct Block<const HOLES: usize> {
    pub(super) holes: [__m512i; HOLES],
    pub(super) east: Hand,
    pub(super) west: Hand,
    /// The step of this pass at which the round stopped.
    pub(super) stopped_at: __m512i,
}

impl<const HOLES: usize> Block<HOLES> {
    /// Makes one step of the rounds in `going`; returns those still active.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2")]
    pub(super) fn step(&mut self, going: u64, relay: u64, step: u8) -> u64 {
        let one = _mm512_set1_epi8(1);
        let two = _mm512_set1_epi8(2);
        let Block {
            holes, east, west, ..
        } = self;
        east.go(going);
        west.go(going);
        // The stones in the hole of the last drop, both stones of this step included.
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
        // Emptying compares again with a vector of its own. The masks of the first loop would take two registers per
        // hole, and there are only eight mask registers.
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

    /// Stores the landings of the rounds that have stopped.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2")]
    pub(super) fn land(
        &self,
        mut stopped: u64,
        steps: u32,
        index: &[u16; LANES],
        landings: &mut [Landing],
    ) {
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

    /// Returns the boards, one per lane, by transposing the columns.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2")]
    fn boards(&self) -> [[u8; MAX_HOLES]; LANES] {
        let mut rows = [_mm512_setzero_si512(); MAX_HOLES];
        for hole in 0..HOLES {
            rows[hole] = self.holes[hole];
        }
        // Interleaving row i with row i + 8 four times brings the sixteen holes of a lane together. Quarter q of row i
        // is then the board of lane 16q + i.
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
            for q in 0..LANES / MAX_HOLES {
                boards[16 * q + i] = *at(&quarters, MAX_HOLES * q);
            }
        }
        boards
    }
}
