//! What a proof rests on, collected after the search.

use rustc_hash::FxHashSet;

use super::search::{Claim, Limits, ProofSearch, Verdict};
use super::table::{ClaimKey, Known};
use crate::{Cancelled, JointProblem, Player, Resolution};

/// The nodes searched for a claim at first, where the table has forgotten it.
const FIRST_NODES: u64 = 1_000;
/// How often what was forgotten is searched again before the table is found too small.
const MOST_SEARCHES: u32 = 30;

/// A round from a claim that is to be proven.
struct Next<S> {
    /// The choice of the leader, by number.
    choice: usize,
    /// The claim that the round leads to, and whether without progress; or whether it decides the
    /// claim.
    claim: Result<(Claim<S>, bool), bool>,
}

impl<J: JointProblem> ProofSearch<'_, J> {
    /// Proven claims from which the given ones follow, these included: for each, one choice (or one
    /// reply to each choice) of the claimant leads only to claims that are among them or that the
    /// game [knows](crate::Oracle); and none rests on itself. What the table has forgotten
    /// is searched again. `None` if a claim cannot be proven.
    ///
    /// # Errors
    /// The monitor cancelled.
    pub fn lemmas(
        &self,
        claims: &[Claim<J::State>],
    ) -> Result<Option<Vec<Claim<J::State>>>, Cancelled> {
        let mut open = claims.to_vec();
        let mut seen: FxHashSet<Claim<J::State>> = open.iter().copied().collect();
        let mut lemmas = Vec::new();
        while let Some(claim) = open.pop() {
            // Where the table holds everything, no search asks.
            self.monitor().check()?;
            match self.known(&claim) {
                Some(true) => continue,
                Some(false) => return Ok(None),
                None => {}
            }
            let Some(support) = self.support(&claim)? else {
                return Ok(None);
            };
            for next in support {
                if seen.insert(next) {
                    open.push(next);
                }
            }
            lemmas.push(claim);
        }
        Ok(Some(lemmas))
    }

    /// Claims that a proven claim follows from. `None` if it cannot be proven, or if the
    /// table is too small to hold what it rests on.
    fn support(&self, claim: &Claim<J::State>) -> Result<Option<Vec<Claim<J::State>>>, Cancelled> {
        let mut nodes = FIRST_NODES;
        let rounds = self.rounds_from(claim);
        for _ in 0..MOST_SEARCHES {
            if self.height(claim).is_some() {
                let mut heights: Vec<Option<u16>> =
                    rounds.iter().map(|round| self.height_of(round)).collect();
                if let Some(support) = stored_support(claim.claimant, &rounds, &heights) {
                    return Ok(Some(support));
                }
                // Something was forgotten: search for it, each part a little at a time. What is found
                // is noted here, as what is found next may take its place in the table.
                for (round, height) in rounds.iter().zip(&mut heights) {
                    if let Ok((next, _)) = &round.claim
                        && height.is_none()
                        && self.known(next).is_none()
                    {
                        self.decide_widening(next, nodes)?;
                        *height = self.height_of(round);
                    }
                }
                if let Some(support) = stored_support(claim.claimant, &rounds, &heights) {
                    return Ok(Some(support));
                }
            }
            match self.decide_widening(claim, nodes)? {
                Verdict::Refuted | Verdict::Limited => return Ok(None),
                Verdict::Proven | Verdict::Open(_) => {}
            }
            nodes = nodes.saturating_mul(2);
        }
        Ok(None)
    }

    /// Decides a claim with few rounds without progress first: a proof is found sooner where less is
    /// allowed.
    fn decide_widening(&self, claim: &Claim<J::State>, nodes: u64) -> Result<Verdict, Cancelled> {
        let mut verdict = Verdict::Limited;
        for quiet in Limits::QUIET {
            if verdict == Verdict::Limited {
                verdict = self.decide(claim, Limits { quiet, nodes })?;
            }
        }
        Ok(verdict)
    }

    /// The height of the proof of a claim, if the table has one.
    fn height(&self, claim: &Claim<J::State>) -> Option<u8> {
        match self.table().get(&self.key(claim)) {
            Known::Proven { height } => Some(height),
            _ => None,
        }
    }

    fn key(&self, claim: &Claim<J::State>) -> ClaimKey {
        ClaimKey {
            bits: self.game().key(&claim.state),
            claimant: claim.claimant,
            need: claim.need,
            left: Limits::MOST_QUIET,
            limit: Limits::MOST_QUIET,
        }
    }

    fn rounds_from(&self, claim: &Claim<J::State>) -> Vec<Next<J::State>> {
        let game = self.game();
        let bound = game.bound(&claim.state);
        let mut rounds: Vec<Next<J::State>> = Vec::new();
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
                rounds.push(Next { choice, claim });
            },
        );
        rounds
    }

    /// If the round is as the claimant needs it, by what is known: how high the proof of that is,
    /// which counts rounds without progress.
    fn height_of(&self, round: &Next<J::State>) -> Option<u16> {
        match &round.claim {
            Err(decided) => decided.then_some(0),
            Ok((next, quiet)) => match self.known(next) {
                Some(holds) => holds.then_some(0),
                None => {
                    let below = self.height(next)?;
                    Some(if *quiet { u16::from(below) + 1 } else { 0 })
                }
            },
        }
    }
}

/// Rounds that together support a claim, by the lowest proof: what a claim rests on without progress
/// has a lower one then, so that none comes to rest on itself. The claims that they lead to; those
/// that need no proof may be among them.
fn stored_support<S: Copy>(
    claimant: Player,
    rounds: &[Next<S>],
    heights: &[Option<u16>],
) -> Option<Vec<Claim<S>>> {
    let rounds: Vec<(&Next<S>, Option<u16>)> = rounds.iter().zip(heights.iter().copied()).collect();
    let mut choices = rounds.chunk_by(|(a, _), (b, _)| a.choice == b.choice);
    let support: Vec<&Next<S>> = match claimant {
        Player::Leader => {
            let height = |replies: &[(_, Option<u16>)]| {
                let highest = replies.iter().map(|(_, height)| *height);
                highest.reduce(|a, b| Some(a?.max(b?))).flatten()
            };
            let all_hold = choices.filter_map(|replies| Some((height(replies)?, replies)));
            let (_, replies) = all_hold.min_by_key(|(height, _)| *height)?;
            replies.iter().map(|(round, _)| *round).collect()
        }
        Player::Follower => choices.try_fold(Vec::new(), |mut support, replies| {
            let holding = replies
                .iter()
                .filter_map(|(round, height)| Some((*height.as_ref()?, *round)));
            support.push(holding.min_by_key(|(height, _)| *height)?.1);
            Some(support)
        })?,
    };
    Some(
        support
            .into_iter()
            .filter_map(|round| round.claim.ok().map(|(claim, _)| claim))
            .collect(),
    )
}
