//! Which of the claims of a layer follow from each other.

use rustc_hash::FxHashMap;

use super::file::Kept;
use super::lemma::Lemma;
use super::proven::{Proven, Requirements};
use crate::Player;
use crate::retrograde::Layered;

/// The claims of a layer that are not known to follow, and which of them rest on which.
pub(super) struct Open {
    claims: Vec<(Kept, Requirements)>,
    settled: Vec<bool>,
    left: usize,
    /// By rank and claimant: the claims that may follow once more is known there.
    dependents: FxHashMap<(u64, Player), Vec<usize>>,
}

impl Open {
    pub(super) fn new(claims: Vec<(Kept, Requirements)>) -> Open {
        let mut dependents: FxHashMap<_, Vec<usize>> = FxHashMap::default();
        for (index, (_, Requirements(options))) in claims.iter().enumerate() {
            for lemma in options
                .iter()
                .flatten()
                .filter_map(|reply| reply.as_ref().err())
            {
                let of_lemma = dependents.entry((lemma.rank, lemma.claimant)).or_default();
                if of_lemma.last() != Some(&index) {
                    of_lemma.push(index);
                }
            }
        }
        Open {
            settled: vec![false; claims.len()],
            left: claims.len(),
            claims,
            dependents,
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.left == 0
    }

    pub(super) fn is_settled(&self, index: usize) -> bool {
        self.settled[index]
    }

    pub(super) fn requirements(&self) -> impl Iterator<Item = &Requirements> {
        let open = self.claims.iter().zip(&self.settled);
        open.filter(|(_, settled)| !**settled)
            .map(|((_, requirements), _)| requirements)
    }

    /// The claims, those that took least work first.
    pub(super) fn by_work(&self) -> Vec<(usize, Kept)> {
        let claims = self.claims.iter().map(|(kept, _)| *kept).enumerate();
        let mut claims: Vec<(usize, Kept)> = claims.collect();
        claims.sort_by_key(|(_, kept)| kept.work);
        claims
    }

    /// Finds all that follows from what is proven; how many claims that were.
    pub(super) fn settle<G: Layered>(&mut self, proven: &mut Proven<'_, G>) -> u64 {
        let all = (0..self.claims.len()).rev().collect();
        self.settle_these(all, proven)
    }

    /// Takes in that a claim holds; how many follow from it, itself included.
    pub(super) fn found<G: Layered>(&mut self, index: usize, proven: &mut Proven<'_, G>) -> u64 {
        let before = self.left;
        let mut open = Vec::new();
        if !self.settled[index] {
            self.close(index, proven, &mut open);
        }
        self.settle_these(open, proven);
        (before - self.left) as u64
    }

    fn settle_these<G: Layered>(
        &mut self,
        mut open: Vec<usize>,
        proven: &mut Proven<'_, G>,
    ) -> u64 {
        let before = self.left;
        while let Some(index) = open.pop() {
            let (kept, requirements) = &self.claims[index];
            let follows = |same: &Lemma| proven.states(same);
            if !self.settled[index] && requirements.hold(kept.lemma.claimant, follows) {
                self.close(index, proven, &mut open);
            }
        }
        (before - self.left) as u64
    }

    fn close<G: Layered>(
        &mut self,
        index: usize,
        proven: &mut Proven<'_, G>,
        open: &mut Vec<usize>,
    ) {
        let lemma = self.claims[index].0.lemma;
        proven.add(&lemma);
        self.settled[index] = true;
        self.left -= 1;
        if let Some(dependents) = self.dependents.get(&(lemma.rank, lemma.claimant)) {
            open.extend(dependents.iter().filter(|&&next| !self.settled[next]));
        }
    }
}
