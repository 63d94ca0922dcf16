//! Rounds that go on for long, a few at a time, watched for states that recur.
//!
//! A round that has not ended after some hundred steps is as a rule endless, and its period may be
//! hundreds of millions of steps. Nearly always the recurring states include the start, so the
//! start is watched for beside the moving mark of Brent's method, which alone would go round up to
//! three times.

use sowlab_solvers::cycle::Brent;

use super::landing::endless;
use super::lap::{Flight, Sower};
use crate::games::stones::board::Board;
use crate::games::stones::round::Round;

/// Rounds taking turns: enough to hide that each lap waits for the one before.
const TURNS: usize = 8;

/// A round to be sown on: its index in the batch, the board before it, and where it is.
pub(super) struct Long {
    pub(super) index: usize,
    pub(super) board: Board,
    pub(super) flight: Flight,
}

/// What determines the rest of a sowing; the part that differs soonest first.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Recurring {
    hands: [u8; 4],
    board: Board,
}

struct Watched {
    index: usize,
    board: Board,
    flight: Flight,
    first: Recurring,
    first_steps: u64,
    mark: Brent<Recurring>,
    steps: u64,
}

impl Watched {
    fn new(long: Long) -> Watched {
        let mut flight = long.flight;
        let steps = flight.take_steps();
        let first = Watched::recurring(&flight);
        Watched {
            index: long.index,
            board: long.board,
            flight,
            first,
            first_steps: steps,
            mark: Brent::new(first, steps),
            steps,
        }
    }

    #[inline(always)]
    fn recurring(flight: &Flight) -> Recurring {
        Recurring {
            hands: flight.hands(),
            board: flight.board,
        }
    }

    /// Sows a lap. Returns the result if there is one.
    #[inline(always)]
    fn advance(&mut self, sower: &Sower) -> Option<Round> {
        let goes_on = sower.advance(&mut self.flight);
        self.steps += self.flight.take_steps();
        if !goes_on {
            let landing = sower.landing(&self.flight);
            return Some(landing.round(sower.rules(), self.steps));
        }
        let now = Watched::recurring(&self.flight);
        let period = match now == self.first {
            true => Some(self.steps - self.first_steps),
            false => self.mark.observe(&now, self.steps),
        };
        period.map(|period| endless(self.board, period))
    }
}

/// Sows rounds on to their ends, for as long as that takes. The results are in order of index.
pub(super) fn sow(sower: &Sower, rounds: impl Iterator<Item = Long>) -> Vec<(usize, Round)> {
    let mut waiting = rounds.map(Watched::new);
    let mut turns: Vec<Watched> = waiting.by_ref().take(TURNS).collect();
    let mut results = Vec::new();
    while !turns.is_empty() {
        let mut turn = 0;
        while turn < turns.len() {
            match turns[turn].advance(sower) {
                None => turn += 1,
                Some(round) => {
                    results.push((turns[turn].index, round));
                    match waiting.next() {
                        Some(next) => turns[turn] = next,
                        None => drop(turns.swap_remove(turn)),
                    }
                }
            }
        }
    }
    results.sort_unstable_by_key(|&(index, _)| index);
    results
}
