//! The claims that support a proof, collected after the search.

use rayon::prelude::*;
use rustc_hash::FxHashSet;

use super::search::{Claim, Limits, ProofSearch, Verdict};
use super::table::ClaimStatus;
use crate::{Cancelled, JointProblem, Player, Resolution};

/// The number of nodes in the first search for a claim that the table has forgotten.
const FIRST_NODES: u64 = 1_000;
/// The maximum number of searches for forgotten entries before the table counts as too small.
const MOST_SEARCHES: u32 = 30;
/// The number of claims whose support is determined together, on all threads.
const TOGETHER: usize = 1024;

/// The support of a claim from the game and the table alone.
enum StoredSupport<S> {
    /// The claim is decided without a proof.
    ClaimStatus(bool),
    /// The claims from which it follows.
    Support(Vec<Claim<S>>),
    /// A claim that it rests on must be searched again.
    Forgotten,
}

impl<J: JointProblem> ProofSearch<'_, J> {
    /// Returns proven claims from which the given ones follow, these included. For each, the claimant has one choice
    /// (or one reply to each choice) that leads only to claims among them or decided by the [oracle](crate::Oracle). No
    /// claim rests on itself. Forgotten entries are searched again. `None` if a claim cannot be proven.
    ///
    /// # Errors
    /// An error if the monitor cancelled.
    pub fn lemmas(
        &self,
        claims: &[Claim<J::State>],
    ) -> Result<Option<Vec<Claim<J::State>>>, Cancelled> {
        self.lemmas_within(claims, Limits::MOST_QUIET)
    }

    /// As [`lemmas`](ProofSearch::lemmas), where claims are searched again with up to `quiet` rounds without progress.
    pub(super) fn lemmas_within(
        &self,
        claims: &[Claim<J::State>],
        quiet: u8,
    ) -> Result<Option<Vec<Claim<J::State>>>, Cancelled> {
        let mut open = claims.to_vec();
        let mut seen: FxHashSet<Claim<J::State>> = open.iter().copied().collect();
        let mut lemmas = Vec::new();
        while !open.is_empty() {
            // No search checks the monitor where the table has everything.
            self.monitor().check()?;
            let last = open.split_off(open.len().saturating_sub(TOGETHER));
            for (claim, kept) in last.iter().zip(self.stored_supports(&last)) {
                let support = match kept {
                    StoredSupport::ClaimStatus(true) => continue,
                    StoredSupport::ClaimStatus(false) => return Ok(None),
                    StoredSupport::Support(support) => Some(support),
                    StoredSupport::Forgotten => self.support(claim, quiet)?,
                };
                let Some(support) = support else {
                    return Ok(None);
                };
                open.extend(support.into_iter().filter(|next| seen.insert(*next)));
                lemmas.push(*claim);
            }
        }
        Ok(Some(lemmas))
    }

    /// Returns the stored support of each claim.
    fn stored_supports(&self, claims: &[Claim<J::State>]) -> Vec<StoredSupport<J::State>> {
        if self.is_alone() || claims.len() == 1 {
            return claims
                .iter()
                .map(|claim| self.stored_support(claim))
                .collect();
        }
        claims
            .par_iter()
            .map(|claim| self.stored_support(claim))
            .collect()
    }

    fn stored_support(&self, claim: &Claim<J::State>) -> StoredSupport<J::State> {
        if let Some(holds) = self.decide_without_search(claim) {
            return StoredSupport::ClaimStatus(holds);
        }
        let Some(height) = self.height(claim) else {
            return StoredSupport::Forgotten;
        };
        let rounds = self.rounds_from(claim);
        for (next, _) in rounds.iter().filter_map(|round| round.claim.as_ref().ok()) {
            let bits = self.game().key(&next.state);
            if !self.game().prefetch(&next.state, bits) {
                self.table().prefetch(bits, next.claimant);
            }
        }
        let heights: Vec<Option<u16>> = rounds.iter().map(|round| self.height_of(round)).collect();
        // Only supports that are no higher are considered, so that none rests on itself. Among them the one of least
        // work is selected.
        let no_higher = |known: &Option<u16>| known.is_some_and(|known| known <= u16::from(height));
        let works: Vec<Option<u64>> = (rounds.iter().zip(&heights))
            .map(|(round, known)| no_higher(known).then(|| self.work_of(round)))
            .collect();
        let least = best_support(claim.claimant, &rounds, &works, u64::saturating_add);
        let support = least.map(|(_, claims)| claims);
        match support.or_else(|| lowest_support(claim, &rounds, &heights)) {
            Some(mut support) => {
                // Most of the support of a claim is decided without a search and should not take memory.
                support.retain(|next| self.decide_without_search(next).is_none());
                StoredSupport::Support(support)
            }
            None => StoredSupport::Forgotten,
        }
    }

    /// Returns the approximate number of states searched for the claim after a round; 0 if it is decided without a
    /// search.
    fn work_of(&self, round: &RoundClaim<J::State>) -> u64 {
        match &round.claim {
            Ok((next, _)) if self.decide_without_search(next).is_none() => {
                let work = self
                    .table()
                    .work(&self.key(next, Limits::MOST_QUIET))
                    .unwrap_or(u8::MAX);
                1 << work.min(62)
            }
            _ => 0,
        }
    }

    /// Returns claims from which a proven claim follows. `None` if it cannot be proven, or if the table is too small
    /// for its support.
    fn support(
        &self,
        claim: &Claim<J::State>,
        quiet: u8,
    ) -> Result<Option<Vec<Claim<J::State>>>, Cancelled> {
        let mut nodes = FIRST_NODES;
        let rounds = self.rounds_from(claim);
        for _ in 0..MOST_SEARCHES {
            if let Some(height) = self.height(claim) {
                let mut heights: Vec<Option<u16>> =
                    rounds.iter().map(|round| self.height_of(round)).collect();
                if let Some(support) = lowest_support(claim, &rounds, &heights) {
                    return Ok(Some(support));
                }
                // A part of the support was forgotten: each part is searched a little at a time.
                let quiet = height.max(quiet);
                self.search_forgotten_rounds(
                    claim.claimant,
                    &rounds,
                    &mut heights,
                    Limits { quiet, nodes },
                )?;
                if let Some(support) = lowest_support(claim, &rounds, &heights) {
                    return Ok(Some(support));
                }
            }
            match self.decide_widening(claim, Limits { quiet, nodes })? {
                Verdict::Refuted | Verdict::Limited => return Ok(None),
                Verdict::Proven | Verdict::Open(_) => {}
            }
            nodes = nodes.saturating_mul(2);
        }
        Ok(None)
    }

    /// Searches for rounds whose proof was forgotten, until they suffice for the claim or each was searched a little.
    /// Each result is recorded at once, because the next one may replace it in the table.
    fn search_forgotten_rounds(
        &self,
        claimant: Player,
        rounds: &[RoundClaim<J::State>],
        heights: &mut [Option<u16>],
        limits: Limits,
    ) -> Result<(), Cancelled> {
        let numbers: Vec<usize> = (0..rounds.len()).collect();
        let choices = numbers.chunk_by(|&a, &b| rounds[a].choice == rounds[b].choice);
        let mut choices: Vec<&[usize]> = choices.collect();
        // The choices with the fewest missing proofs come first.
        let missing = |choice: &&[usize]| {
            choice
                .iter()
                .filter(|&&round| heights[round].is_none())
                .count()
        };
        choices.sort_by_cached_key(missing);
        for choice in choices {
            // The leader needs every reply, the follower one.
            if claimant == Player::Follower && choice.iter().any(|&round| heights[round].is_some())
            {
                continue;
            }
            for &round in choice {
                if heights[round].is_some() {
                    continue;
                }
                let proven = match &rounds[round].claim {
                    Ok((next, _)) if self.decide_without_search(next).is_none() => {
                        self.decide_widening(next, limits)? == Verdict::Proven
                    }
                    _ => false,
                };
                heights[round] = self.height_of(&rounds[round]);
                if proven == (claimant == Player::Follower) {
                    break;
                }
            }
            let all = choice.iter().all(|&round| heights[round].is_some());
            if claimant == Player::Leader && all {
                break;
            }
        }
        Ok(())
    }

    /// Decides a claim with increasing limits on rounds without progress, because a proof is found faster under a low
    /// limit.
    fn decide_widening(
        &self,
        claim: &Claim<J::State>,
        limits: Limits,
    ) -> Result<Verdict, Cancelled> {
        let greatest = limits.quiet.min(Limits::LONGEST);
        let lower = Limits::QUIET.into_iter().filter(|&quiet| quiet < greatest);
        let mut verdict = Verdict::Limited;
        for quiet in lower.chain([greatest]) {
            if verdict == Verdict::Limited {
                verdict = self.decide(claim, Limits { quiet, ..limits })?;
            }
        }
        Ok(verdict)
    }

    /// Returns the height of the proof of a claim, if the table has one.
    pub(super) fn height(&self, claim: &Claim<J::State>) -> Option<u8> {
        match self.table().get(&self.key(claim, Limits::MOST_QUIET)) {
            ClaimStatus::Proven { height, .. } => Some(height),
            _ => None,
        }
    }

    /// Returns the height, in rounds without progress, of the proof that the round is favourable to the claimant;
    /// `None` if it is unknown.
    fn height_of(&self, round: &RoundClaim<J::State>) -> Option<u16> {
        match &round.claim {
            Err(decided) => decided.then_some(0),
            Ok((next, quiet)) => match self.decide_without_search(next) {
                Some(holds) => holds.then_some(0),
                None => {
                    let below = self.height(next)?;
                    Some(if *quiet { u16::from(below) + 1 } else { 0 })
                }
            },
        }
    }
}

/// Returns the claims that support a claim by the lowest proof. A support without progress has a lower proof, so that
/// no claim rests on itself. Claims that need no proof may be among them.
fn lowest_support<S: Copy>(
    claim: &Claim<S>,
    rounds: &[RoundClaim<S>],
    heights: &[Option<u16>],
) -> Option<Vec<Claim<S>>> {
    best_support(claim.claimant, rounds, heights, u16::max).map(|(_, claims)| claims)
}

/// A round from a claim that is to be proven.
pub(super) struct RoundClaim<S> {
    /// The number of the choice of the leader.
    pub(super) choice: usize,
    /// The claim that the round leads to, and whether it does so without progress. If the round decides the claim,
    /// whether the claim holds.
    pub(super) claim: Result<(Claim<S>, bool), bool>,
}

impl<J: JointProblem> ProofSearch<'_, J> {
    /// Lists all rounds from a claim, choice by choice.
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
                let claim = self.claim_after(claim, resolution).map(|next| {
                    let quiet = game.bound(&next.state) >= bound;
                    (next, quiet)
                });
                rounds.push(RoundClaim { choice, claim });
            },
        );
        rounds
    }
}

/// Returns the cheapest rounds that together support a claim, as their total cost and the claims that they lead to.
/// `costs` has `None` for a round that fails the claimant. Claims that need no proof may be among them.
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
