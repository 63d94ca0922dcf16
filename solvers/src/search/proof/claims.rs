//! The claims of a complete proof, to be looked up.

use std::collections::BTreeMap;

use super::complete_file::{CompleteProof, RankedGroup};
use crate::Player;

/// The claims of a complete proof by layer, rank and claimant.
#[derive(Clone, Debug, Default)]
pub struct Claims {
    /// The groups about a layer and a claimant, each with its place in the proof.
    groups: BTreeMap<(u32, Player), Vec<(u32, RankedGroup)>>,
}

/// What is claimed of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StatedClaim {
    /// The margin that the claimant gains at least, in finitely many rounds.
    pub need: i32,
    /// The place of its group in the proof: it rests on tables and on earlier groups.
    pub group: u32,
}

impl From<CompleteProof> for Claims {
    fn from(proof: CompleteProof) -> Claims {
        let mut claims = Claims::default();
        for (place, group) in (0..).zip(proof.groups) {
            let of = claims.groups.entry((group.layer, group.claimant));
            of.or_default().push((place, group));
        }
        claims
    }
}

impl Claims {
    /// The greatest claim about a state, by the earliest group that makes it.
    pub fn find(&self, layer: u32, rank: u64, claimant: Player) -> Option<StatedClaim> {
        self.find_before(layer, rank, claimant, u32::MAX)
    }

    /// The same, of groups before this place.
    pub fn find_before(
        &self,
        layer: u32,
        rank: u64,
        claimant: Player,
        before: u32,
    ) -> Option<StatedClaim> {
        let groups = self.groups.get(&(layer, claimant))?.iter();
        let earlier = groups.take_while(|(place, _)| *place < before);
        let has = earlier.filter(|(_, group)| group.ranks.binary_search(&rank).is_ok());
        let claimed = has.map(|(place, group)| StatedClaim {
            need: group.need,
            group: *place,
        });
        claimed.min_by_key(|claimed| (-claimed.need, claimed.group))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_greatest_need_of_the_earliest_group() {
        let group = |claimant, need, ranks: &[u64]| RankedGroup {
            layer: 3,
            claimant,
            need,
            ranks: ranks.to_vec(),
        };
        let claims = Claims::from(CompleteProof {
            name: String::new(),
            opening: 0,
            stated: [(0, 0); 2],
            tables: Vec::new(),
            short: false,
            groups: vec![
                group(Player::Leader, 1, &[4, 9]),
                group(Player::Follower, -1, &[4]),
                group(Player::Leader, 2, &[4, 5]),
                group(Player::Leader, 2, &[4]),
            ],
        });
        let of = |rank, claimant| claims.find(3, rank, claimant).map(|at| (at.need, at.group));
        assert_eq!(of(4, Player::Leader), Some((2, 2)));
        assert_eq!(of(9, Player::Leader), Some((1, 0)));
        assert_eq!(of(4, Player::Follower), Some((-1, 1)));
        assert_eq!(of(9, Player::Follower), None);
        assert_eq!(claims.find(4, 4, Player::Leader), None);
        let before = claims.find_before(3, 4, Player::Leader, 2).unwrap();
        assert_eq!((before.need, before.group), (1, 0));
    }
}
