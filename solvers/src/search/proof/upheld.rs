//! What holds without a limit on rounds without progress.

use super::expand::How;
use super::gathered::{Gathered, Goal, Place};
use super::search::{Claim, Limits, ProofSearch};
use super::table::{ClaimKey, Known};
use super::worker::Found;
use crate::{Cancelled, JointProblem, Numbers, Player, Resolution, Step};

/// The nodes that a claim is searched for at first, before another has its turn.
const FIRST_NODES: u64 = 1_000;
/// How many claims are taken in between two looks at whether to stop.
const CLAIMS_BETWEEN_LOOKS: u64 = 256;
/// What a claim that is not upheld counts for in the table.
const WORK_TO_FAIL: u8 = 16;

/// What is known of a claim within a limit on rounds without progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WithinLimit {
    /// It holds, or holds within the limit.
    Holds {
        /// Whether the limit had a part.
        limited: bool,
    },
    /// It does not hold, or does not within the limit.
    Fails {
        /// Whether the limit had a part.
        limited: bool,
    },
    /// The nodes were spent before anything was known.
    Open,
}

/// What is known of a claim without a limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unlimited {
    /// It holds.
    Holds,
    /// It does not hold.
    Fails,
    /// What was found with a limit may not hold without it.
    Open {
        /// Whether a search with the same limit may find more now.
        learned: bool,
    },
}

/// Whether a claim was shown to hold without a limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Upheld {
    /// It holds: so many claims, itself included, each follow from others among them, from what is known or from the rules.
    Yes {
        /// How many.
        claims: usize,
    },
    /// Nothing was found for it to rest on.
    No {
        /// Whether one of the claims on which it rests within the limit was refuted without one: the next search knows it.
        refuted: bool,
    },
    /// It rests on more claims than one in [`CLAIMS_PER_ENTRY`](Upheld::CLAIMS_PER_ENTRY) of what the table can hold.
    NoRoom,
}

impl Upheld {
    /// How many entries of the table one of the claims gathered stands for: together they take about a quarter as much memory.
    pub const CLAIMS_PER_ENTRY: usize = 16;
}

/// Goals that together let a side succeed with a choice, or with a reply to one.
type Way<S> = Vec<Goal<S>>;

/// Tells by what a search found whether a goal holds within a limit.
type Tell<T, S> = fn(&T, &Goal<S>, u8) -> Option<Goal<S>>;

/// Whether there was a way to take.
enum Taken<S> {
    One(Way<S>),
    /// None holds; whether that is proven without a limit.
    None {
        refuted: bool,
    },
}

impl<J: JointProblem> ProofSearch<'_, J> {
    /// Whether a claim holds, to any margin also [by zero](super::ByZero), as far as the limits let one tell; asking again goes on.
    ///
    /// # Errors
    /// The monitor cancelled.
    ///
    /// # Panics
    /// As [`ProofSearch::decide`].
    pub fn decide_within(
        &self,
        claim: &Claim<J::State>,
        limits: Limits,
    ) -> Result<WithinLimit, Cancelled> {
        let (searched, opposite) = match J::BY_ZERO {
            true => self.searched(claim),
            false => (*claim, false),
        };
        let Some(Found { numbers, how }) = self.find(&searched, limits)? else {
            return Ok(WithinLimit::Open);
        };
        let limited = how.limited;
        Ok(match (numbers.prove == 0) != opposite {
            true => WithinLimit::Holds { limited },
            false => WithinLimit::Fails { limited },
        })
    }

    /// Whether a claim holds, to any margin also [by zero](super::ByZero): what was found with a limit of so many rounds without
    /// progress counts if it is [upheld](ProofSearch::upheld). If it is not, what rests on limits is forgotten, so that no
    /// other search with this table may be under way.
    ///
    /// # Errors
    /// The monitor cancelled.
    ///
    /// # Panics
    /// As [`ProofSearch::decide`].
    pub fn decide_unlimited(
        &self,
        claim: &Claim<J::State>,
        quiet: u8,
    ) -> Result<Unlimited, Cancelled> {
        let limits = Limits {
            quiet,
            nodes: u64::MAX,
        };
        let (holds, limited) = match self.decide_within(claim, limits)? {
            WithinLimit::Holds { limited } => (true, limited),
            WithinLimit::Fails { limited } => (false, limited),
            WithinLimit::Open => return Err(Cancelled),
        };
        let mut gathered = Gathered::default();
        let upheld = match (holds, limited) {
            (_, false) => Upheld::Yes { claims: 1 },
            (true, true) => self.upheld_by(claim, quiet, &mut gathered)?,
            (false, true) => self.upheld_by(&claim.opposite(), quiet, &mut gathered)?,
        };
        Ok(match (upheld, holds) {
            (Upheld::Yes { .. }, true) => Unlimited::Holds,
            (Upheld::Yes { .. }, false) => Unlimited::Fails,
            (Upheld::NoRoom, _) => {
                self.monitor().remark("what holds within a limit on quiet rounds rests on more claims than there is memory for");
                Unlimited::Open { learned: false }
            }
            (Upheld::No { refuted }, _) => {
                let learned = self.forget_what_was_not_upheld(&gathered, quiet) | refuted;
                Unlimited::Open { learned }
            }
        })
    }

    /// Forgets what rests on limits. By zero the next search takes what was found not to be upheld for failing within the
    /// limit, and so looks for another way; whether there is such.
    fn forget_what_was_not_upheld(&self, gathered: &Gathered<J::State>, quiet: u8) -> bool {
        if !J::BY_ZERO {
            self.table().forget_limited();
            return false;
        }
        self.table().forget_limited_by_zero();
        let mut any = false;
        for goal in gathered.all_failed() {
            let (searched, opposite) = self.searched(&goal.claim);
            let (height, limited) = (quiet, true);
            let known = match opposite {
                true => Known::Proven { height, limited },
                false => Known::Refuted { limited },
            };
            let key = ClaimKey {
                left: goal.left.min(quiet),
                ..self.key(&searched, quiet)
            };
            self.table().put(&key, known, WORK_TO_FAIL);
            any = true;
        }
        any
    }

    /// Whether a claim holds that holds within a limit on rounds without progress. [By zero](super::ByZero) it is proven, to any
    /// margin, or the [opposite](Claim::opposite) one is refuted within the limit. Otherwise it is the opposite of one that is
    /// refuted so.
    ///
    /// The claims on which it rests are gathered: with each, those after one choice of the claimant and
    /// after every one of the other side. That set is the proof; the searches only tell which choices to
    /// try. A play that follows it and does not end makes no progress from some round on, so that the margin
    /// still to be gained no longer changes. By zero, if that is above 0, the rounds left become fewer with each
    /// round and cannot be put up again, so that there is no such play. If it is not, infinite
    /// play is as good as wanted, as it always is where it gains the claimant what the opposite claim loses by it.
    ///
    /// # Errors
    /// The monitor cancelled.
    ///
    /// # Panics
    /// As [`ProofSearch::decide`].
    pub fn upheld(&self, claim: &Claim<J::State>, quiet: u8) -> Result<Upheld, Cancelled> {
        self.upheld_by(claim, quiet, &mut Gathered::default())
    }

    /// The same with the claims gathered.
    fn upheld_by(
        &self,
        claim: &Claim<J::State>,
        quiet: u8,
        gathered: &mut Gathered<J::State>,
    ) -> Result<Upheld, Cancelled> {
        let whole = [vec![self.goal(*claim, self.rounds(claim, quiet))]];
        let mut learned = false;
        loop {
            let mut goals = match self.take(&whole, gathered, quiet)? {
                Taken::One(goals) => goals.into_iter(),
                Taken::None { refuted } => {
                    let refuted = refuted | learned;
                    return Ok(Upheld::No { refuted });
                }
            };
            let goal = goals.next().expect("as many as asked for");
            let first = gathered.add(self.place_of(&goal.claim), goal);
            learned |= match self.gather(first, gathered, quiet)? {
                Some(learned) => learned,
                None => return Ok(Upheld::NoRoom),
            };
            if gathered.has(first) {
                let claims = gathered.len();
                return Ok(Upheld::Yes { claims });
            }
        }
    }

    /// Gathers what the claims of a set rest on until none is missing or the first is out; whether a claim that was taken
    /// out is refuted without a limit. `None` if there are too many.
    fn gather(
        &self,
        first: u32,
        gathered: &mut Gathered<J::State>,
        quiet: u8,
    ) -> Result<Option<bool>, Cancelled> {
        let most = self.table().entries() / Upheld::CLAIMS_PER_ENTRY;
        let mut learned = false;
        let mut looked_at = 0;
        while gathered.has(first) {
            let Some((number, goal)) = gathered.next() else {
                break;
            };
            looked_at += 1;
            if looked_at % CLAIMS_BETWEEN_LOOKS == 0 {
                self.monitor().check()?;
                self.monitor().advance(CLAIMS_BETWEEN_LOOKS);
                if gathered.seen() > most {
                    return Ok(None);
                }
            }
            for ways in self.needed(&goal, quiet) {
                match self.take(&ways, gathered, quiet)? {
                    Taken::One(goals) => {
                        for goal in goals {
                            let on = gathered.add(self.place_of(&goal.claim), goal);
                            gathered.rest(number, on);
                        }
                    }
                    Taken::None { refuted } => {
                        learned |= refuted;
                        gathered.fail(number);
                        break;
                    }
                }
            }
        }
        Ok(Some(learned))
    }

    /// What the other side may choose, and for each the ways to succeed.
    fn needed(&self, goal: &Goal<J::State>, quiet: u8) -> Vec<Vec<Way<J::State>>> {
        let rounds = self.ways(goal, quiet);
        match goal.claim.claimant {
            Player::Leader => {
                let all = |replies: Vec<Option<Way<_>>>| replies.into_iter().collect();
                let choices = rounds.into_iter().filter_map(all);
                vec![
                    choices
                        .map(|replies: Vec<Way<_>>| replies.concat())
                        .collect(),
                ]
            }
            Player::Follower => {
                let succeeding = |replies: Vec<Option<Way<_>>>| replies.into_iter().flatten();
                rounds
                    .into_iter()
                    .map(|replies| succeeding(replies).collect())
                    .collect()
            }
        }
    }

    fn goal(&self, claim: Claim<J::State>, left: u8) -> Goal<J::State> {
        let must_end = must_end::<J>(claim.need);
        Goal {
            claim,
            left,
            must_end,
        }
    }

    /// The claim that is searched in place of one to any margin, and whether it is the opposite one.
    fn searched(&self, claim: &Claim<J::State>) -> (Claim<J::State>, bool) {
        match must_end::<J>(claim.need) {
            true => (*claim, false),
            false => (claim.opposite(), true),
        }
    }

    /// The most rounds without progress that a claim has after progress.
    fn rounds(&self, claim: &Claim<J::State>, quiet: u8) -> u8 {
        match must_end::<J>(claim.need) {
            true => u8::MAX,
            false => quiet,
        }
    }

    /// A claim but for the rounds left.
    fn place_of(&self, claim: &Claim<J::State>) -> Place {
        (self.game().key(&claim.state), claim.claimant, claim.need)
    }

    /// For each choice of the leader, for each reply, the goals left; `None` if the round fails.
    fn ways(&self, goal: &Goal<J::State>, quiet: u8) -> Vec<Vec<Option<Way<J::State>>>> {
        let Goal { claim, left, .. } = goal;
        let game = self.game();
        let bound = game.bound(&claim.state);
        let mut ways: Vec<Vec<Option<Way<J::State>>>> = Vec::new();
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
                        let known = self.known(&searched).map(|holds| holds != opposite);
                        match (known, left) {
                            (Some(known), _) => holds(known),
                            (None, Some(left)) => Some(vec![self.goal(next, left)]),
                            // What must come about cannot be put off for ever.
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

    /// A way whose goals all hold within the limit, one that is gathered if there is one.
    fn take(
        &self,
        ways: &[Way<J::State>],
        gathered: &Gathered<J::State>,
        quiet: u8,
    ) -> Result<Taken<J::State>, Cancelled> {
        let place = |goal: &Goal<J::State>| self.place_of(&goal.claim);
        let holds = |goal: &Goal<J::State>| gathered.holds(&place(goal), goal);
        if let Some(way) = ways.iter().find(|way| way.iter().all(holds)) {
            return Ok(Taken::One(way.clone()));
        }
        let may_hold = |goal: &Goal<J::State>| !gathered.failed(&place(goal), goal);
        // What the search of the claim found is looked up before it is derived anew.
        let ways_to_tell: [Tell<Self, J::State>; 2] =
            [Self::looked_up, Self::at_first_sight_within];
        for tell in ways_to_tell {
            let held = |goal: &Goal<J::State>| match holds(goal) {
                true => Some(*goal),
                false => tell(self, goal, quiet).filter(may_hold),
            };
            let all = |way: &Way<J::State>| way.iter().map(held).collect();
            let way: Option<Way<J::State>> = ways.iter().find_map(all);
            if let Some(way) = way {
                return Ok(Taken::One(way));
            }
        }
        let mut left: Vec<&Way<J::State>> = ways.iter().collect();
        left.retain(|way| way.iter().all(may_hold));
        // Of what was taken out before it was said then whether it is refuted.
        let all = left.len() == ways.len();
        Ok(match self.first_to_hold(left, may_hold, quiet)? {
            Taken::None { refuted } => Taken::None {
                refuted: refuted && all,
            },
            taken => taken,
        })
    }

    /// The goal, if it follows from what was found that it holds within the limit, with the rounds that it takes or holds out
    /// for.
    fn at_first_sight_within(&self, goal: &Goal<J::State>, quiet: u8) -> Option<Goal<J::State>> {
        let (claim, opposite) = self.searched(&goal.claim);
        let with = |left| {
            goal.held(
                &self.first_sight_within(&claim, left, quiet),
                left,
                opposite,
            )
        };
        // To hold out for long is worth more, but need not be known.
        with(quiet).or_else(|| with(goal.left).filter(|_| opposite && goal.left < quiet))
    }

    /// The goal or a stronger one, if it was found that it holds within the limit.
    fn looked_up(&self, goal: &Goal<J::State>, quiet: u8) -> Option<Goal<J::State>> {
        let (claim, opposite) = self.searched(&goal.claim);
        let with = |left| {
            let (need, found) = self.stronger(&claim, left, quiet)?;
            let need = if opposite { 1 - need } else { need };
            let claim = Claim { need, ..goal.claim };
            Goal { claim, ..*goal }.held(&found, left, opposite)
        };
        with(quiet).or_else(|| with(goal.left).filter(|_| opposite && goal.left < quiet))
    }

    /// The claim that decides this one by what was found, if there is one: to what margin, and how it is decided.
    fn stronger(&self, claim: &Claim<J::State>, left: u8, quiet: u8) -> Option<(i32, Found)> {
        let key = ClaimKey {
            left,
            ..self.key(claim, quiet)
        };
        let (known, need) = self.table().get_with_need(&key);
        let (numbers, how) = match known {
            Known::Proven { height, limited } => (Numbers::PROVEN, How { limited, height }),
            Known::Refuted { limited } => (Numbers::REFUTED, How { limited, height: 0 }),
            Known::Open(_) | Known::Nothing => return None,
        };
        Some((need, Found { numbers, how }))
    }

    /// The first way whose goals are found to hold within the limit by searching all in turn, with more nodes each time.
    fn first_to_hold(
        &self,
        mut left: Vec<&Way<J::State>>,
        may_hold: impl Fn(&Goal<J::State>) -> bool,
        quiet: u8,
    ) -> Result<Taken<J::State>, Cancelled> {
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
                    let Some(goal) = goal.held(&found, quiet, opposite) else {
                        let against = match opposite {
                            true => found.numbers.prove,
                            false => found.numbers.refute,
                        };
                        refuted &= against == 0 && !found.how.limited;
                        continue 'ways;
                    };
                    if !may_hold(&goal) {
                        refuted = false;
                        continue 'ways;
                    }
                    held.push(goal);
                }
                return Ok(Taken::One(held));
            }
            left = still_open;
            nodes *= 2;
        }
        Ok(Taken::None { refuted })
    }
}

impl<S: Copy> Goal<S> {
    /// The goal, if it holds by what was found of the claim that is searched for it with so many rounds left: with the
    /// rounds that it takes, or holds out for. `opposite`: whether that is the opposite claim.
    fn held(&self, found: &Found, searched_with: u8, opposite: bool) -> Option<Goal<S>> {
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

/// Whether a claim to this margin must come about in the end: infinite play is not good enough.
fn must_end<J: JointProblem>(need: i32) -> bool {
    J::BY_ZERO && need > 0
}
