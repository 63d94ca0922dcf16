//! Claims in an order in which each follows from those before it.

use rustc_hash::FxHashMap;

use super::goal::Place;
use super::search::Claim;
use crate::Player;

/// The claims of a complete proof that differ only in their states.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClaimGroup<S> {
    /// The bound of the states.
    pub bound: i32,
    /// The side that claims.
    pub claimant: Player,
    /// The margin of the claimant.
    pub need: i32,
    /// The states.
    pub states: Vec<S>,
}

/// A settled claim, in twelve bytes, because there may be a hundred million of them.
#[derive(Clone, Copy, Debug)]
pub(super) struct SettledEntry {
    /// The number of claims of its proof, with multiplicity, up to `u32::MAX`.
    size: u32,
    group: u32,
    need: i8,
    needed: bool,
}

impl SettledEntry {
    /// Returns the cost of resting on this claim.
    pub(super) fn cost(&self) -> u64 {
        if self.needed { 0 } else { self.size.into() }
    }
}

/// Groups of claims, each of which follows from earlier groups.
pub(super) struct SettledClaims<S> {
    groups: Vec<ClaimGroup<S>>,
    /// The settled claim to the greatest margin, by claimant and key.
    greatest: [FxHashMap<u128, SettledEntry>; 2],
    /// The claims to lesser margins that were settled before it, which are few.
    lesser: FxHashMap<(u128, Player), Vec<SettledEntry>>,
}

impl<S> Default for SettledClaims<S> {
    fn default() -> Self {
        SettledClaims {
            groups: Vec::new(),
            greatest: Default::default(),
            lesser: FxHashMap::default(),
        }
    }
}

impl<S: Copy> SettledClaims<S> {
    pub(super) fn len(&self) -> usize {
        self.greatest.iter().map(FxHashMap::len).sum()
    }

    pub(super) fn groups(&self) -> &[ClaimGroup<S>] {
        &self.groups
    }

    pub(super) fn into_groups(self) -> Vec<ClaimGroup<S>> {
        let groups = self.groups.into_iter();
        groups.filter(|group| !group.states.is_empty()).collect()
    }

    /// Adds a group of claims that differ only in their states, each with its place and size. Covered claims are left
    /// out. Returns the number of claims added.
    pub(super) fn add_group(
        &mut self,
        bound: i32,
        claims: impl Iterator<Item = (Claim<S>, Place, u64)>,
    ) -> u64 {
        let group = self.groups.len() as u32;
        let mut alike = None;
        for (claim, place, size) in claims {
            if self.find(&place, u32::MAX).is_some() {
                continue;
            }
            let (bits, claimant, need) = place;
            let entry = SettledEntry {
                size: u32::try_from(size).unwrap_or(u32::MAX),
                group,
                need: i8::try_from(need).expect("margins fit a signed byte"),
                needed: false,
            };
            let most = &mut self.greatest[usize::from(claimant == Player::Follower)];
            if let Some(less) = most.insert(bits, entry) {
                self.lesser.entry((bits, claimant)).or_default().push(less);
            }
            let alike = alike.get_or_insert(ClaimGroup {
                bound,
                claimant,
                need,
                states: Vec::new(),
            });
            alike.states.push(claim.state);
        }
        let added = alike.as_ref().map_or(0, |alike| alike.states.len() as u64);
        self.groups.extend(alike);
        added
    }

    /// Returns the cheapest settled claim of a group before `before` that covers this one.
    pub(super) fn find(&self, place: &Place, before: u32) -> Option<&SettledEntry> {
        let (bits, claimant, need) = *place;
        let most = self.greatest_claims(claimant).get(&bits)?;
        if i32::from(most.need) < need {
            return None;
        }
        // If the greatest claim suffices, no other is probed.
        if most.group < before {
            return Some(most);
        }
        let less = self.lesser.get(&(bits, claimant))?.iter();
        less.filter(|entry| i32::from(entry.need) >= need && entry.group < before)
            .min_by_key(|entry| entry.cost())
    }

    /// Marks as needed the claim that [`find`](SettledClaims::find) returns.
    pub(super) fn mark_needed(&mut self, place: &Place, before: u32) {
        let Some(&SettledEntry { need, group, .. }) = self.find(place, before) else {
            return;
        };
        let (bits, claimant, _) = *place;
        if let Some(entry) = self.entry(bits, claimant, need.into(), group) {
            entry.needed = true;
        }
    }

    fn entry(
        &mut self,
        bits: u128,
        claimant: Player,
        need: i32,
        group: u32,
    ) -> Option<&mut SettledEntry> {
        let most = &mut self.greatest[usize::from(claimant == Player::Follower)];
        let less = self.lesser.get_mut(&(bits, claimant)).into_iter();
        let mut all = most.get_mut(&bits).into_iter().chain(less.flatten());
        all.find(|entry| (i32::from(entry.need), entry.group) == (need, group))
    }

    fn greatest_claims(&self, claimant: Player) -> &FxHashMap<u128, SettledEntry> {
        &self.greatest[usize::from(claimant == Player::Follower)]
    }

    /// Removes the states of a group and returns its claims that are needed.
    pub(super) fn needed_claims(&mut self, group: u32, key: impl Fn(&S) -> u128) -> Vec<Claim<S>> {
        let ClaimGroup { claimant, need, .. } = self.groups[group as usize];
        let states = std::mem::take(&mut self.groups[group as usize].states).into_iter();
        let needed = states.filter(|state| {
            let entry = self.entry(key(state), claimant, need, group);
            entry.is_some_and(|entry| entry.needed)
        });
        let claim = |state| Claim {
            state,
            claimant,
            need,
        };
        let needed: Vec<S> = needed.collect();
        needed.into_iter().map(claim).collect()
    }

    /// Replaces the claims of a group by these.
    pub(super) fn retain(&mut self, group: u32, claims: Vec<Claim<S>>) {
        let states = claims.into_iter().map(|claim| claim.state);
        self.groups[group as usize].states = states.collect();
    }
}
