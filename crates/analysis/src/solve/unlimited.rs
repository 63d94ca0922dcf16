//! What was found with a limit on rounds without progress, decided without it.

use sowlab_solvers::search::proof::{Claim, ProofSearch, UnlimitedVerdict};
use sowlab_solvers::search::rounds::Intervals;
use sowlab_solvers::{Cancelled, JointProblem, Player};

/// Limits on rounds without progress, one after the other.
pub(super) static QUIET: [u8; 5] = [6, 12, 24, 40, 63];
/// How often one of them is tried while something is learned: the shorter, the fewer nodes it takes.
const TRIES: u32 = 8;

/// How far one has come with a claim.
#[derive(Default)]
pub(super) struct Tries {
    /// Limits on rounds without progress that did not let one tell.
    limits: usize,
    /// How often the next one was tried.
    times: u32,
}

impl Tries {
    /// Whether the claim holds; `None` if none of the limits on rounds without progress lets one tell. Cancelled, it goes on from
    /// there the next time.
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

/// Whether a claim holds; `None` if none of the limits on rounds without progress lets one tell.
pub(super) fn decide_unlimited<J: JointProblem>(
    search: &ProofSearch<'_, J>,
    claim: &Claim<J::State>,
    quiet: &[u8],
) -> Result<Option<bool>, Cancelled> {
    Tries::default().decide(search, claim, quiet)
}

/// Narrows down `lower` and `upper` of a state as far as the limits let one tell what holds without them; margins have the
/// parity of the bound.
pub(super) fn narrow_unlimited<J: JointProblem>(
    search: &ProofSearch<'_, J>,
    state: &J::State,
    proven: &mut Intervals,
    quiet: &[u8],
) -> Result<(), Cancelled> {
    let step = 1 + i32::from(search.game().margins_have_parity_of_bound());
    for claimant in [Player::Leader, Player::Follower] {
        // What the claimant has secured, and the most that is not refuted.
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
                    "first to choose"
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
