//! Proofs in which every claim comes after those that it needs.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::lemmas::best_support;
use super::search::{Claim, Limits, ProofSearch};
use super::settled::{ClaimGroup, SettledClaims};
use super::table::{KeyedClaim, ProofTable};
use crate::{Cancelled, JointProblem, Player};

/// The number of claims that are examined together.
const CHUNK: usize = 4096;
/// The maximum number of repairs, each of which searches again for claims that rest on each other.
const MOST_REPAIRS: u32 = 200;
/// The maximum number of claims per repair.
const TOGETHER: usize = 64;
/// The initial memory of a search in a repair, the number of times that it is doubled, and the additional memory per
/// settled claim.
const REPAIR_BYTES: usize = 1 << 20;
const REPAIR_DOUBLINGS: u32 = 10;
const REPAIR_BYTES_A_CLAIM: usize = 64;
/// The stated work of settled claims in the table, so that they are not replaced.
const SETTLED_WORK: u8 = 200;

impl<J> ProofSearch<'_, J>
where
    J: JointProblem,
    J::State: Send + Sync,
{
    /// Returns a complete proof of these claims. Each of its claims follows from the rules, from the
    /// [oracle](crate::Oracle) and from claims in *earlier* groups, so that no claim rests on itself. Every claim in it
    /// is one of those given or is needed by a later one. Given claims that need no proof are left out.
    ///
    /// Forgotten entries are searched again. `None` if a claim cannot be proven, or if the memory does not suffice.
    ///
    /// # Errors
    /// An error if the monitor cancelled.
    pub fn complete(
        &self,
        claims: &[Claim<J::State>],
    ) -> Result<Option<Vec<ClaimGroup<J::State>>>, Cancelled> {
        self.monitor()
            .begin("claims that the proof rests on, nodes", 0);
        let mut pending: BTreeMap<i32, Vec<Claim<J::State>>> = BTreeMap::new();
        let Some(lemmas) = self.lemmas(claims)? else {
            return Ok(None);
        };
        for claim in lemmas {
            let bound = self.game().bound(&claim.state);
            pending.entry(bound).or_default().push(claim);
        }
        let mut settled = SettledClaims::default();
        let mut repairs = 0;
        while let Some((bound, claims)) = pending.pop_first() {
            let left = self.settle_claims(bound, claims, &mut settled)?;
            let Some(some) = left.chunks(TOGETHER).next() else {
                continue;
            };
            repairs += 1;
            if repairs > MOST_REPAIRS {
                return Ok(None);
            }
            let bytes = REPAIR_BYTES << repairs.min(REPAIR_DOUBLINGS);
            let Some(found) = self.search_separately(some, &settled, bytes)? else {
                return Ok(None);
            };
            for claim in found {
                let bound = self.game().bound(&claim.state);
                pending.entry(bound).or_default().push(claim);
            }
            pending.entry(bound).or_default().extend(left);
        }
        self.keep_needed(claims, settled)
    }

    /// Settles claims on states of this bound, in passes: first those that follow from settled claims, then those that
    /// follow from these too. Claims to greater margins go first, because they cover the others. Returns the claims
    /// that do not follow.
    fn settle_claims(
        &self,
        bound: i32,
        mut claims: Vec<Claim<J::State>>,
        settled: &mut SettledClaims<J::State>,
    ) -> Result<Vec<Claim<J::State>>, Cancelled> {
        self.monitor().begin(
            &format!("claims to put in order, bound {bound}"),
            claims.len() as u64,
        );
        claims.sort_by_key(|claim| (Reverse(claim.need), claim.claimant));
        loop {
            let mut left = Vec::new();
            let mut progress = false;
            for alike in claims.chunk_by(|a, b| (a.need, a.claimant) == (b.need, b.claimant)) {
                let mut open = alike.to_vec();
                loop {
                    self.monitor().check()?;
                    open.retain(|claim| settled.find(&self.place_of(claim), u32::MAX).is_none());
                    let sizes: Vec<Option<u64>> = open
                        .par_iter()
                        .map(|claim| {
                            self.cheapest_support(claim, settled, u32::MAX)
                                .map(|(size, _)| size)
                        })
                        .collect();
                    let follow = open.iter().zip(sizes);
                    let follow = follow.filter_map(|(claim, size)| Some((*claim, size?)));
                    let added = settled.add_group(
                        bound,
                        follow.map(|(claim, size)| (claim, self.place_of(&claim), size + 1)),
                    );
                    self.monitor().advance(added);
                    if added == 0 {
                        break;
                    }
                    progress = true;
                }
                left.append(&mut open);
            }
            if left.is_empty() || !progress {
                return Ok(left);
            }
            claims = left;
        }
    }

    /// Searches for the support of each of these claims separately, in a table that starts with the settled claims.
    /// Returns the supporting claims that are not settled; `None` if a claim is not proven.
    fn search_separately(
        &self,
        claims: &[Claim<J::State>],
        settled: &SettledClaims<J::State>,
        bytes: usize,
    ) -> Result<Option<Vec<Claim<J::State>>>, Cancelled> {
        let bytes = bytes + REPAIR_BYTES_A_CLAIM * settled.len();
        let mut found = Vec::new();
        for claim in claims {
            let Ok(table) = ProofTable::new(bytes) else {
                return Ok(None);
            };
            let bound = self.game().bound(&claim.state);
            for group in settled.groups().iter().filter(|group| group.bound < bound) {
                for state in &group.states {
                    table.add(&KeyedClaim {
                        bits: self.game().key(state),
                        claimant: group.claimant,
                        need: group.need,
                        height: 0,
                        work: SETTLED_WORK,
                    });
                }
            }
            let search = ProofSearch::new(*self.game(), &table, self.monitor());
            // Threads that share results can leave a proof that is higher than the limit of each of their searches.
            let quiet = self.height(claim).unwrap_or(0).max(Limits::MOST_QUIET);
            let Some(rests_on) = search.lemmas_within(&[*claim], quiet)? else {
                return Ok(None);
            };
            let rests_on = rests_on.into_iter();
            found.extend(
                rests_on.filter(|claim| settled.find(&self.place_of(claim), u32::MAX).is_none()),
            );
        }
        Ok(Some(found))
    }

    /// Returns the groups, with only those claims that the given ones rest on. Of several supports of a claim, the one
    /// with the fewest further claims is selected.
    fn keep_needed(
        &self,
        claims: &[Claim<J::State>],
        mut settled: SettledClaims<J::State>,
    ) -> Result<Option<Vec<ClaimGroup<J::State>>>, Cancelled> {
        self.monitor().begin("claims that are needed", 0);
        for claim in claims {
            if self.decide_without_search(claim).is_none() {
                settled.mark_needed(&self.place_of(claim), u32::MAX);
            }
        }
        for number in (0..settled.groups().len() as u32).rev() {
            let needed = settled.needed_claims(number, |state| self.game().key(state));
            for claims in needed.chunks(CHUNK) {
                self.monitor().check()?;
                let supports: Option<Vec<_>> = claims
                    .par_iter()
                    .map(|claim| self.cheapest_support(claim, &settled, number))
                    .collect();
                let Some(supports) = supports else {
                    return Ok(None);
                };
                for claim in supports.into_iter().flat_map(|(_, claims)| claims) {
                    if self.decide_without_search(&claim).is_none() {
                        settled.mark_needed(&self.place_of(&claim), number);
                    }
                }
                self.monitor().advance(claims.len() as u64);
            }
            settled.retain(number, needed);
        }
        Ok(Some(settled.into_groups()))
    }

    /// Returns the cheapest support of a claim among settled claims of groups before `before`, with its cost. Claims
    /// that are needed already cost nothing.
    fn cheapest_support(
        &self,
        claim: &Claim<J::State>,
        settled: &SettledClaims<J::State>,
        before: u32,
    ) -> Option<(u64, Vec<Claim<J::State>>)> {
        let rounds = self.rounds_from(claim);
        let sizes: Vec<Option<u64>> = rounds
            .iter()
            .map(|round| match &round.claim {
                Err(decided) => decided.then_some(0),
                Ok((next, _)) => match self.decide_without_search(next) {
                    Some(holds) => holds.then_some(0),
                    None => settled
                        .find(&self.place_of(next), before)
                        .map(|entry| entry.cost()),
                },
            })
            .collect();
        best_support(claim.claimant, &rounds, &sizes, u64::saturating_add)
    }
}

/// The greatest need of the claims that were left out, by claimant and key of the state.
type LeftOut = [FxHashMap<u128, i32>; 2];

impl<J> ProofSearch<'_, J>
where
    J: JointProblem,
    J::State: Send + Sync,
{
    /// Shortens a [complete](ProofSearch::complete) proof: a claim is left out if no claim that it may rest on was. A
    /// claim that is left out thus follows in one round from the oracle and from claims that stay. Claims that stay
    /// follow from those and from the claims left out. Claims about states for which `stays` is true are never left
    /// out.
    ///
    /// # Errors
    /// An error if the monitor cancelled.
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

    /// Returns whether a round from a claim leads to one that was left out.
    fn may_rest_on(&self, claim: &Claim<J::State>, left_out: &LeftOut) -> bool {
        let rounds = self.rounds_from(claim).into_iter();
        let mut next = rounds.filter_map(|round| Some(round.claim.ok()?.0));
        next.any(|next| {
            // A claim that loses everything left rests on nothing.
            if next.need <= -self.game().bound(&next.state) {
                return false;
            }
            let of = &left_out[usize::from(next.claimant == Player::Follower)];
            let most = of.get(&self.game().key(&next.state));
            most.is_some_and(|&most| most >= next.need)
        })
    }
}
