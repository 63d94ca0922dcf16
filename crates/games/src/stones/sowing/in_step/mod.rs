//! Rounds whose hands keep step, one lane each.
//!
//! Both hands walk the circle of places (see [`super::lap`]) at the same pace, so the distance between them never
//! changes. Rounds with the same distance drop into the same two holes at every step. For this, each starts when the
//! clock shows the place of its East hand. A step of all of them is then one addition to each of two rows of bytes. A
//! lift or a stop is a mask. The loops over the lanes are plain Rust that the compiler vectorizes: for the baseline, or
//! for AVX2 where [`super::processor`] calls [`sow_sorted`].
//!
//! Without LTO the compiler inlines neither `zip` nor `map` of arrays, so the loops use indices.
#![allow(clippy::needless_range_loop)]

mod block;
mod lanes;
mod waiting;

use super::flight::Long;
use super::lap::Sower;
use super::rounds::Rounds;
use super::schedule::{RANKS, Schedule};
use crate::stones::board::Board;
use crate::stones::rules::{MAX_HOLES, MixedOut};
pub(super) use block::Block;
pub(super) use lanes::{Lanes, mask};
pub(super) use waiting::UnsownRound;

/// The number of rounds that are sorted together; their landings stay in the second-level cache.
const TILE: usize = 4096;
/// Consumer of the rounds of a sown block.
pub(super) trait Harvest<const LANES: usize> {
    /// Returns the board before a round.
    fn board(&self, round: &UnsownRound) -> Board;

    /// Takes the rounds of a block, the first lane's first: those that have stopped and those still active.
    fn take(&mut self, sower: &Sower, block: &Block<LANES>, waiting: &[UnsownRound]);
}

/// A tile of rounds, sorted by the schedule.
#[derive(Default)]
pub(super) struct Queue {
    waiting: Vec<UnsownRound>,
    sorted: Vec<UnsownRound>,
}

impl Queue {
    /// Sows the rounds; `sow_sorted` sows the sorted rounds of each tile.
    pub(super) fn sow(
        &mut self,
        sower: &Sower,
        rounds: &mut Rounds,
        sow_sorted: impl Fn(&Sower, &[UnsownRound], &mut Rounds),
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

    /// Sorts the rounds of a tile by counting sort. `board` is the index of the first round's board, or a smaller one.
    /// Returns that of the last round.
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
            self.waiting.push(UnsownRound {
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
        self.sorted
            .resize(self.waiting.len(), UnsownRound::default());
        for number in 0..self.waiting.len() {
            let round = self.waiting[number];
            let slot = &mut begins[usize::from(round.rank)];
            self.sorted[usize::from(*slot)] = round;
            *slot += 1;
        }
        board
    }
}

/// Sows rounds sorted by the schedule, in blocks of one distance and at most `LANES` rounds.
#[inline(always)]
pub(super) fn sow_sorted<const LANES: usize>(
    sower: &Sower,
    sorted: &[UnsownRound],
    harvest: &mut impl Harvest<LANES>,
) {
    match sower.rules().mixed_out {
        MixedOut::End => sow_blocks::<LANES, false>(sower, sorted, harvest),
        MixedOut::Forfeit => sow_blocks::<LANES, true>(sower, sorted, harvest),
    }
}

#[inline(always)]
fn sow_blocks<const LANES: usize, const FORFEIT: bool>(
    sower: &Sower,
    sorted: &[UnsownRound],
    harvest: &mut impl Harvest<LANES>,
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
        let mut block = Block::<LANES>::fill(sower, first, waiting, |round| harvest.board(round));
        block.sow::<FORFEIT>(sower, usize::from(last.east_place - first.east_place));
        harvest.take(sower, &block, waiting);
        from = to;
    }
}

impl<const LANES: usize> Harvest<LANES> for Rounds {
    #[inline(always)]
    fn board(&self, round: &UnsownRound) -> Board {
        self.boards[round.board as usize].board
    }

    /// Stores the rounds that have stopped and hands over the active ones.
    #[inline(always)]
    fn take(&mut self, sower: &Sower, block: &Block<LANES>, waiting: &[UnsownRound]) {
        let mut lane = 0;
        while lane < waiting.len() {
            let boards = block.boards(lane);
            let count = (waiting.len() - lane).min(16);
            for number in 0..count {
                let round = &waiting[lane + number];
                let board = Board::from_lanes(boards[number]);
                let flight = block.flight(sower, lane + number, board);
                if block.goes_on(lane + number) {
                    self.long.push(Long {
                        index: round.index as usize,
                        board: self.boards[round.board as usize].board,
                        flight,
                    });
                } else {
                    self.landings[round.index as usize] = sower.landing(&flight);
                }
            }
            lane += 16;
        }
    }
}
