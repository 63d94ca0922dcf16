//! Proof search for `zero`, where infinite play is a draw: it has the value won before it.

use sowlab_findings::Bounds;
use sowlab_solvers::search::proof::{ByZero, Claim, ProofSearch, ProofTable};
use sowlab_solvers::{Cancelled, Interval, JointProblem, Monitor, Player};

use super::unlimited::Tries;

/// The results so far for `zero`.
pub(super) struct ZeroProving<S> {
    state: S,
    /// The limits on consecutive moves without a capture. Nothing tells in advance which limit suits the game.
    quiet: &'static [u8],
    /// The tries of the current claim.
    tries: Tries,
    proven: Interval,
    /// The maximum distance of the next claim from the proven bounds.
    reach: i32,
    /// The number of nodes of all searches.
    pub(super) nodes: u64,
}

impl<S: Copy> ZeroProving<S> {
    /// Creates a search for `zero`, which lies between the other two values.
    pub(super) fn new(state: S, between: Interval, quiet: &'static [u8]) -> ZeroProving<S> {
        ZeroProving {
            state,
            quiet,
            tries: Tries::default(),
            proven: between,
            reach: 1,
            nodes: 0,
        }
    }

    /// Returns the proven interval.
    pub(super) fn proven(&self) -> Interval {
        self.proven
    }

    /// Returns the bounds with the proven interval of `zero`.
    pub(super) fn narrowed(&self, bounds: Bounds) -> Bounds {
        let (start, end) = bounds.zero.into_inner();
        let Interval { low, high } = self.proven;
        Bounds {
            zero: low.max(start)..=high.min(end),
            ..bounds
        }
    }

    /// Adopts an interval that was proven elsewhere.
    pub(super) fn assume(&mut self, between: Interval) {
        let proven = self.proven.and(between);
        if proven != self.proven {
            (self.proven, self.tries) = (proven, Tries::default());
        }
    }

    /// Searches until `zero` is proven, no claims are left or the monitor cancels. Returns whether a longer search may
    /// prove more.
    pub(super) fn search<J: JointProblem<State = S>>(
        &mut self,
        problem: J,
        table: &ProofTable,
        monitor: &dyn Monitor,
    ) -> bool {
        let search = ProofSearch::new(ByZero(problem), table, monitor);
        let mut decided = Ok(true);
        while decided == Ok(true) && !self.proven.is_exact() {
            decided = self.ask(&search);
        }
        self.nodes += search.nodes();
        decided.is_err()
    }

    /// Returns the margin of the next claim. The sign comes first, then margins away from it in growing steps.
    fn margin(&self) -> i32 {
        let Interval { low, high } = self.proven;
        let middle = low + (high - low + 1) / 2;
        match (low, high) {
            // The claim to a win.
            (..=0, 1..) => 1,
            (1.., _) => middle.min(low + self.reach),
            // The claim to a draw.
            (_, 0) => 0,
            (_, _) => middle.max(high + 1 - self.reach),
        }
    }

    /// Decides whether the leader gains the next margin. Returns `false` if all limits are inconclusive.
    fn ask<J: JointProblem<State = S>>(
        &mut self,
        search: &ProofSearch<'_, ByZero<J>>,
    ) -> Result<bool, Cancelled> {
        let margin = self.margin();
        let gains = Claim {
            state: self.state,
            claimant: Player::Leader,
            need: margin,
        };
        let Interval { low, high } = self.proven;
        let what = format!(
            "{low:+} to {high:+} with infinite play as a draw; does the first chooser gain {margin:+}? {}; nodes",
            search.probe_counts()
        );
        search.monitor().begin(&what, 0);
        match self.tries.decide(search, &gains, self.quiet)? {
            Some(true) => self.proven.low = margin,
            Some(false) => self.proven.high = margin - 1,
            None => return Ok(false),
        }
        self.tries = Tries::default();
        self.reach *= if margin.abs() > 1 { 2 } else { 1 };
        Ok(true)
    }
}
