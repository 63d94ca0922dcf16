//! The portable kernel: rounds take turns, with one lap of both hands each turn.

use super::flight::{Flight, Long};
use super::lap::Sower;
use super::rounds::Rounds;

/// The maximum number of laps here; longer rounds are sown individually, with cycle detection.
const LAPS: u32 = 48;

/// The number of rounds in flight together; more would exceed the cache.
const TILE: usize = 1024;

/// A tile of rounds.
#[derive(Default)]
pub(super) struct Queue {
    flights: Vec<Flight>,
    /// The indices in `flights` of the rounds that have not stopped.
    active: Vec<u16>,
}

impl Queue {
    pub(super) fn sow(&mut self, sower: &Sower, rounds: &mut Rounds) {
        let mut board = 0;
        let mut start = 0;
        while start < rounds.moves.len() {
            let end = rounds.moves.len().min(start + TILE);
            self.flights.clear();
            let mut first_board = board;
            for index in start..end {
                while rounds.boards[board].moves_end <= index {
                    board += 1;
                }
                if index == start {
                    first_board = board;
                }
                let joint_move = rounds.moves[index];
                self.flights.push(sower.start(
                    rounds.boards[board].board,
                    joint_move.east,
                    joint_move.west,
                ));
            }
            self.sow_tile(sower);
            for (flight, landing) in self.flights.iter().zip(&mut rounds.landings[start..end]) {
                *landing = sower.landing(flight);
            }
            let mut long_board = first_board;
            for &slot in &self.active {
                let index = start + usize::from(slot);
                while rounds.boards[long_board].moves_end <= index {
                    long_board += 1;
                }
                rounds.long.push(Long {
                    index,
                    board: rounds.boards[long_board].board,
                    flight: self.flights[usize::from(slot)],
                });
            }
            start = end;
        }
    }

    /// Sows the tile; rounds that outlast it stay active.
    fn sow_tile(&mut self, sower: &Sower) {
        self.active.clear();
        self.active.extend(0..self.flights.len() as u16);
        for _ in 0..LAPS {
            let mut kept = 0;
            for slot in 0..self.active.len() {
                let index = self.active[slot];
                let goes_on = sower.advance(&mut self.flights[usize::from(index)]);
                // Branch-free: the next index overwrites that of a round that has stopped.
                self.active[kept] = index;
                kept += usize::from(goes_on);
            }
            self.active.truncate(kept);
            if kept == 0 {
                return;
            }
        }
    }
}
