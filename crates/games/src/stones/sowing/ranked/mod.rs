//! All rounds of many boards of one layer, sown in step, with the ranks of the boards after them.
//!
//! Retrograde analysis needs only the captures of a round and the rank of the board after it. Both are computed for all
//! rounds of a block while their boards lie in columns. No round is copied out, and rounds come in the order of sowing,
//! not by board.
#![allow(clippy::needless_range_loop)] // without LTO the compiler inlines neither `zip` nor `map` of arrays

#[cfg(test)]
mod tests;

use super::flight::Flight;
use super::in_step::{self, Block, Harvest, Lanes, UnsownRound, mask};
use super::lap::{CHECK_AFTER, Sower};
#[cfg(target_arch = "x86_64")]
use super::processor::Avx2;
use super::terms::{Columns, LayerTerms};
use crate::stones::board::Board;
use crate::stones::round::Round;
use crate::stones::rules::{Capture, MAX_HOLES};

/// The result of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::stones) enum RoundResult {
    /// A board of the same layer.
    Quiet {
        /// The rank of that board.
        rank: u32,
    },
    /// A board of a smaller layer on which the game continues, rotated so that East has sente again.
    Capture {
        /// The rank of that board.
        rank: u32,
        /// The stones left on that board.
        left: u8,
        /// East's captures minus West's, East having had sente.
        gain: i8,
    },
    /// The end of the game.
    Finished {
        /// The stones left on the board.
        left: u8,
        /// East's captures minus West's.
        gain: i8,
    },
    /// A round to be sown individually, or sown so already.
    Long(Round),
}

/// Receiver of the results of rounds.
pub(in crate::stones) trait Visit {
    /// Receives the result of a round, on the board of this number, in which East takes this hole.
    fn found(&mut self, board: u32, east: u8, found: RoundResult);
}

/// Memory for the rounds of the boards being expanded.
pub(in crate::stones) struct Expansion {
    playable: Vec<[u64; MAX_HOLES]>,
    sorted: Vec<UnsownRound>,
    long: Vec<(UnsownRound, Flight)>,
    #[cfg(target_arch = "x86_64")]
    avx2: Option<Avx2>,
}

impl Expansion {
    /// Creates an expansion with the fastest kernel of this processor.
    pub(in crate::stones) fn new() -> Expansion {
        Expansion {
            #[cfg(target_arch = "x86_64")]
            avx2: Avx2::detect(),
            ..Expansion::baseline()
        }
    }

    /// Creates an expansion with the portable kernel.
    pub(in crate::stones) fn baseline() -> Expansion {
        Expansion {
            playable: Vec::new(),
            sorted: Vec::new(),
            long: Vec::new(),
            #[cfg(target_arch = "x86_64")]
            avx2: None,
        }
    }

    /// Sows all rounds of boards of the layer of the terms, and reports the result of each, in any order.
    pub(in crate::stones) fn expand(
        &mut self,
        sower: &Sower,
        terms: &LayerTerms<'_>,
        boards: &[Board],
        visit: &mut impl Visit,
    ) {
        self.sort(sower, boards);
        let Expansion { sorted, long, .. } = self;
        #[cfg(target_arch = "x86_64")]
        if let Some(avx2) = self.avx2 {
            let mut columns = Harvested {
                processor: avx2,
                boards,
                terms,
                long,
                visit,
            };
            avx2.sow_in_step(sower, sorted, &mut columns);
            return sow_long(sower, boards, long, visit);
        }
        let mut columns = Harvested {
            processor: Baseline,
            boards,
            terms,
            long,
            visit,
        };
        in_step::sow_sorted::<BASELINE_LANES>(sower, sorted, &mut columns);
        sow_long(sower, boards, long, visit);
    }

    /// Lists the rounds of all boards in the order of the schedule.
    fn sort(&mut self, sower: &Sower, boards: &[Board]) {
        self.sorted.clear();
        let schedule = sower.schedule();
        // For each hole, one bit per board that tells whether it is playable; 64 boards per word.
        let words = boards.len().div_ceil(64);
        self.playable.clear();
        self.playable.resize(words, [0; MAX_HOLES]);
        for (number, board) in boards.iter().enumerate() {
            let playable = board.playable();
            let word = &mut self.playable[number / 64];
            for hole in 0..MAX_HOLES {
                word[hole] |= u64::from(playable >> hole & 1) << (number % 64);
            }
        }
        for (rank, joint_move) in schedule.moves.iter().enumerate() {
            let (east, west) = (joint_move.east, joint_move.west);
            for (number, word) in self.playable.iter().enumerate() {
                let both = |hole: u8| word[usize::from(hole) % MAX_HOLES];
                let mut left = both(east) & both(west);
                while left != 0 {
                    self.sorted.push(UnsownRound {
                        index: 0,
                        board: 64 * number as u32 + left.trailing_zeros(),
                        east,
                        west,
                        rank: rank as u8,
                    });
                    left &= left - 1;
                }
            }
        }
    }
}

/// Sows the rounds that outlasted the lanes.
fn sow_long(
    sower: &Sower,
    boards: &[Board],
    long: &mut Vec<(UnsownRound, Flight)>,
    visit: &mut impl Visit,
) {
    for (round, flight) in long.drain(..) {
        let sown = sower.sow_on(flight, boards[round.board as usize], Some(CHECK_AFTER));
        visit.found(round.board, round.east, RoundResult::Long(sown));
    }
}

/// The number of lanes on baseline processors, whose vectors have sixteen bytes.
const BASELINE_LANES: usize = 32;

/// The processor-specific operations on the lanes of a block.
trait Processor<const LANES: usize>: Copy {
    /// Returns the ranks of the boards.
    fn ranks(self, terms: &LayerTerms<'_>, columns: &Columns<LANES>) -> [u32; LANES];
    /// Returns the top bit of each lane.
    fn bits(self, lanes: &Lanes<LANES>) -> u64;
}

#[cfg(target_arch = "x86_64")]
impl Processor<64> for Avx2 {
    #[inline(always)]
    fn ranks(self, terms: &LayerTerms<'_>, columns: &Columns<64>) -> [u32; 64] {
        self.ranks_of_64(terms, columns)
    }

    #[inline(always)]
    fn bits(self, lanes: &Lanes<64>) -> u64 {
        self.bits_of_64(lanes)
    }
}

/// The operations of the baseline processor.
#[derive(Clone, Copy)]
struct Baseline;

impl<const LANES: usize> Processor<LANES> for Baseline {
    #[inline(always)]
    fn ranks(self, terms: &LayerTerms<'_>, columns: &Columns<LANES>) -> [u32; LANES] {
        terms.ranks(columns)
    }

    #[inline(always)]
    fn bits(self, lanes: &Lanes<LANES>) -> u64 {
        (0..LANES).fold(0, |bits, lane| bits | u64::from(lanes.0[lane] >> 7) << lane)
    }
}

/// Harvest that reports the results of the rounds of each block.
struct Harvested<'a, P, V> {
    processor: P,
    boards: &'a [Board],
    terms: &'a LayerTerms<'a>,
    long: &'a mut Vec<(UnsownRound, Flight)>,
    visit: &'a mut V,
}

impl<const LANES: usize, P: Processor<LANES>, V: Visit> Harvest<LANES> for Harvested<'_, P, V> {
    #[inline(always)]
    fn board(&self, round: &UnsownRound) -> Board {
        self.boards[round.board as usize]
    }

    #[inline(always)]
    fn take(&mut self, sower: &Sower, block: &Block<LANES>, waiting: &[UnsownRound]) {
        let holes = sower.rules().holes();
        // The side that stops has an empty hand, so the stones in the hands are the captured ones.
        let mut captured = Lanes([0; LANES]);
        for lane in 0..LANES {
            captured.0[lane] = mask(block.east_hand.0[lane] | block.west_hand.0[lane] != 0);
        }
        // After a capture sente passes, and the board is rotated.
        let mut columns = [Lanes([0; LANES]); MAX_HOLES];
        let mut playable = Lanes([0u8; LANES]);
        for hole in 0..holes {
            let (same, turned) = (&block.holes[hole], &block.holes[holes - 1 - hole]);
            let column = &mut columns[hole];
            for lane in 0..LANES {
                let stones =
                    (same.0[lane] & !captured.0[lane]) | (turned.0[lane] & captured.0[lane]);
                column.0[lane] = stones;
                // 255 is −1.
                playable.0[lane] = playable.0[lane].wrapping_sub(mask(stones >= 2));
            }
        }
        let mut finished = Lanes([0; LANES]);
        for lane in 0..LANES {
            finished.0[lane] = mask(playable.0[lane] < 2);
        }
        let ranks = self.processor.ranks(self.terms, &columns);

        let rounds = u64::MAX >> (64 - waiting.len());
        let going = self.processor.bits(&block.going) & rounds;
        let captures = self.processor.bits(&captured) & rounds & !going;
        let over = self.processor.bits(&finished) & captures;
        let after = |lane: usize| {
            let [east, west] = [block.east_hand.0[lane], block.west_hand.0[lane]];
            let gain = west.wrapping_sub(east) as i8;
            let gain = match sower.rules().capture {
                Capture::Normal => gain,
                Capture::Reversed => -gain,
            };
            (self.terms.stones - east - west, gain)
        };
        let visit = &mut *self.visit;
        each(rounds & !going & !captures, |lane| {
            let rank = ranks[lane];
            give(visit, &waiting[lane], RoundResult::Quiet { rank });
        });
        each(captures & !over, |lane| {
            let (left, gain) = after(lane);
            let rank = ranks[lane];
            give(
                visit,
                &waiting[lane],
                RoundResult::Capture { rank, left, gain },
            );
        });
        each(over, |lane| {
            let (left, gain) = after(lane);
            give(visit, &waiting[lane], RoundResult::Finished { left, gain });
        });
        each(going, |lane| {
            let board = block.boards(lane / 16 * 16)[lane % 16];
            let flight = block.flight(sower, lane, Board::from_lanes(board));
            self.long.push((waiting[lane], flight));
        });
    }
}

/// Reports a result. A function, because a closure would not be inlined.
#[inline(always)]
fn give(visit: &mut impl Visit, round: &UnsownRound, found: RoundResult) {
    visit.found(round.board, round.east, found);
}

/// Calls `visit` with the index of each set bit.
#[inline(always)]
fn each(mut bits: u64, mut visit: impl FnMut(usize)) {
    while bits != 0 {
        visit(bits.trailing_zeros() as usize % 64);
        bits &= bits - 1;
    }
}
