//! Claims as goals, and the claims that are searched for them.

use super::claim_set::ClaimSet;
use super::expand::Basis;
use super::search::{Claim, Limits, ProofSearch};
use super::table::{ClaimKey, ClaimStatus};
use super::worker::ClaimResult;
use crate::{Cancelled, JointProblem, Numbers, Player, Resolution, Step};

/// The key of a state, the claimant and the claimed margin.
pub(super) type Place = (u128, Player, i32);

/// A claim that must hold, with a number of rounds without progress. If infinite play is not good enough, the claim
/// must be attained within them. Otherwise the claimant is known to hold out for them.
#[derive(Clone, Copy)]
pub(super) struct Goal<S> {
    pub(super) claim: Claim<S>,
    pub(super) left: u8,
    /// Whether infinite play is not good enough.
    pub(super) must_end: bool,
}

impl<S> Goal<S> {
    /// Returns the number of rounds by which goals about the same claim are compared.
    pub(super) fn compared_rounds(&self) -> u8 {
        match self.must_end {
            true => self.left,
            false => 0,
        }
    }
}

impl<S: Copy> Goal<S> {
    /// Returns the goal with the rounds that it takes or holds out for, if the result of its search decides it.
    /// `searched_with` is the number of rounds left in that search. `opposite` is true if the search was for the
    /// opposite claim.
    pub(super) fn with_result(
        &self,
        found: &ClaimResult,
        searched_with: u8,
        opposite: bool,
    ) -> Option<Goal<S>> {
        let ClaimResult { numbers, basis } = found;
        let left = match opposite {
            false => (numbers.prove == 0 && basis.height <= self.left).then_some(basis.height),
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
        let must_end = must_be_attained::<J>(claim.need);
        Goal {
            claim,
            left,
            must_end,
        }
    }

    /// Returns the claim to search for, and whether it is the opposite one.
    pub(super) fn searched(&self, claim: &Claim<J::State>) -> (Claim<J::State>, bool) {
        match must_be_attained::<J>(claim.need) {
            true => (*claim, false),
            false => (claim.opposite(), true),
        }
    }

    /// Returns the maximum number of rounds without progress that a claim has after progress.
    pub(super) fn rounds(&self, claim: &Claim<J::State>, quiet: u8) -> u8 {
        match must_be_attained::<J>(claim.need) {
            true => u8::MAX,
            false => quiet,
        }
    }

    /// Returns the identity of a claim without its number of rounds.
    pub(super) fn place_of(&self, claim: &Claim<J::State>) -> Place {
        (self.game().key(&claim.state), claim.claimant, claim.need)
    }
}

/// Returns whether a claim to this margin must be attained, because infinite play is not good enough.
fn must_be_attained<J: JointProblem>(need: i32) -> bool {
    J::BY_ZERO && need > 0
}

/// The number of nodes in the first search for a claim, before another is tried.
const FIRST_NODES: u64 = 1_000;

/// Goals that together let a side succeed with a choice, or with a reply to one.
pub(super) type GoalSet<S> = Vec<Goal<S>>;

/// A test of whether a search result decides a goal within a limit.
type Tell<T, S> = fn(&T, &Goal<S>, u8) -> Option<Goal<S>>;

/// The result of choosing among sets of goals.
pub(super) enum GoalSetChoice<S> {
    One(GoalSet<S>),
    /// No set holds.
    None {
        refuted: bool,
    },
}

impl<J: JointProblem> ProofSearch<'_, J> {
    /// Returns, for each choice of the other side, the sets of goals by which the claimant succeeds.
    pub(super) fn goal_sets(
        &self,
        goal: &Goal<J::State>,
        quiet: u8,
    ) -> Vec<Vec<GoalSet<J::State>>> {
        let rounds = self.goals_by_round(goal, quiet);
        match goal.claim.claimant {
            Player::Leader => {
                let all = |replies: Vec<Option<GoalSet<_>>>| replies.into_iter().collect();
                let choices = rounds.into_iter().filter_map(all);
                vec![
                    choices
                        .map(|replies: Vec<GoalSet<_>>| replies.concat())
                        .collect(),
                ]
            }
            Player::Follower => {
                let succeeding = |replies: Vec<Option<GoalSet<_>>>| replies.into_iter().flatten();
                rounds
                    .into_iter()
                    .map(|replies| succeeding(replies).collect())
                    .collect()
            }
        }
    }

    /// Returns, for each choice of the leader and each reply, the remaining goals; `None` if the round fails.
    fn goals_by_round(
        &self,
        goal: &Goal<J::State>,
        quiet: u8,
    ) -> Vec<Vec<Option<GoalSet<J::State>>>> {
        let Goal { claim, left, .. } = goal;
        let game = self.game();
        let bound = game.bound(&claim.state);
        let mut ways: Vec<Vec<Option<GoalSet<J::State>>>> = Vec::new();
        let mut current: Option<J::Choice> = None;
        game.expand(
            std::slice::from_ref(&claim.state),
            &mut |_, first, _, resolution| {
                if current != Some(first) {
                    ways.push(Vec::new());
                }
                current = Some(first);
                let holds = |holds: bool| holds.then(Vec::new);
                let gained = |margin: i32| claim.claimant.margin_of(margin);
                let way = match resolution {
                    Resolution::Over { margin } => holds(gained(margin) >= claim.need),
                    Resolution::Endless => holds(match self.searched(claim) {
                        (_, false) => J::margin_of_endless(bound) >= claim.need,
                        (other, true) => J::margin_of_endless(bound) < other.need,
                    }),
                    Resolution::Next(Step { state, gain, turn }) => {
                        let next = Claim {
                            state,
                            claimant: claim.claimant.after(turn),
                            need: claim.need - gained(gain),
                        };
                        let all = self.rounds(&next, quiet);
                        let left = match game.bound(&state) < bound {
                            true => Some(all),
                            false => left.checked_sub(1),
                        };
                        let (searched, opposite) = self.searched(&next);
                        let known = self
                            .decide_without_search(&searched)
                            .map(|holds| holds != opposite);
                        match (known, left) {
                            (Some(known), _) => holds(known),
                            (None, Some(left)) => Some(vec![self.goal(next, left)]),
                            // A claim that must be attained cannot be postponed infinitely.
                            (None, None) if !opposite => None,
                            (None, None) => Some(vec![self.goal(next, quiet)]),
                        }
                    }
                };
                ways.last_mut().expect("just pushed").push(way);
            },
        );
        ways
    }

    /// Returns a set whose goals all hold within the limit, preferably one whose goals are all gathered.
    pub(super) fn choose_goal_set(
        &self,
        ways: &[GoalSet<J::State>],
        gathered: &ClaimSet<J::State>,
        quiet: u8,
    ) -> Result<GoalSetChoice<J::State>, Cancelled> {
        let place = |goal: &Goal<J::State>| self.place_of(&goal.claim);
        let holds = |goal: &Goal<J::State>| gathered.holds(&place(goal), goal);
        if let Some(way) = ways.iter().find(|way| way.iter().all(holds)) {
            return Ok(GoalSetChoice::One(way.clone()));
        }
        let may_hold = |goal: &Goal<J::State>| !gathered.failed(&place(goal), goal);
        // The table is probed before results are derived again.
        let ways_to_tell: [Tell<Self, J::State>; 2] =
            [Self::goal_from_table, Self::goal_without_search];
        for tell in ways_to_tell {
            let held = |goal: &Goal<J::State>| match holds(goal) {
                true => Some(*goal),
                false => tell(self, goal, quiet).filter(may_hold),
            };
            let all = |way: &GoalSet<J::State>| way.iter().map(held).collect();
            let way: Option<GoalSet<J::State>> = ways.iter().find_map(all);
            if let Some(way) = way {
                return Ok(GoalSetChoice::One(way));
            }
        }
        let mut left: Vec<&GoalSet<J::State>> = ways.iter().collect();
        left.retain(|way| way.iter().all(may_hold));
        // The sets removed before were not necessarily refuted.
        let all = left.len() == ways.len();
        Ok(match self.search_goal_sets(left, may_hold, quiet)? {
            GoalSetChoice::None { refuted } => GoalSetChoice::None {
                refuted: refuted && all,
            },
            taken => taken,
        })
    }

    /// Returns the goal, if it follows from earlier results that it holds within the limit, with the rounds that it
    /// takes or holds out for.
    fn goal_without_search(&self, goal: &Goal<J::State>, quiet: u8) -> Option<Goal<J::State>> {
        let (claim, opposite) = self.searched(&goal.claim);
        let with = |left| {
            goal.with_result(
                &self.result_without_search(&claim, left, quiet),
                left,
                opposite,
            )
        };
        // Holding out longer is better, but need not be known.
        with(quiet).or_else(|| with(goal.left).filter(|_| opposite && goal.left < quiet))
    }

    /// Returns the goal or a stronger one, if the table shows that it holds within the limit.
    fn goal_from_table(&self, goal: &Goal<J::State>, quiet: u8) -> Option<Goal<J::State>> {
        let (claim, opposite) = self.searched(&goal.claim);
        let with = |left| {
            let (need, found) = self.stronger_claim(&claim, left, quiet)?;
            let need = if opposite { 1 - need } else { need };
            let claim = Claim { need, ..goal.claim };
            Goal { claim, ..*goal }.with_result(&found, left, opposite)
        };
        with(quiet).or_else(|| with(goal.left).filter(|_| opposite && goal.left < quiet))
    }

    /// Returns the margin of a claim in the table that decides this one, and how it is decided; `None` if there is
    /// none.
    fn stronger_claim(
        &self,
        claim: &Claim<J::State>,
        left: u8,
        quiet: u8,
    ) -> Option<(i32, ClaimResult)> {
        let key = ClaimKey {
            left,
            ..self.key(claim, quiet)
        };
        let (known, need) = self.table().get_with_need(&key);
        let (numbers, basis) = match known {
            ClaimStatus::Proven { height, limited } => (Numbers::PROVEN, Basis { limited, height }),
            ClaimStatus::Refuted { limited } => (Numbers::REFUTED, Basis { limited, height: 0 }),
            ClaimStatus::Open(_) | ClaimStatus::Nothing => return None,
        };
        Some((need, ClaimResult { numbers, basis }))
    }

    /// Returns the first set whose goals are found to hold within the limit. All sets are searched in turn, with more
    /// nodes each time.
    fn search_goal_sets(
        &self,
        mut left: Vec<&GoalSet<J::State>>,
        may_hold: impl Fn(&Goal<J::State>) -> bool,
        quiet: u8,
    ) -> Result<GoalSetChoice<J::State>, Cancelled> {
        let mut nodes = FIRST_NODES;
        let mut refuted = true;
        while !left.is_empty() {
            let mut still_open = Vec::new();
            'ways: for way in left {
                let mut held = Vec::new();
                for goal in way {
                    let (claim, opposite) = self.searched(&goal.claim);
                    let Some(found) = self.find(&claim, Limits { quiet, nodes })? else {
                        still_open.push(way);
                        continue 'ways;
                    };
                    let Some(goal) = goal.with_result(&found, quiet, opposite) else {
                        let against = match opposite {
                            true => found.numbers.prove,
                            false => found.numbers.refute,
                        };
                        refuted &= against == 0 && !found.basis.limited;
                        continue 'ways;
                    };
                    if !may_hold(&goal) {
                        refuted = false;
                        continue 'ways;
                    }
                    held.push(goal);
                }
                return Ok(GoalSetChoice::One(held));
            }
            left = still_open;
            nodes *= 2;
        }
        Ok(GoalSetChoice::None { refuted })
    }
}
