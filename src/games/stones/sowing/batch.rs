//! Many rounds in flight at once.

use super::lap::{Flight, Sower, endless};
use crate::games::stones::board::Board;
use crate::games::stones::round::Round;

/// Laps that a round may take in the batch before it is sown on by itself, watched for cycles.
const LAPS_IN_BATCH: u32 = 48;

/// Rounds sown together: every joint move of a board, or of many boards.
///
/// Reuse one for many boards; it allocates only when it grows.
#[derive(Default)]
pub struct Batch {
    jobs: Vec<Job>,
    flights: Vec<Flight>,
    active: Vec<u32>,
    long: Vec<(u32, Result<Round, u64>)>,
}

/// One joint move in a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Job {
    /// The board before the round.
    pub board: Board,
    /// The index of East's hole (0 is hole 1).
    pub east: u8,
    /// The index of West's hole (0 is hole 1).
    pub west: u8,
}

impl Batch {
    /// An empty batch.
    pub fn new() -> Batch {
        Batch::default()
    }

    /// Forgets all rounds.
    pub fn clear(&mut self) {
        self.jobs.clear();
        self.flights.clear();
        self.active.clear();
        self.long.clear();
    }

    /// Adds every joint move of the board, by East's hole, then by West's.
    #[inline]
    pub fn push_board(&mut self, sower: &Sower, board: Board) {
        let playable = board.playable();
        let mut east_left = playable;
        while east_left != 0 {
            let east = east_left.trailing_zeros() as u8;
            east_left &= east_left - 1;
            let mut west_left = playable & !(1 << east);
            while west_left != 0 {
                let west = west_left.trailing_zeros() as u8;
                west_left &= west_left - 1;
                self.jobs.push(Job { board, east, west });
                self.flights.push(sower.start(board, east, west));
            }
        }
    }

    /// Sows every round in the batch to its end.
    pub fn sow(&mut self, sower: &Sower) {
        self.active.clear();
        self.active.extend(0..self.flights.len() as u32);
        let mut active = self.active.len();
        for _ in 0..LAPS_IN_BATCH {
            if active == 0 {
                return;
            }
            let mut kept = 0;
            for slot in 0..active {
                let index = self.active[slot];
                let goes_on = sower.advance(&mut self.flights[index as usize]);
                self.active[kept] = index;
                kept += usize::from(goes_on);
            }
            active = kept;
        }
        for &index in &self.active[..active] {
            let result = sower.sow_on(&mut self.flights[index as usize]);
            self.long.push((index, result));
        }
    }

    /// Calls `visit` with every joint move and its result, in the order of adding.
    #[inline]
    pub fn for_each(&self, sower: &Sower, mut visit: impl FnMut(Job, Round)) {
        let mut long = self.long.iter().peekable();
        for (index, (job, flight)) in self.jobs.iter().zip(&self.flights).enumerate() {
            let round = match long.next_if(|(at, _)| *at as usize == index) {
                Some((_, Ok(round))) => *round,
                Some((_, Err(period))) => endless(job.board, *period),
                None => sower.finish(flight, 0),
            };
            visit(*job, round);
        }
    }
}
