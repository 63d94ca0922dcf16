//! Threshold tests of a joint game that stops after a number of rounds.

use std::sync::atomic::{AtomicU64, Ordering};

use super::super::threads::BusyStates;
use super::entry::ANY;
use super::expand::{RoundsBound, expand};
use super::worker::{Shared, Worker};
use crate::search::TranspositionTable;
use crate::search::threads::first_result;
use crate::{Cancelled, JointProblem, Monitor, Player};

/// A search of one joint game with one table, on all threads of the current rayon pool.
pub struct RoundSearch<'a, J> {
    shared: Shared<'a, J>,
    nodes: AtomicU64,
}

impl<'a, J: JointProblem> RoundSearch<'a, J> {
    /// Creates a search that stores its results in `table`; a table is for one game.
    pub fn new(problem: J, table: &'a TranspositionTable, monitor: &'a dyn Monitor) -> Self {
        RoundSearch {
            shared: Shared {
                game: problem,
                table,
                monitor,
                busy: BusyStates::new(),
                avoiding: rayon::current_num_threads() > 1,
            },
            nodes: AtomicU64::new(0),
        }
    }

    /// Returns the problem.
    pub fn game(&self) -> &J {
        &self.shared.game
    }

    /// Returns the number of states visited so far, by all threads.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Tests whether the leader has `beta` or more in a state, where `loser` loses the rest at the horizon and in
    /// non-terminating rounds.
    ///
    /// # Errors
    /// An error if the monitor cancelled.
    ///
    /// # Panics
    /// Panics if there are more than 254 rounds: tables store their number in a byte, whose maximum stands for any
    /// number.
    pub fn test(
        &self,
        state: &J::State,
        loser: Player,
        beta: i32,
        rounds: u8,
    ) -> Result<RoundsBound, Cancelled> {
        assert!(rounds < ANY, "at most 254 rounds are searched");
        let game = &self.shared.game;
        let exact = game
            .terminal(state)
            .or_else(|| game.oracle_margin(state, loser));
        if let Some(margin) = exact {
            return Ok(RoundsBound {
                margin,
                broken_off: false,
            });
        }
        self.on_all_threads(|worker| worker.test(state, loser, beta, rounds))
    }

    /// Returns a choice of the leader that secures `beta` or more in the same game, if there is one. This is fast after
    /// a [`test`](RoundSearch::test) that found so.
    ///
    /// # Errors
    /// An error if the monitor cancelled.
    ///
    /// # Panics
    /// Panics as [`test`](RoundSearch::test) does.
    pub fn securing_choice(
        &self,
        state: &J::State,
        loser: Player,
        beta: i32,
        rounds: u8,
    ) -> Result<Option<J::Choice>, Cancelled> {
        assert!(rounds < ANY, "at most 254 rounds are searched");
        let Shared {
            ref game, table, ..
        } = self.shared;
        let mut numbers = Vec::new();
        game.leader_choices(state, &mut numbers);
        if rounds == 0 || numbers.is_empty() {
            return Ok(None);
        }
        let mut choices = expand(game, table, state, loser, beta, rounds);
        choices.retain(|choice| choice.refuted.is_none());
        choices.sort_by_key(|choice| choice.replies.len());
        for choice in &choices {
            let answer =
                self.on_all_threads(|worker| worker.search_replies(choice, loser, beta, rounds))?;
            if answer.margin >= beta {
                return Ok(Some(numbers[choice.number]));
            }
        }
        Ok(None)
    }

    fn on_all_threads(
        &self,
        ask: impl Fn(&mut Worker<'_, J>) -> Result<RoundsBound, Cancelled> + Sync,
    ) -> Result<RoundsBound, Cancelled> {
        // All results are bounds on the same side of the window.
        first_result(self.shared.avoiding, |stop| {
            let mut worker = Worker::new(&self.shared, stop);
            let answer = ask(&mut worker);
            self.nodes.fetch_add(worker.nodes(), Ordering::Relaxed);
            answer
        })
    }
}
