//! Counting the leaves of the game tree.

use sowlab_solvers::Monitor;

use super::super::perft::counted_plies;
use super::game::TwoRank;
use super::state::State;

/// Plies that are spread out before the work is shared among threads.
const SHARED_PLIES: u32 = 5;
/// Plies that are counted without asking whether to stop: some ten milliseconds.
const UNWATCHED_PLIES: u32 = 6;

impl TwoRank {
    /// How many sequences of exactly `depth` moves there are from `from`; each move of a side
    /// that moves again counts as one. Finished games are not continued and so count in no
    /// deeper ply. The last ply is counted without being played. One thread.
    ///
    /// ```
    /// use sowlab_games::two_rank::KALAH;
    /// let kalah = KALAH.build(None).unwrap();
    /// assert_eq!(kalah.perft(kalah.start(), 3), 185);
    /// ```
    pub fn perft(&self, from: State, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => self.legal_count(from) as u64,
            _ => self
                .legal(from)
                .map(|chosen| self.perft(self.after(from, chosen).0, depth - 1))
                .sum(),
        }
    }

    /// [`perft`](TwoRank::perft) of each depth from 1 to `depth`, on all threads of the pool. A
    /// list shorter than `depth` holds the plies that were complete when the monitor cancelled.
    pub fn perft_plies(&self, from: State, depth: u32, monitor: &dyn Monitor) -> Vec<u64> {
        let count = |leaf: &State, plies| self.perft_watched(*leaf, plies, monitor);
        counted_plies(self, from, depth, monitor, (SHARED_PLIES, count))
    }

    /// A count that means nothing once the monitor cancels.
    fn perft_watched(&self, from: State, depth: u32, monitor: &dyn Monitor) -> u64 {
        if depth <= UNWATCHED_PLIES {
            return self.perft(from, depth);
        }
        if monitor.cancelled() {
            return 0;
        }
        self.legal(from)
            .map(|chosen| self.perft_watched(self.after(from, chosen).0, depth - 1, monitor))
            .sum()
    }
}
