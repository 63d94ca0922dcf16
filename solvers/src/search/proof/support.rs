//! What a claim may rest on.

use super::search::{Claim, ProofSearch};
use crate::JointProblem;
use crate::Player;
use crate::Resolution;

/// A round from a claim that is to be proven.
pub(super) struct RoundClaim<S> {
    /// The choice of the leader, by number.
    pub(super) choice: usize,
    /// The claim that the round leads to, and whether without progress; or whether it decides the
    /// claim.
    pub(super) claim: Result<(Claim<S>, bool), bool>,
}

impl<J: JointProblem> ProofSearch<'_, J> {
    /// All rounds from a claim, choice by choice.
    pub(super) fn rounds_from(&self, claim: &Claim<J::State>) -> Vec<RoundClaim<J::State>> {
        let game = self.game();
        let bound = game.bound(&claim.state);
        let mut rounds: Vec<RoundClaim<J::State>> = Vec::new();
        let mut choice = 0;
        let mut current: Option<J::Choice> = None;
        game.expand(
            std::slice::from_ref(&claim.state),
            &mut |_, first, _, resolution: Resolution<J::State>| {
                if current.is_some_and(|current| current != first) {
                    choice += 1;
                }
                current = Some(first);
                let claim = self.after(claim, resolution).map(|next| {
                    let quiet = game.bound(&next.state) >= bound;
                    (next, quiet)
                });
                rounds.push(RoundClaim { choice, claim });
            },
        );
        rounds
    }
}

/// Rounds that together support a claim, those that cost least by what each of them costs (`None`: it is not
/// as the claimant needs it): the cost of all, and the claims that they lead to. Those that need no proof may
/// be among them.
pub(super) fn best_support<S: Copy, C: Copy + Ord + Default>(
    claimant: Player,
    rounds: &[RoundClaim<S>],
    costs: &[Option<C>],
    and: fn(C, C) -> C,
) -> Option<(C, Vec<Claim<S>>)> {
    let rounds: Vec<(&RoundClaim<S>, Option<C>)> =
        rounds.iter().zip(costs.iter().copied()).collect();
    let mut choices = rounds.chunk_by(|(a, _), (b, _)| a.choice == b.choice);
    let all = |replies: &[(_, Option<C>)]| {
        let mut costs = replies.iter().map(|(_, cost)| *cost);
        costs.try_fold(C::default(), |sum, cost| Some(and(sum, cost?)))
    };
    let (cost, support): (C, Vec<&RoundClaim<S>>) = match claimant {
        Player::Leader => {
            let holding_reply = choices.filter_map(|replies| Some((all(replies)?, replies)));
            let (cost, replies) = holding_reply.min_by_key(|(cost, _)| *cost)?;
            (cost, replies.iter().map(|(round, _)| *round).collect())
        }
        Player::Follower => choices.try_fold((C::default(), Vec::new()), |so_far, replies| {
            let (sum, mut support) = so_far;
            let holding_reply = replies
                .iter()
                .filter_map(|(round, cost)| Some((*cost.as_ref()?, *round)));
            let (cost, round) = holding_reply.min_by_key(|(cost, _)| *cost)?;
            support.push(round);
            Some((and(sum, cost), support))
        })?,
    };
    let claims = support
        .into_iter()
        .filter_map(|round| round.claim.ok().map(|(claim, _)| claim));
    Some((cost, claims.collect()))
}
