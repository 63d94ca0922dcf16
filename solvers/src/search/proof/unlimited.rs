//! Claims decided within a limit on rounds without progress, and without one.

use super::claim_set::ClaimSet;
use super::goal::GoalSetChoice;
use super::search::{Claim, Limits, ProofSearch};
use super::table::{ClaimKey, ClaimStatus};
use super::worker::ClaimResult;
use crate::{Cancelled, JointProblem};

/// What a claim that is not upheld counts for in the table.
const WORK_TO_FAIL: u8 = 16;

/// What is known of a claim within a limit on rounds without progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LimitedVerdict {
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
pub enum UnlimitedVerdict {
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
    ) -> Result<LimitedVerdict, Cancelled> {
        let (searched, opposite) = match J::BY_ZERO {
            true => self.searched(claim),
            false => (*claim, false),
        };
        let Some(ClaimResult { numbers, how }) = self.find(&searched, limits)? else {
            return Ok(LimitedVerdict::Open);
        };
        let limited = how.limited;
        Ok(match (numbers.prove == 0) != opposite {
            true => LimitedVerdict::Holds { limited },
            false => LimitedVerdict::Fails { limited },
        })
    }

    /// Whether a claim holds, to any margin also [by zero](super::ByZero): what was found with a limit of so many rounds without
    /// progress counts if it is [upheld](ProofSearch::confirm). If it is not, what rests on limits is forgotten, so that no
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
                self.monitor().remark("what holds within a limit on quiet rounds rests on more claims than there is memory for");
                UnlimitedVerdict::Open { learned: false }
            }
            (Confirmation::No { refuted }, _) => {
                let learned = self.forget_what_was_not_upheld(&held, &gathered, quiet) | refuted;
                UnlimitedVerdict::Open { learned }
            }
        })
    }

    /// Forgets what rests on limits. By zero the next search takes what a claim was to rest on, and was found not to be upheld,
    /// for failing within the limit, and so looks for another way; whether there is such.
    fn forget_what_was_not_upheld(
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

/// How many claims are taken in between two looks at whether to stop.
const CLAIMS_BETWEEN_LOOKS: u64 = 256;

/// Whether a claim was shown to hold without a limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Confirmation {
    /// It holds: so many claims, itself included, each follow from others among them, from what is known or from the rules.
    Yes {
        /// How many.
        claims: usize,
    },
    /// Nothing was found for it to rest on.
    No {
        /// Whether one of the claims on which it rests within the limit was refuted without one: the next search knows it.
        refuted: bool,
    },
    /// It rests on more claims than one in [`CLAIMS_PER_ENTRY`](Confirmation::CLAIMS_PER_ENTRY) of what the table can hold.
    NoRoom,
}

impl Confirmation {
    /// How many entries of the table one of the claims gathered stands for: together they take about a quarter as much memory.
    pub const CLAIMS_PER_ENTRY: usize = 16;
}

impl<J: JointProblem> ProofSearch<'_, J> {
    /// Whether a claim holds that holds within a limit on rounds without progress. [By zero](super::ByZero) it is proven, to any
    /// margin, or the [opposite](Claim::opposite) one is refuted within the limit. Otherwise it is the opposite of one that is
    /// refuted so.
    ///
    /// The claims on which it rests are gathered: with each, those after one choice of the claimant and
    /// after every one of the other side. That set is the proof; the searches only tell which choices to
    /// try. A play that follows it and does not end makes no progress from some round on, so that the margin
    /// still to be gained no longer changes. By zero, if that is above 0, the rounds left become fewer with each
    /// round and cannot be put up again, so that there is no such play. If it is not, infinite
    /// play is as good as wanted, as it always is where it gains the claimant what the opposite claim loses by it.
    ///
    /// # Errors
    /// The monitor cancelled.
    ///
    /// # Panics
    /// As [`ProofSearch::decide`].
    pub fn confirm(&self, claim: &Claim<J::State>, quiet: u8) -> Result<Confirmation, Cancelled> {
        self.confirm_with(claim, quiet, &mut ClaimSet::default())
    }

    /// The same with the claims gathered.
    pub(super) fn confirm_with(
        &self,
        claim: &Claim<J::State>,
        quiet: u8,
        gathered: &mut ClaimSet<J::State>,
    ) -> Result<Confirmation, Cancelled> {
        let whole = [vec![self.goal(*claim, self.rounds(claim, quiet))]];
        let mut learned = false;
        loop {
            let mut goals = match self.take(&whole, gathered, quiet)? {
                GoalSetChoice::One(goals) => goals.into_iter(),
                GoalSetChoice::None { refuted } => {
                    let refuted = refuted | learned;
                    return Ok(Confirmation::No { refuted });
                }
            };
            let goal = goals.next().expect("as many as asked for");
            let first = gathered.add(self.place_of(&goal.claim), goal);
            learned |= match self.gather(first, gathered, quiet)? {
                Some(learned) => learned,
                None => return Ok(Confirmation::NoRoom),
            };
            if gathered.has(first) {
                let claims = gathered.len();
                return Ok(Confirmation::Yes { claims });
            }
        }
    }

    /// Gathers what the claims of a set rest on until none is missing or the first is out; whether a claim that was taken
    /// out is refuted without a limit. `None` if there are too many.
    fn gather(
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
                if gathered.seen() > most {
                    return Ok(None);
                }
            }
            for ways in self.needed(&goal, quiet) {
                match self.take(&ways, gathered, quiet)? {
                    GoalSetChoice::One(goals) => {
                        for goal in goals {
                            let on = gathered.add(self.place_of(&goal.claim), goal);
                            gathered.rest(number, on);
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
