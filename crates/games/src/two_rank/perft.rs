//! Counts of the leaves of the game tree.

use sowlab_solvers::Monitor;

use super::super::perft::counted_plies;
use super::game::TwoRank;
use super::state::State;

/// The number of plies that are expanded before the work is shared among threads.
const SHARED_PLIES: u32 = 5;
/// The number of plies counted without checking the monitor: about ten milliseconds.
const UNWATCHED_PLIES: u32 = 6;

impl TwoRank {
    /// Returns the number of sequences of exactly `depth` moves from `from`, on one thread. Each move of a side that
    /// moves again counts as one. Finished games do not count in deeper plies. The last ply is counted without being
    /// played.
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

    /// Returns [`perft`](TwoRank::perft) of each depth from 1 to `depth`, using all threads of the pool. If the monitor
    /// cancels, the list has only the complete plies.
    pub fn perft_plies(&self, from: State, depth: u32, monitor: &dyn Monitor) -> Vec<u64> {
        let count = |leaf: &State, plies| self.perft_watched(*leaf, plies, monitor);
        counted_plies(self, from, depth, monitor, (SHARED_PLIES, count))
    }

    /// Counts with checks of the monitor; the result is meaningless once it cancels.
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
