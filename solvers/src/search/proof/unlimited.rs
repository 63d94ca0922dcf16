//! Claims decided within a limit on rounds without progress, and without one.

use super::gathered::Gathered;
use super::search::{Claim, Limits, ProofSearch};
use super::table::{ClaimKey, Known};
use super::upheld::Upheld;
use super::worker::Found;
use crate::{Cancelled, JointProblem};

/// What a claim that is not upheld counts for in the table.
const WORK_TO_FAIL: u8 = 16;

/// What is known of a claim within a limit on rounds without progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WithinLimit {
    /// It holds, or holds within the limit.
    Holds {
        /// Whether the limit had a part.
        limited: bool,
    },
    /// It does not hold, or does not within the limit.
    Fails {
        /// Whether the limit had a part.
        limited: bool,
    },
    /// The nodes were spent before anything was known.
    Open,
}

/// What is known of a claim without a limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unlimited {
    /// It holds.
    Holds,
    /// It does not hold.
    Fails,
    /// What was found with a limit may not hold without it.
    Open {
        /// Whether a search with the same limit may find more now.
        learned: bool,
    },
}

impl<J: JointProblem> ProofSearch<'_, J> {
    /// Whether a claim holds, to any margin also [by zero](super::ByZero), as far as the limits let one tell; asking again goes on.
    ///
    /// # Errors
    /// The monitor cancelled.
    ///
    /// # Panics
    /// As [`ProofSearch::decide`].
    pub fn decide_within(
        &self,
        claim: &Claim<J::State>,
        limits: Limits,
    ) -> Result<WithinLimit, Cancelled> {
        let (searched, opposite) = match J::BY_ZERO {
            true => self.searched(claim),
            false => (*claim, false),
        };
        let Some(Found { numbers, how }) = self.find(&searched, limits)? else {
            return Ok(WithinLimit::Open);
        };
        let limited = how.limited;
        Ok(match (numbers.prove == 0) != opposite {
            true => WithinLimit::Holds { limited },
            false => WithinLimit::Fails { limited },
        })
    }

    /// Whether a claim holds, to any margin also [by zero](super::ByZero): what was found with a limit of so many rounds without
    /// progress counts if it is [upheld](ProofSearch::upheld). If it is not, what rests on limits is forgotten, so that no
    /// other search with this table may be under way.
    ///
    /// # Errors
    /// The monitor cancelled.
    ///
    /// # Panics
    /// As [`ProofSearch::decide`].
    pub fn decide_unlimited(
        &self,
        claim: &Claim<J::State>,
        quiet: u8,
    ) -> Result<Unlimited, Cancelled> {
        let limits = Limits {
            quiet,
            nodes: u64::MAX,
        };
        let (holds, limited) = match self.decide_within(claim, limits)? {
            WithinLimit::Holds { limited } => (true, limited),
            WithinLimit::Fails { limited } => (false, limited),
            WithinLimit::Open => return Err(Cancelled),
        };
        let mut gathered = Gathered::default();
        let held = if holds { *claim } else { claim.opposite() };
        let upheld = match limited {
            false => Upheld::Yes { claims: 1 },
            true => self.upheld_by(&held, quiet, &mut gathered)?,
        };
        Ok(match (upheld, holds) {
            (Upheld::Yes { .. }, true) => Unlimited::Holds,
            (Upheld::Yes { .. }, false) => Unlimited::Fails,
            (Upheld::NoRoom, _) => {
                self.monitor().remark("what holds within a limit on quiet rounds rests on more claims than there is memory for");
                Unlimited::Open { learned: false }
            }
            (Upheld::No { refuted }, _) => {
                let learned = self.forget_what_was_not_upheld(&held, &gathered, quiet) | refuted;
                Unlimited::Open { learned }
            }
        })
    }

    /// Forgets what rests on limits. By zero the next search takes what a claim was to rest on, and was found not to be upheld,
    /// for failing within the limit, and so looks for another way; whether there is such.
    fn forget_what_was_not_upheld(
        &self,
        held: &Claim<J::State>,
        gathered: &Gathered<J::State>,
        quiet: u8,
    ) -> bool {
        if !J::BY_ZERO {
            self.table().forget_limited();
            return false;
        }
        self.table().forget_limited_by_zero();
        let held = self.place_of(held);
        let failed = gathered.all_failed();
        let mut any = false;
        for goal in failed.filter(|goal| self.place_of(&goal.claim) != held) {
            let (searched, opposite) = self.searched(&goal.claim);
            let (height, limited) = (quiet, true);
            let known = match opposite {
                true => Known::Proven { height, limited },
                false => Known::Refuted { limited },
            };
            let key = ClaimKey {
                left: goal.left.min(quiet),
                ..self.key(&searched, quiet)
            };
            self.table().put(&key, known, WORK_TO_FAIL);
            any = true;
        }
        any
    }
}
