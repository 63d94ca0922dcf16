//! Claims decided within a limit on rounds without progress, and without one.

use super::claim_set::ClaimSet;
use super::goal::GoalSetChoice;
use super::search::{Claim, Limits, ProofSearch};
use super::table::{ClaimKey, ClaimStatus};
use super::worker::ClaimResult;
use crate::{Cancelled, JointProblem};

/// The stated work of an unconfirmed claim in the table.
const WORK_TO_FAIL: u8 = 16;

/// The result for a claim within a limit on rounds without progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LimitedVerdict {
    /// The claim holds, or holds within the limit.
    Holds {
        /// Whether the result rests on the limit.
        limited: bool,
    },
    /// The claim does not hold, or does not within the limit.
    Fails {
        /// Whether the result rests on the limit.
        limited: bool,
    },
    /// The nodes were spent before the claim was decided.
    Open,
}

/// The result for a claim without a limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnlimitedVerdict {
    /// The claim holds.
    Holds,
    /// The claim does not hold.
    Fails,
    /// The result within the limit may not hold without it.
    Open {
        /// Whether another search with the same limit may find more.
        learned: bool,
    },
}

impl<J: JointProblem> ProofSearch<'_, J> {
    /// Decides a claim to any margin, also [by zero](super::ByZero), as far as the limits allow. A later call resumes
    /// the search.
    pub fn decide_within(
        &self,
        claim: &Claim<J::State>,
        limits: Limits,
    ) -> Result<LimitedVerdict, Cancelled> {
        let (searched, opposite) = match J::BY_ZERO {
            true => self.searched(claim),
            false => (*claim, false),
        };
        let Some(ClaimResult { numbers, basis }) = self.find(&searched, limits)? else {
            return Ok(LimitedVerdict::Open);
        };
        let limited = basis.limited;
        Ok(match (numbers.prove == 0) != opposite {
            true => LimitedVerdict::Holds { limited },
            false => LimitedVerdict::Fails { limited },
        })
    }

    /// Decides a claim to any margin, also [by zero](super::ByZero). A result that rests on the limit of `quiet` rounds
    /// without progress counts if it is [confirmed](ProofSearch::confirm). Otherwise limited results are forgotten, so
    /// that no other search may use the table at the same time.
    ///
    /// # Errors
    /// An error if the monitor cancelled.
    ///
    /// # Panics
    /// Panics as [`ProofSearch::decide`] does.
    pub fn decide_unlimited(
        &self,
        claim: &Claim<J::State>,
        quiet: u8,
    ) -> Result<UnlimitedVerdict, Cancelled> {
        let limits = Limits {
            quiet,
            nodes: u64::MAX,
        };
        let (holds, limited) = match self.decide_within(claim, limits)? {
            LimitedVerdict::Holds { limited } => (true, limited),
            LimitedVerdict::Fails { limited } => (false, limited),
            LimitedVerdict::Open => return Err(Cancelled),
        };
        let mut gathered = ClaimSet::default();
        let held = if holds { *claim } else { claim.opposite() };
        let confirm = match limited {
            false => Confirmation::Yes { claims: 1 },
            true => self.confirm_with(&held, quiet, &mut gathered)?,
        };
        Ok(match (confirm, holds) {
            (Confirmation::Yes { .. }, true) => UnlimitedVerdict::Holds,
            (Confirmation::Yes { .. }, false) => UnlimitedVerdict::Fails,
            (Confirmation::NoRoom, _) => {
                self.monitor().remark(
                    "not enough memory for the claims behind the limit on rounds without a capture",
                );
                UnlimitedVerdict::Open { learned: false }
            }
            (Confirmation::No { refuted }, _) => {
                let learned = self.forget_unconfirmed(&held, &gathered, quiet) | refuted;
                UnlimitedVerdict::Open { learned }
            }
        })
    }

    /// Forgets limited results. By zero, unconfirmed claims are then stored as failing within the limit, so that the
    /// next search finds other supports. Returns whether there are such claims.
    fn forget_unconfirmed(
        &self,
        held: &Claim<J::State>,
        gathered: &ClaimSet<J::State>,
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
                true => ClaimStatus::Proven { height, limited },
                false => ClaimStatus::Refuted { limited },
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

/// The number of claims examined between two checks of the monitor.
const CLAIMS_BETWEEN_LOOKS: u64 = 256;

/// The result of confirming a claim without a limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Confirmation {
    /// The claim holds: the claims of a set, itself included, follow from one another, from the oracle or from the
    /// rules.
    Yes {
        /// The number of claims in the set.
        claims: usize,
    },
    /// No support of the claim was found.
    No {
        /// Whether a claim that supports it within the limit was refuted without one. The next search then uses that
        /// refutation.
        refuted: bool,
    },
    /// The claim needs more claims than the table has entries, divided by
    /// [`CLAIMS_PER_ENTRY`](Confirmation::CLAIMS_PER_ENTRY).
    NoRoom,
}

impl Confirmation {
    /// The minimum number of table entries per claim of the set, which then takes about a quarter as much memory.
    pub const CLAIMS_PER_ENTRY: usize = 16;
}

impl<J: JointProblem> ProofSearch<'_, J> {
    /// Confirms a claim that holds within a limit on rounds without progress. [By zero](super::ByZero) the claim, to
    /// any margin, is proven within the limit, or its [opposite](Claim::opposite) is refuted. Otherwise the claim is
    /// the opposite of one that is refuted within the limit.
    ///
    /// A set of claims is extended with supports: with each claim, those after one choice of the claimant and after
    /// every choice of the other side. That set is the proof; the searches only suggest choices. A play that follows
    /// the set and does not end makes no progress from some round on, so that its need no longer changes. By zero, if
    /// the need is above 0, the rounds left decrease with each round, so that there is no such play. If it is not,
    /// infinite play is good enough. Otherwise it always is, because the claimant gains by it what the opposite claim
    /// loses.
    ///
    /// # Errors
    /// An error if the monitor cancelled.
    ///
    /// # Panics
    /// Panics as [`ProofSearch::decide`] does.
    pub fn confirm(&self, claim: &Claim<J::State>, quiet: u8) -> Result<Confirmation, Cancelled> {
        self.confirm_with(claim, quiet, &mut ClaimSet::default())
    }

    /// Confirms a claim with a set of the caller.
    pub(super) fn confirm_with(
        &self,
        claim: &Claim<J::State>,
        quiet: u8,
        gathered: &mut ClaimSet<J::State>,
    ) -> Result<Confirmation, Cancelled> {
        let whole = [vec![self.goal(*claim, self.rounds(claim, quiet))]];
        let mut learned = false;
        loop {
            let mut goals = match self.choose_goal_set(&whole, gathered, quiet)? {
                GoalSetChoice::One(goals) => goals.into_iter(),
                GoalSetChoice::None { refuted } => {
                    let refuted = refuted | learned;
                    return Ok(Confirmation::No { refuted });
                }
            };
            let goal = goals.next().expect("as many as asked for");
            let first = gathered.add(self.place_of(&goal.claim), goal);
            learned |= match self.gather_supports(first, gathered, quiet)? {
                Some(learned) => learned,
                None => return Ok(Confirmation::NoRoom),
            };
            if gathered.has(first) {
                let claims = gathered.len();
                return Ok(Confirmation::Yes { claims });
            }
        }
    }

    /// Extends the set with supports until none is missing or the first claim has none. Returns whether a claim without
    /// support is refuted without a limit; `None` if there are too many claims.
    fn gather_supports(
        &self,
        first: u32,
        gathered: &mut ClaimSet<J::State>,
        quiet: u8,
    ) -> Result<Option<bool>, Cancelled> {
        let most = self.table().entries() / Confirmation::CLAIMS_PER_ENTRY;
        let mut learned = false;
        let mut looked_at = 0;
        while gathered.has(first) {
            let Some((number, goal)) = gathered.next() else {
                break;
            };
            looked_at += 1;
            if looked_at % CLAIMS_BETWEEN_LOOKS == 0 {
                self.monitor().check()?;
                self.monitor().advance(CLAIMS_BETWEEN_LOOKS);
                if gathered.total_count() > most {
                    return Ok(None);
                }
            }
            for ways in self.goal_sets(&goal, quiet) {
                match self.choose_goal_set(&ways, gathered, quiet)? {
                    GoalSetChoice::One(goals) => {
                        for goal in goals {
                            let on = gathered.add(self.place_of(&goal.claim), goal);
                            gathered.record_support(number, on);
                        }
                    }
                    GoalSetChoice::None { refuted } => {
                        learned |= refuted;
                        gathered.fail(number);
                        break;
                    }
                }
            }
        }
        Ok(Some(learned))
    }
}
