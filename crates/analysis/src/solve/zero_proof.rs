//! Proof search by the reading in which infinite play is worth what was won before it.

use sowlab_findings::Bounds;
use sowlab_solvers::search::proof::{ByZero, Claim, ProofSearch, ProofTable};
use sowlab_solvers::{Cancelled, Interval, JointProblem, Monitor, Player};

use super::unlimited::Tries;

/// What is proven of `zero` so far.
pub(super) struct ZeroProving<S> {
    state: S,
    /// Limits on moves in a row without a capture: which one suits the game nobody knows beforehand.
    quiet: &'static [u8],
    /// For the claim at hand.
    tries: Tries,
    proven: Interval,
    /// How far from what is proven to ask at most.
    reach: i32,
    /// The nodes of all searches.
    pub(super) nodes: u64,
}

impl<S: Copy> ZeroProving<S> {
    /// `zero` lies between the other two.
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

    /// What is proven.
    pub(super) fn proven(&self) -> Interval {
        self.proven
    }

    /// The same bounds, with what is proven here of `zero` as well.
    pub(super) fn narrowed(&self, bounds: Bounds) -> Bounds {
        let (start, end) = bounds.zero.into_inner();
        let Interval { low, high } = self.proven;
        Bounds {
            zero: low.max(start)..=high.min(end),
            ..bounds
        }
    }

    /// Takes over what is proven elsewhere.
    pub(super) fn assume(&mut self, between: Interval) {
        let proven = self.proven.and(between);
        if proven != self.proven {
            (self.proven, self.tries) = (proven, Tries::default());
        }
    }

    /// Searches until `zero` is known, nothing is left to ask or the monitor cancels; whether a longer search may prove more.
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

    /// The margin to ask for: the sign first, then away from it in growing steps.
    fn margin(&self) -> i32 {
        let Interval { low, high } = self.proven;
        let middle = low + (high - low + 1) / 2;
        match (low, high) {
            // A win?
            (..=0, 1..) => 1,
            (1.., _) => middle.min(low + self.reach),
            // A draw?
            (_, 0) => 0,
            (_, _) => middle.max(high + 1 - self.reach),
        }
    }

    /// Asks whether the first side gains a margin; `false` if none of the limits lets one tell.
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
            "{low:+} to {high:+} where infinite play counts for nobody; does the first to choose gain {margin:+}? {}; nodes",
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
