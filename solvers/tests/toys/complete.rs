//! Complete proofs, replayed claim by claim with the plain rules.

use std::collections::HashMap;

use super::random_rounds::{Iterated, PlaceState, RandomRounds, STONES};
use sowlab_solvers::search::proof::{Claim, ClaimGroup, ProofSearch, ProofTable};
use sowlab_solvers::{JointGame, Player, Problem, Resolution, Step};

const SIDES: [Player; 2] = [Player::Leader, Player::Follower];

/// The claims of earlier groups.
#[derive(Default)]
struct Accepted(HashMap<(PlaceState, Player), i32>);

impl Accepted {
    /// Returns whether the claimant is known to gain the margin.
    fn states(&self, at: PlaceState, claimant: Player, need: i32) -> bool {
        let known = self.0.get(&(at, claimant)).copied().unwrap_or(-at.1);
        known >= need
    }

    /// Returns whether a claim follows from a round by the rules and the accepted claims; with `ahead`, also from
    /// claims that follow from it.
    fn follows(
        &self,
        game: &RandomRounds,
        at: PlaceState,
        claimant: Player,
        need: i32,
        ahead: bool,
    ) -> bool {
        let holds = |at, claimant, need| {
            self.states(at, claimant, need)
                || ahead && self.follows(game, at, claimant, need, false)
        };
        let serves = |first: u8, second: u8| match game.resolve(&at, first, second) {
            Resolution::Endless => -at.1 >= need,
            Resolution::Over { margin } => claimant.margin_of(margin) >= need,
            Resolution::Next(Step { state, gain, turn }) => {
                let need = need - claimant.margin_of(gain);
                holds(state, claimant.after(turn), need)
            }
        };
        let mut firsts = Vec::new();
        game.leader_choices(&at, &mut firsts);
        let seconds = |first: u8| {
            let mut seconds = Vec::new();
            game.follower_choices(&at, first, &mut seconds);
            seconds.into_iter()
        };
        match claimant {
            Player::Leader => firsts
                .iter()
                .any(|&first| seconds(first).all(|second| serves(first, second))),
            Player::Follower => firsts
                .iter()
                .all(|&first| seconds(first).any(|second| serves(first, second))),
        }
    }

    fn accept(&mut self, group: &ClaimGroup<PlaceState>) {
        for &state in &group.states {
            let known = self.0.entry((state, group.claimant)).or_insert(-state.1);
            *known = group.need.max(*known);
        }
    }
}

#[test]
fn every_claim_comes_after_those_it_needs() {
    let (mut claims, mut left_out, mut forgotten) = (0, 0, 0);
    for (seed, passing) in (0..60).flat_map(|seed| [(seed, false), (seed, true)]) {
        let game = RandomRounds {
            seed,
            places: 4,
            passing,
        };
        let mut iterated = Iterated::new(&game);
        while iterated.step() {}
        // The smaller table forgets most of what it proves.
        for bytes in [1 << 11, 1 << 20] {
            let table = ProofTable::new(bytes).unwrap();
            let search = ProofSearch::new(Problem::new(&game), &table, &());
            for claimant in SIDES {
                let state = (0, STONES);
                let most = claimant.margin_of(iterated.value(state, claimant));
                let claim = Claim {
                    state,
                    claimant,
                    need: most,
                };
                let Some(groups) = search.complete(&[claim]).unwrap() else {
                    assert_eq!(bytes, 1 << 11, "{seed} {claim:?}");
                    forgotten += 1;
                    continue;
                };
                let mut accepted = Accepted::default();
                for group in &groups {
                    for &at in &group.states {
                        let (claimant, need) = (group.claimant, group.need);
                        assert_eq!(at.1, group.bound);
                        assert!(
                            accepted.follows(&game, at, claimant, need, false),
                            "{seed} {at:?}"
                        );
                        assert!(claimant.margin_of(iterated.value(at, claimant)) >= need);
                        claims += 1;
                    }
                    accepted.accept(group);
                }
                assert!(accepted.states(state, claimant, most), "{seed} {claim:?}");
                // Of the short proof each claim follows by looking a round ahead.
                let short = search.shortened(groups.clone(), |&at| at == state).unwrap();
                let mut fewer = Accepted::default();
                for group in &short {
                    for &at in &group.states {
                        let (claimant, need) = (group.claimant, group.need);
                        assert!(
                            fewer.follows(&game, at, claimant, need, true),
                            "{seed} {at:?}"
                        );
                    }
                    fewer.accept(group);
                }
                assert!(fewer.states(state, claimant, most), "{seed} {claim:?}");
                let count = |groups: &[ClaimGroup<PlaceState>]| -> usize {
                    groups.iter().map(|group| group.states.len()).sum()
                };
                left_out += count(&groups) - count(&short);
                // Without its last group nothing is left of the proof.
                if let Some((_, others)) = groups.split_last() {
                    let mut fewer = Accepted::default();
                    others.iter().for_each(|group| fewer.accept(group));
                    assert!(!fewer.states(state, claimant, most), "{seed} {claim:?}");
                }
                let more = Claim {
                    need: most + 1,
                    ..claim
                };
                assert_eq!(search.complete(&[more]).unwrap(), None);
            }
        }
    }
    assert!(claims > 200 && forgotten < 60, "{claims} {forgotten}");
    assert!(4 * left_out > claims, "{left_out} of {claims}");
}
