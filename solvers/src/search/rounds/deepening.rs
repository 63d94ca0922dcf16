//! Proven intervals that tighten round by round.

use super::Intervals;
use super::entry::ANY;
use super::expand::RoundsBound;
use super::search::RoundSearch;
use crate::{Cancelled, JointProblem, Player};

/// Iterative deepening over the rounds. Each number of rounds proves as much as it can, and proven bounds stay. The
/// search ends with [`Deepening::MOST_ROUNDS`].
pub struct Deepening<'a, 'b, J: JointProblem> {
    search: &'b RoundSearch<'a, J>,
    state: J::State,
    proven: Intervals,
    /// The number of rounds with which `lower.low` was proven; 1 if no search has proven it.
    securing_rounds: u8,
}

impl<'a, 'b, J: JointProblem> Deepening<'a, 'b, J> {
    /// The maximum number of rounds that are searched. The number is a byte, whose maximum stands for any number.
    pub const MOST_ROUNDS: u8 = ANY - 1;

    /// Creates a search of this state, with the bounds that need no search.
    pub fn new(search: &'b RoundSearch<'a, J>, state: J::State) -> Self {
        let proven = Intervals::without_search(search.game(), &state);
        Deepening {
            search,
            state,
            proven,
            securing_rounds: 1,
        }
    }

    /// Returns the proven bounds so far.
    pub fn proven(&self) -> Intervals {
        self.proven
    }

    /// Searches one round deeper. Returns `false` if nothing is left to search, or all [`Deepening::MOST_ROUNDS`] were
    /// searched.
    ///
    /// # Errors
    /// An error if the monitor cancelled; proven bounds are not lost.
    pub fn deepen(&mut self) -> Result<bool, Cancelled> {
        if self.proven.is_exact() || self.proven.rounds == Self::MOST_ROUNDS {
            return Ok(false);
        }
        let rounds = self.proven.rounds + 1;
        self.raise_lower(rounds)?;
        self.reduce_upper(rounds)?;
        self.proven.rounds = rounds;
        Ok(true)
    }

    /// Tests ascending margins where infinite play costs the leader. A win comes first, then a draw: the sign matters
    /// most, and both are closer than the minimum margin.
    fn raise_lower(&mut self, rounds: u8) -> Result<(), Cancelled> {
        let mut wanted = vec![0, 1];
        while self.proven.lower.low < self.proven.lower.high {
            let least = self.proven.lower.low + 1;
            let beta = wanted.pop().unwrap_or(least);
            if beta < least || beta > self.proven.lower.high {
                continue;
            }
            let RoundsBound { margin, broken_off } =
                self.search
                    .test(&self.state, Player::Leader, beta, rounds)?;
            if margin >= beta {
                self.proven.lower.low = margin;
                self.securing_rounds = rounds;
                self.proven.apply_order();
            } else {
                if !broken_off {
                    self.proven.lower.high = self.proven.lower.high.min(margin);
                }
                if beta == least {
                    break;
                }
            }
        }
        Ok(())
    }

    /// Tests descending margins where infinite play costs the follower.
    fn reduce_upper(&mut self, rounds: u8) -> Result<(), Cancelled> {
        let mut wanted = vec![1, 0];
        while self.proven.upper.low < self.proven.upper.high {
            let most = self.proven.upper.high;
            let beta = wanted.pop().unwrap_or(most);
            if beta > most || beta <= self.proven.upper.low {
                continue;
            }
            let RoundsBound { margin, broken_off } =
                self.search
                    .test(&self.state, Player::Follower, beta, rounds)?;
            if margin < beta {
                self.proven.upper.high = margin;
                self.proven.apply_order();
            } else {
                if !broken_off {
                    self.proven.upper.low = self.proven.upper.low.max(margin);
                }
                if beta == most {
                    break;
                }
            }
        }
        Ok(())
    }

    /// Returns a choice of the leader that secures `lower.low`. `None` if there is no choice.
    ///
    /// # Errors
    /// An error if the monitor cancelled.
    pub fn securing_choice(&self) -> Result<Option<J::Choice>, Cancelled> {
        let beta = self.proven.lower.low;
        let rounds = self.securing_rounds;
        self.search
            .securing_choice(&self.state, Player::Leader, beta, rounds)
    }
}
