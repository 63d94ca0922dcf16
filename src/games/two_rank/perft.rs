//! Counting the leaves of the game tree.

use super::game::TwoRank;
use super::state::State;

impl TwoRank {
    /// How many sequences of exactly `depth` moves there are from `state`; each move of a side
    /// that moves again counts as one. Finished games are not continued and so count in no
    /// deeper ply. The last ply is counted without being played.
    ///
    /// ```
    /// use sowlab::games::two_rank::parse;
    /// let kalah = parse("kalah").unwrap();
    /// assert_eq!(kalah.perft(kalah.start(), 3), 185);
    /// ```
    pub fn perft(&self, state: State, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => self.legal_count(state) as u64,
            _ => self
                .legal(state)
                .map(|chosen| self.perft(self.after(state, chosen).0, depth - 1))
                .sum(),
        }
    }
}
