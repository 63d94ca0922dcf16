//! Decisions without a limit on rounds without progress, from searches with a limit.

use sowlab_solvers::search::proof::{Claim, ProofSearch, UnlimitedVerdict};
use sowlab_solvers::search::rounds::Intervals;
use sowlab_solvers::{Cancelled, JointProblem, Player};

/// The limits on rounds without progress, in the order of their use.
pub(super) static QUIET: [u8; 5] = [6, 12, 24, 40, 63];
/// The maximum number of tries of a limit while each finds something new. Shorter limits take fewer nodes.
const TRIES: u32 = 8;

/// The progress of deciding a claim.
#[derive(Default)]
pub(super) struct Tries {
    /// The number of limits on rounds without progress that were inconclusive.
    limits: usize,
    /// The number of tries of the next limit.
    times: u32,
}

impl Tries {
    /// Decides whether a claim holds. Returns `None` if all limits on rounds without progress are inconclusive. After a
    /// cancellation, the next call resumes.
    pub(super) fn decide<J: JointProblem>(
        &mut self,
        search: &ProofSearch<'_, J>,
        claim: &Claim<J::State>,
        quiet: &[u8],
    ) -> Result<Option<bool>, Cancelled> {
        while let Some(&limit) = quiet.get(self.limits) {
            match search.decide_unlimited(claim, limit)? {
                UnlimitedVerdict::Holds => return Ok(Some(true)),
                UnlimitedVerdict::Fails => return Ok(Some(false)),
                UnlimitedVerdict::Open { learned } => {
                    self.times += 1;
                    if !learned || self.times == TRIES {
                        (self.limits, self.times) = (self.limits + 1, 0);
                    }
                }
            }
        }
        Ok(None)
    }
}

/// Decides whether a claim holds. Returns `None` if all limits on rounds without progress are inconclusive.
pub(super) fn decide_unlimited<J: JointProblem>(
    search: &ProofSearch<'_, J>,
    claim: &Claim<J::State>,
    quiet: &[u8],
) -> Result<Option<bool>, Cancelled> {
    Tries::default().decide(search, claim, quiet)
}

/// Narrows `lower` and `upper` of a state as far as the limits allow decisions without a limit. Margins have the parity
/// of the bound, if the game guarantees it.
pub(super) fn narrow_unlimited<J: JointProblem>(
    search: &ProofSearch<'_, J>,
    state: &J::State,
    proven: &mut Intervals,
    quiet: &[u8],
) -> Result<(), Cancelled> {
    let step = 1 + i32::from(search.game().margins_have_parity_of_bound());
    for claimant in [Player::Leader, Player::Follower] {
        // The margin that the claimant has secured, and the greatest that is not refuted.
        loop {
            let (least, greatest) = match claimant {
                Player::Leader => (proven.lower.low, proven.lower.high),
                Player::Follower => (-proven.upper.high, -proven.upper.low),
            };
            if least == greatest {
                break;
            }
            let claim = Claim {
                state: *state,
                claimant,
                need: least + step,
            };
            let what = format!(
                "{:+} to {:+}; does the {} gain {:+} without a limit?; nodes",
                proven.lower.low,
                proven.upper.high,
                if claimant == Player::Leader {
                    "first chooser"
                } else {
                    "second"
                },
                claim.need,
            );
            search.monitor().begin(&what, 0);
            match (claimant, decide_unlimited(search, &claim, quiet)?) {
                (_, None) => break,
                (Player::Leader, Some(true)) => proven.lower.low = claim.need,
                (Player::Leader, Some(false)) => proven.lower.high = least,
                (Player::Follower, Some(true)) => proven.upper.high = -claim.need,
                (Player::Follower, Some(false)) => proven.upper.low = -least,
            }
        }
    }
    Ok(())
}
