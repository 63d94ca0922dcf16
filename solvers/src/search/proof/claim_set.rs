//! A set of claims that support one another, extended until each has its support.

use rustc_hash::FxHashMap;

use super::goal::{Goal, Place};

/// The end of a list.
const NONE: u32 = u32::MAX;

/// A claim that is or was in the set.
struct Member<S> {
    goal: Goal<S>,
    /// Whether the claim is in the set.
    in_set: bool,
    /// Whether the claim is to be examined.
    open: bool,
    /// The maximum number of rounds for which the searches found no support.
    failed: Option<u8>,
    /// The start of the list of the members that rest on it.
    resting: u32,
}

/// A member that rests on a claim, and the next in the list.
struct Dependent {
    member: u32,
    next: u32,
}

/// The set, and the claims that were found not to belong to it.
pub(super) struct ClaimSet<S> {
    numbers: FxHashMap<Place, u32>,
    members: Vec<Member<S>>,
    resting: Vec<Dependent>,
    open: Vec<u32>,
}

impl<S> Default for ClaimSet<S> {
    fn default() -> Self {
        ClaimSet {
            numbers: FxHashMap::default(),
            members: Vec::new(),
            resting: Vec::new(),
            open: Vec::new(),
        }
    }
}

impl<S: Copy> ClaimSet<S> {
    fn member(&self, place: &Place) -> Option<&Member<S>> {
        let number = self.numbers.get(place)?;
        Some(&self.members[*number as usize])
    }

    /// Returns whether a claim of the set covers this goal. A claim that must be attained needs no more rounds than the
    /// goal.
    pub(super) fn holds(&self, place: &Place, goal: &Goal<S>) -> bool {
        self.member(place).is_some_and(|member| {
            member.in_set && member.goal.compared_rounds() <= goal.compared_rounds()
        })
    }

    /// Returns whether the goal was found to have no support.
    pub(super) fn failed(&self, place: &Place, goal: &Goal<S>) -> bool {
        self.member(place)
            .is_some_and(|member| member.failed >= Some(goal.compared_rounds()))
    }

    /// Adds a goal unless the set has one that covers it. Returns the number of the member.
    pub(super) fn add(&mut self, place: Place, goal: Goal<S>) -> u32 {
        let new = self.members.len() as u32;
        let number = *self.numbers.entry(place).or_insert(new);
        if number == new {
            self.members.push(Member {
                goal,
                in_set: false,
                open: false,
                failed: None,
                resting: NONE,
            });
        }
        let member = &mut self.members[number as usize];
        if !member.in_set || member.goal.compared_rounds() > goal.compared_rounds() {
            member.goal = goal;
            member.in_set = true;
            self.reopen(number);
        }
        number
    }

    /// Records that a member rests on another.
    pub(super) fn record_support(&mut self, member: u32, on: u32) {
        let first = &mut self.members[on as usize].resting;
        self.resting.push(Dependent {
            member,
            next: *first,
        });
        *first = (self.resting.len() - 1) as u32;
    }

    /// Returns the next member whose support is to be examined.
    pub(super) fn next(&mut self) -> Option<(u32, Goal<S>)> {
        while let Some(number) = self.open.pop() {
            let member = &mut self.members[number as usize];
            member.open = false;
            if member.in_set {
                return Some((number, member.goal));
            }
        }
        None
    }

    /// Removes a member that has no support. The members that rested on it are examined again.
    pub(super) fn fail(&mut self, number: u32) {
        let member = &mut self.members[number as usize];
        member.in_set = false;
        member.failed = member.failed.max(Some(member.goal.compared_rounds()));
        let mut resting = std::mem::replace(&mut member.resting, NONE);
        while let Some(&Dependent { member, next }) = self.resting.get(resting as usize) {
            self.reopen(member);
            resting = next;
        }
    }

    fn reopen(&mut self, number: u32) {
        let member = &mut self.members[number as usize];
        if !std::mem::replace(&mut member.open, true) {
            self.open.push(number);
        }
    }

    /// Returns the goals that were found not to belong to the set.
    pub(super) fn all_failed(&self) -> impl Iterator<Item = Goal<S>> {
        self.members.iter().filter_map(|member| {
            let (failed, goal) = (member.failed?, member.goal);
            let left = if goal.must_end { failed } else { goal.left };
            Some(Goal { left, ..goal })
        })
    }

    /// Returns whether a member is in the set.
    pub(super) fn has(&self, number: u32) -> bool {
        self.members[number as usize].in_set
    }

    /// Returns the number of claims that are or were in the set.
    pub(super) fn total_count(&self) -> usize {
        self.members.len()
    }

    /// Returns the number of claims in the set.
    pub(super) fn len(&self) -> usize {
        self.members.iter().filter(|member| member.in_set).count()
    }
}

#[cfg(test)]
mod tests {
    use super::super::search::Claim;
    use super::*;
    use crate::Player;

    fn goal(state: u8, need: i32, left: u8) -> Goal<u8> {
        Goal {
            claim: Claim {
                state,
                claimant: Player::Leader,
                need,
            },
            left,
            must_end: need > 0,
        }
    }

    fn place(goal: &Goal<u8>) -> Place {
        let Claim {
            state,
            claimant,
            need,
        } = goal.claim;
        (state.into(), claimant, need)
    }

    fn add(gathered: &mut ClaimSet<u8>, goal: Goal<u8>) -> u32 {
        gathered.add(place(&goal), goal)
    }

    #[test]
    fn what_rests_on_a_claim_taken_out_is_looked_at_again() {
        let mut gathered = ClaimSet::default();
        let numbers = [1, 2, 3].map(|state| add(&mut gathered, goal(state, 0, 9)));
        while gathered.next().is_some() {}
        gathered.record_support(numbers[0], numbers[2]);
        gathered.record_support(numbers[1], numbers[2]);
        gathered.fail(numbers[2]);
        let mut again = [gathered.next(), gathered.next()].map(|next| next.unwrap().0);
        again.sort_unstable();
        assert_eq!(again, [numbers[0], numbers[1]]);
        assert!(gathered.next().is_none());
        assert_eq!((gathered.len(), gathered.total_count()), (2, 3));
        let out = goal(3, 0, 1);
        assert!(gathered.failed(&place(&out), &out) && !gathered.holds(&place(&out), &out));
        assert_eq!(gathered.all_failed().count(), 1);
    }

    #[test]
    fn what_must_come_about_does_so_in_as_many_rounds_at_most() {
        let mut gathered = ClaimSet::default();
        let [sooner, at, later] = [4, 5, 6].map(|left| goal(1, 2, left));
        let number = add(&mut gathered, at);
        let place = place(&at);
        assert!(gathered.holds(&place, &later) && !gathered.holds(&place, &sooner));
        gathered.fail(number);
        assert!(gathered.failed(&place, &sooner) && !gathered.failed(&place, &later));
        assert_eq!(add(&mut gathered, later), number);
        assert!(gathered.has(number) && gathered.holds(&place, &later));
        // A claim that holds by infinite play needs no rounds.
        let holds_out = goal(2, 0, 9);
        add(&mut gathered, holds_out);
        let place = (2, Player::Leader, 0);
        assert!(gathered.holds(&place, &goal(2, 0, 1)));
    }
}
