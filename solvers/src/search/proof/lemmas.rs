//! What a proof rests on, collected after the search.

use rustc_hash::FxHashSet;

use super::search::{Claim, Limits, ProofSearch, Verdict};
use super::table::{Key, Known};
use super::{Charged, SearchableJoint};
use crate::Resolution;

/// The nodes searched for a claim at first, where the table has forgotten it.
const FIRST_NODES: u64 = 1_000;
/// How often what was forgotten is searched again before the table is found too small.
const MOST_SEARCHES: u32 = 30;

/// A round from a claim that is to be proven.
struct Next<S> {
    /// The choice of sente, by number.
    choice: usize,
    /// The claim that the round leads to, and whether without progress; or whether it decides the
    /// claim.
    claim: Result<(Claim<S>, bool), bool>,
}

impl<J: SearchableJoint> ProofSearch<'_, J> {
    /// Proven claims from which the given ones follow, these included: for each, one choice (or one
    /// reply to each choice) of the claimant leads only to claims that are among them or that the
    /// game [knows](SearchableJoint::known); and none rests on itself. What the table has forgotten
    /// is searched again. `None` if a claim cannot be proven, or if cancelled.
    pub fn lemmas(&self, claims: &[Claim<J::State>]) -> Option<Vec<Claim<J::State>>> {
        let mut open = claims.to_vec();
        let mut seen: FxHashSet<Claim<J::State>> = open.iter().copied().collect();
        let mut lemmas = Vec::new();
        while let Some(claim) = open.pop() {
            match self.known(&claim) {
                Some(true) => continue,
                Some(false) => return None,
                None => {}
            }
            for next in self.support(&claim)? {
                if seen.insert(next) {
                    open.push(next);
                }
            }
            lemmas.push(claim);
        }
        Some(lemmas)
    }

    /// Claims that a proven claim follows from. `None` if it cannot be proven, if the table is too
    /// small to hold what it rests on, or if cancelled.
    fn support(&self, claim: &Claim<J::State>) -> Option<Vec<Claim<J::State>>> {
        let mut nodes = FIRST_NODES;
        let rounds = self.rounds_from(claim);
        for _ in 0..MOST_SEARCHES {
            if self.height(claim).is_some() {
                if let Some(support) = self.stored_support(claim.claimant, &rounds) {
                    return Some(support);
                }
                // Something was forgotten: search for it, each part a little at a time.
                for round in &rounds {
                    if let Ok((next, _)) = &round.claim
                        && self.known(next).is_none()
                    {
                        self.decide_widening(next, nodes)?;
                    }
                }
            }
            match self.decide_widening(claim, nodes)? {
                Verdict::Refuted | Verdict::Limited => return None,
                Verdict::Proven | Verdict::Open(_) => {}
            }
            nodes = nodes.saturating_mul(2);
        }
        None
    }

    /// Decides a claim with few rounds without progress first: a proof is found sooner where less is
    /// allowed.
    fn decide_widening(&self, claim: &Claim<J::State>, nodes: u64) -> Option<Verdict> {
        let mut verdict = Verdict::Limited;
        for quiet in Limits::QUIET {
            if verdict == Verdict::Limited {
                verdict = self.decide(claim, Limits { quiet, nodes })?;
            }
        }
        Some(verdict)
    }

    /// The height of the proof of a claim, if the table has one.
    fn height(&self, claim: &Claim<J::State>) -> Option<u8> {
        match self.table().get(&self.key(claim)) {
            Known::Proven { height } => Some(height),
            _ => None,
        }
    }

    fn key(&self, claim: &Claim<J::State>) -> Key {
        Key {
            bits: self.game().code(&claim.state),
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
        game.resolve_batch(
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

    /// What the table knows to support a claim, by the lowest proof: what a claim rests on without
    /// progress has a lower one then, so that none comes to rest on itself.
    fn stored_support(
        &self,
        claimant: Charged,
        rounds: &[Next<J::State>],
    ) -> Option<Vec<Claim<J::State>>> {
        // How high, and the claim to add, if the round is as the claimant needs it.
        let holds = |round: &Next<J::State>| match &round.claim {
            Err(decided) => decided.then_some((0, None)),
            Ok((next, quiet)) => match self.known(next) {
                Some(known) => known.then_some((0, None)),
                None => self.height(next).map(|below| {
                    let height = if *quiet { u16::from(below) + 1 } else { 0 };
                    (height, Some(*next))
                }),
            },
        };
        let choices = rounds.chunk_by(|a, b| a.choice == b.choice);
        let support = match claimant {
            Charged::Sente => {
                let all_hold = choices
                    .filter_map(|replies| replies.iter().map(holds).collect::<Option<Vec<_>>>());
                all_hold.min_by_key(|replies| replies.iter().map(|(height, _)| *height).max())
            }
            Charged::Gote => choices
                .map(|replies| {
                    let holding = replies.iter().filter_map(holds);
                    holding.min_by_key(|(height, _)| *height)
                })
                .collect(),
        };
        support.map(|claims| claims.into_iter().filter_map(|(_, claim)| claim).collect())
    }
}
