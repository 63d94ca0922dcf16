//! Estimates of values that are not proven.

use std::cell::Cell;
use std::ops::RangeInclusive;
use std::sync::Arc;

use sowlab_solvers::search::{self, AlphaBeta, DepthLimited, TableSizeError, TranspositionTable};
use sowlab_solvers::{Cancelled, Monitor, Problem};

use crate::learned::{self, Evaluation};
use sowlab_findings::Estimate;
use sowlab_games::contest::Contest;

/// The maximum search depth, in moves.
pub(crate) const MOST_DEPTH: u8 = 100;
/// The number of nodes after which no deeper search begins without a time limit. They take a second or two.
pub(crate) const ESTIMATE_NODES: u64 = 2_000_000;
/// The size of the transposition table in bytes.
const TABLE: usize = 1 << 25;

/// A depth-limited alpha-beta search. The built-in evaluation of the game estimates the margin at the horizon. In a
/// game without an evaluation that margin is 0.
pub struct Estimator<'a, C: Contest> {
    game: &'a C,
    table: TranspositionTable,
    eval: Option<Arc<Evaluation>>,
    nodes: Cell<u64>,
}

impl<'a, C: Contest> Estimator<'a, C> {
    /// Creates a search with its own transposition table.
    ///
    /// # Errors
    /// There is no memory for the table.
    pub fn new(game: &'a C) -> Result<Self, TableSizeError> {
        Ok(Estimator {
            game,
            table: TranspositionTable::new(TABLE)?,
            eval: Evaluation::built_in_for(game),
            nodes: Cell::new(0),
        })
    }

    /// Returns the number of nodes searched so far.
    pub fn nodes(&self) -> u64 {
        self.nodes.get()
    }

    /// Returns the least depth to search, at least `depth`. With an evaluation, a search ends at the start of a round.
    fn depth_from(&self, state: &C::State, depth: u8) -> u8 {
        let round = match self.eval {
            Some(_) => self.game.moves_of_a_round(),
            None => 1,
        };
        let begun = u8::from(self.game.mid_round(state));
        (depth.max(1) + begun).next_multiple_of(round) - begun
    }

    /// Estimates the margin of the side to move by a search to `depth` or the next possible depth, and returns that
    /// depth too. The guess does not affect the margin.
    ///
    /// # Errors
    /// The monitor cancelled. Some positions have moves that take millions of laps, so there should be a time limit.
    pub fn margin(
        &self,
        state: &C::State,
        depth: u8,
        guess: i32,
        monitor: &dyn Monitor,
    ) -> Result<Estimate, Cancelled> {
        let depth = self.depth_from(state, depth);
        let problem = Problem::new(self.game).with_guide(self.game);
        let eval = self.eval.as_deref();
        let beyond =
            |state: &C::State| eval.map_or(0, |eval| learned::estimate(self.game, eval, state));
        let beyond: &search::Estimate<'_, C::State> = &beyond;
        let pace = eval.map_or(1, |_| self.game.moves_of_a_round());
        let horizon = DepthLimited::new(problem, beyond).with_pace(pace);
        let search = AlphaBeta::new(horizon, &self.table, monitor).on_one_thread();
        let root = horizon.limit(*state, depth);
        let margin = search.value(&root, guess, &mut |_| ());
        self.nodes.set(self.nodes.get() + search.nodes());
        let margin = margin?;
        Ok(Estimate { margin, depth })
    }

    /// Estimates the margin of the side to move within its proven interval, one depth at a time. Stops when two million
    /// nodes are searched or the monitor cancels. Returns `None` if no search ended.
    pub fn estimate(
        &self,
        state: &C::State,
        proven: &RangeInclusive<i32>,
        monitor: &dyn Monitor,
    ) -> Option<Estimate> {
        let mut best: Option<Estimate> = None;
        loop {
            let depth = best.map_or(1, |best| best.depth + 1);
            if depth > MOST_DEPTH || self.nodes() >= ESTIMATE_NODES {
                return best;
            }
            let guess = best.map_or(0, |best| best.margin);
            let Ok(Estimate { margin, depth }) = self.margin(state, depth, guess, monitor) else {
                return best;
            };
            let margin = margin.clamp(*proven.start(), *proven.end());
            best = Some(Estimate { margin, depth });
        }
    }
}
