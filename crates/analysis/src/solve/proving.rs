//! Proof search of one state of a sequential game in which play may be infinite, in any number of calls.

use sowlab_solvers::search::proof::{Narrowing, ProofSearch, ProofTable};
use sowlab_solvers::search::rounds::Intervals;
use sowlab_solvers::{Interval, JointProblem, Monitor};

use super::unlimited::narrow_unlimited;

/// The first node budget of a claim before the search turns to others, and the factor by which it grows.
const FIRST_BUDGET: u64 = 1 << 14;
const BUDGET_GROWTH: u64 = 4;

/// The results so far of proof searches of a state, for `lower` and `upper`.
pub(super) struct Proving<S, M> {
    pub(super) state: S,
    /// The limits on consecutive moves without a capture, each used in turn. Nothing tells in advance which limit suits
    /// the game.
    quiet: &'static [u8],
    /// The intervals; `None` before the first search.
    pub(super) proven: Option<Intervals>,
    /// A move that secures `lower`, when that is proven.
    pub(super) best: Option<M>,
    /// The number of nodes of all searches.
    pub(super) nodes: u64,
    /// The node budget of a claim before the search turns to others.
    node_budget: u64,
    /// The intervals at which nothing more could be shown without a limit on consecutive moves without a capture.
    stuck: Option<Intervals>,
}

impl<S: Copy, M: Copy> Proving<S, M> {
    /// Creates a search without results.
    pub(super) fn new(state: S, quiet: &'static [u8]) -> Proving<S, M> {
        Proving {
            state,
            quiet,
            proven: None,
            best: None,
            nodes: 0,
            node_budget: FIRST_BUDGET,
            stuck: None,
        }
    }

    /// Returns whether the values under all infinite-play conventions are proven and equal.
    pub(super) fn closed(&self) -> bool {
        self.proven
            .is_some_and(|proven| proven.is_exact() && proven.lower == proven.upper)
    }

    /// Returns whether `lower` and `upper` are proven.
    pub(super) fn settled(&self) -> bool {
        self.proven.is_some_and(|proven| proven.is_exact())
    }

    /// Returns whether the state is proven to depend on infinite play.
    pub(super) fn infinite_play_matters(&self) -> bool {
        self.proven
            .is_some_and(|proven| proven.lower.high < proven.upper.low)
    }

    /// Adopts the proven interval of `zero`, which lies between `lower` and `upper`.
    pub(super) fn assume_zero(&mut self, zero: Interval) {
        if let Some(proven) = &mut self.proven {
            proven.lower.high = proven.lower.high.min(zero.high);
            proven.upper.low = proven.upper.low.max(zero.low);
        }
    }

    /// Searches until no claims are left or the monitor cancels. Returns whether a claim stayed open.
    pub(super) fn search<J: JointProblem<State = S, Choice = M>>(
        &mut self,
        problem: J,
        table: &ProofTable,
        monitor: &dyn Monitor,
    ) -> bool {
        let search = ProofSearch::new(problem, table, monitor);
        let mut left_open = true;
        while left_open && !monitor.cancelled() {
            left_open = self.within_budget(&search);
            if left_open && !monitor.cancelled() {
                self.node_budget = self.node_budget.saturating_mul(BUDGET_GROWTH);
            }
        }
        self.nodes += search.nodes();
        left_open
    }

    /// Decides claims without a limit on consecutive moves without a capture, after no claims are left within the
    /// limits. Returns whether a longer search may decide more.
    pub(super) fn search_unlimited<J: JointProblem<State = S, Choice = M>>(
        &mut self,
        problem: J,
        table: &ProofTable,
        quiet: &[u8],
        monitor: &dyn Monitor,
    ) -> bool {
        let Some(proven) = &mut self.proven else {
            return false;
        };
        if proven.is_exact() || self.stuck == Some(*proven) {
            return false;
        }
        let search = ProofSearch::new(problem, table, monitor);
        let narrowed = narrow_unlimited(&search, &self.state, proven, quiet);
        if narrowed.is_ok() {
            self.stuck = Some(*proven);
        }
        if self.best.is_none() && proven.lower.is_exact() {
            let mut narrowing = Narrowing::new(&search, self.state);
            narrowing.assume(*proven);
            self.best = narrowing.securing_choice().ok().flatten();
        }
        self.nodes += search.nodes();
        narrowed.is_err()
    }

    /// Searches the claims left with the current node budget and each limit on consecutive moves without a capture.
    /// Returns whether a claim stayed open.
    fn within_budget<J: JointProblem<State = S, Choice = M>>(
        &mut self,
        search: &ProofSearch<'_, J>,
    ) -> bool {
        let mut left_open = false;
        for quiet in self.quiet.chunks(1) {
            let mut narrowing = Narrowing::new(search, self.state).with_quiet(quiet);
            if let Some(proven) = self.proven {
                narrowing.assume(proven);
            }
            let mut asked = Ok(true);
            while asked == Ok(true) {
                asked = narrowing.narrow(self.node_budget);
            }
            let proven = narrowing.proven();
            self.proven = Some(proven);
            if self.best.is_none() && proven.lower.is_exact() {
                self.best = narrowing.securing_choice().ok().flatten();
            }
            if asked.is_err() || proven.is_exact() {
                return !proven.is_exact();
            }
            left_open |= narrowing.may_prove_more();
        }
        left_open
    }
}
