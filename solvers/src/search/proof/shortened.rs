//! Complete proofs without claims that a reader finds by looking one round ahead.

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::search::{Claim, ProofSearch};
use super::settled::ClaimGroup;
use crate::{Cancelled, JointProblem, Player};

/// By claimant and the key of a state, the greatest need of a claim that was left out.
type LeftOut = [FxHashMap<u128, i32>; 2];

impl<J> ProofSearch<'_, J>
where
    J: JointProblem,
    J::State: Send + Sync,
{
    /// A [complete](ProofSearch::complete) proof with fewer claims: one is left out if none of those that it may rest on is.
    /// So each claim that is left out follows in one round from what the game knows and from claims that stay, and each that stays
    /// follows from such claims and from those that stay. Claims about the states that `stays` names stay.
    ///
    /// # Errors
    /// The monitor cancelled.
    pub fn shortened(
        &self,
        groups: Vec<ClaimGroup<J::State>>,
        stays: impl Fn(&J::State) -> bool + Sync,
    ) -> Result<Vec<ClaimGroup<J::State>>, Cancelled> {
        let claims = groups.iter().map(|group| group.states.len() as u64).sum();
        self.monitor().begin("claims to leave out or not", claims);
        let mut left_out = LeftOut::default();
        let mut short = Vec::new();
        for mut group in groups {
            self.monitor().check()?;
            let (claimant, need) = (group.claimant, group.need);
            let states = std::mem::take(&mut group.states);
            let stay = |state: &J::State| {
                let claim = Claim {
                    state: *state,
                    claimant,
                    need,
                };
                stays(state) || self.may_rest_on(&claim, &left_out)
            };
            let stay: Vec<bool> = states.par_iter().map(stay).collect();
            self.monitor().advance(states.len() as u64);
            for (state, stays) in states.into_iter().zip(stay) {
                if stays {
                    group.states.push(state);
                } else {
                    let of = &mut left_out[usize::from(claimant == Player::Follower)];
                    let most = of.entry(self.game().key(&state)).or_insert(need);
                    *most = need.max(*most);
                }
            }
            short.extend((!group.states.is_empty()).then_some(group));
        }
        Ok(short)
    }

    /// Whether a round from a claim leads to one that was left out.
    fn may_rest_on(&self, claim: &Claim<J::State>, left_out: &LeftOut) -> bool {
        let rounds = self.rounds_from(claim).into_iter();
        let mut next = rounds.filter_map(|round| Some(round.claim.ok()?.0));
        next.any(|next| {
            // To lose all that is left rests on nothing.
            if next.need <= -self.game().bound(&next.state) {
                return false;
            }
            let of = &left_out[usize::from(next.claimant == Player::Follower)];
            let most = of.get(&self.game().key(&next.state));
            most.is_some_and(|&most| most >= next.need)
        })
    }
}
