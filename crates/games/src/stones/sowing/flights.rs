//! The kernel that runs on every processor: rounds taking turns, a lap of both hands each turn.

use super::flight::{Flight, Long};
use super::lap::Sower;
use super::rounds::Rounds;

/// Laps that a round may take here before it is sown on by itself, watched for cycles.
const LAPS: u32 = 48;

/// Rounds in flight together; more would only leave the cache.
const TILE: usize = 1024;

/// A tile of rounds.
#[derive(Default)]
pub(super) struct Queue {
    flights: Vec<Flight>,
    /// The indices in `flights` of the rounds that go on.
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

    /// Sows the tile; what is still active outlasted it.
    fn sow_tile(&mut self, sower: &Sower) {
        self.active.clear();
        self.active.extend(0..self.flights.len() as u16);
        for _ in 0..LAPS {
            let mut kept = 0;
            for slot in 0..self.active.len() {
                let index = self.active[slot];
                let goes_on = sower.advance(&mut self.flights[usize::from(index)]);
                // Without a branch: the next index overwrites that of a round that has stopped.
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
