//! Claims as goals: what must hold, and what is searched for it.

use super::search::{Claim, ProofSearch};
use super::worker::Found;
use crate::{JointProblem, Player};

/// The key of a state, whose claim, how much.
pub(super) type Place = (u128, Player, i32);

/// A claim that must hold, and the rounds without progress within which it must come about if infinite play is not good
/// enough; otherwise those for which it is known to hold out.
#[derive(Clone, Copy)]
pub(super) struct Goal<S> {
    pub(super) claim: Claim<S>,
    pub(super) left: u8,
    /// Whether infinite play is not good enough.
    pub(super) must_end: bool,
}

impl<S> Goal<S> {
    /// The rounds that count for whether one goal is as good as another.
    pub(super) fn within(&self) -> u8 {
        match self.must_end {
            true => self.left,
            false => 0,
        }
    }
}

impl<S: Copy> Goal<S> {
    /// The goal, if it holds by what was found of the claim that is searched for it with so many rounds left: with the
    /// rounds that it takes, or holds out for. `opposite`: whether that is the opposite claim.
    pub(super) fn held(&self, found: &Found, searched_with: u8, opposite: bool) -> Option<Goal<S>> {
        let Found { numbers, how } = found;
        let left = match opposite {
            false => (numbers.prove == 0 && how.height <= self.left).then_some(how.height),
            true => (numbers.refute == 0).then_some(searched_with),
        };
        Some(Goal {
            left: left?,
            ..*self
        })
    }
}

impl<J: JointProblem> ProofSearch<'_, J> {
    pub(super) fn goal(&self, claim: Claim<J::State>, left: u8) -> Goal<J::State> {
        let must_end = must_end::<J>(claim.need);
        Goal {
            claim,
            left,
            must_end,
        }
    }

    /// The claim that is searched in place of one to any margin, and whether it is the opposite one.
    pub(super) fn searched(&self, claim: &Claim<J::State>) -> (Claim<J::State>, bool) {
        match must_end::<J>(claim.need) {
            true => (*claim, false),
            false => (claim.opposite(), true),
        }
    }

    /// The most rounds without progress that a claim has after progress.
    pub(super) fn rounds(&self, claim: &Claim<J::State>, quiet: u8) -> u8 {
        match must_end::<J>(claim.need) {
            true => u8::MAX,
            false => quiet,
        }
    }

    /// A claim but for the rounds left.
    pub(super) fn place_of(&self, claim: &Claim<J::State>) -> Place {
        (self.game().key(&claim.state), claim.claimant, claim.need)
    }
}

/// Whether a claim to this margin must come about in the end: infinite play is not good enough.
fn must_end<J: JointProblem>(need: i32) -> bool {
    J::BY_ZERO && need > 0
}
