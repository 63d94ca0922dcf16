//! What holds by `zero` without a limit on rounds without progress.

use rustc_hash::FxHashMap;

use super::expand::How;
use super::search::{Claim, Limits, ProofSearch};
use super::table::{ClaimKey, Known};
use super::worker::Found;
use super::zero::ByZero;
use crate::{Cancelled, JointGame, JointProblem, Numbers, Player, Resolution, Step};

/// The nodes that a claim is searched for at first, before another has its turn.
const FIRST_NODES: u64 = 1_000;
/// How many claims are taken in between two looks at whether to stop.
const CLAIMS_BETWEEN_LOOKS: usize = 256;

/// What is known of a claim by `zero`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ZeroVerdict {
    /// It holds, or holds within the limit on rounds without progress.
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

/// Whether a claim was shown to hold without a limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Upheld {
    /// It holds: it rests on so many claims, itself included.
    Yes {
        /// How many.
        claims: usize,
    },
    /// One of the claims that it rests on within the limit does not hold, or not within it.
    No {
        /// Whether that was refuted without a limit: the next search knows it.
        refuted: bool,
    },
}

/// A claim that must hold, to any margin, and the rounds without progress within which it must come about if it is to more
/// than nothing; otherwise those for which it is known to hold out.
#[derive(Clone, Copy)]
struct Goal<S> {
    claim: Claim<S>,
    left: u8,
}

/// Goals that together let a side succeed with a choice, or with a reply to one.
type Way<S> = Vec<Goal<S>>;

/// Tells by what a search found whether a goal holds within a limit.
type Tell<T, S> = fn(&T, &Goal<S>, u8) -> Option<Goal<S>>;

/// Claims that each follow from others among them, from what is known or from the rules; and within how many rounds.
struct Covered(FxHashMap<(u128, Player, i32), u8>);

impl Covered {
    /// Whether they hold this claim. What must come about must do so in no more rounds.
    fn holds(&self, place: (u128, Player, i32), left: u8) -> bool {
        let within = self.0.get(&place);
        within.is_some_and(|&within| place.2 <= 0 || within <= left)
    }
}

/// Whether there was a way to take.
enum Taken {
    One,
    /// None holds; whether that is proven without a limit.
    None {
        refuted: bool,
    },
}

impl<P: JointProblem> ProofSearch<'_, ByZero<P>> {
    /// Whether a claim to any margin holds, as far as the limits let one tell; asking again goes on.
    ///
    /// # Errors
    /// The monitor cancelled.
    ///
    /// # Panics
    /// As [`ProofSearch::decide`].
    pub fn decide_by_zero(
        &self,
        claim: &Claim<P::State>,
        limits: Limits,
    ) -> Result<ZeroVerdict, Cancelled> {
        let (searched, opposite) = searched(claim);
        let Some(Found { numbers, how }) = self.find(&searched, limits)? else {
            return Ok(ZeroVerdict::Open);
        };
        let limited = how.limited;
        Ok(match (numbers.prove == 0) != opposite {
            true => ZeroVerdict::Holds { limited },
            false => ZeroVerdict::Fails { limited },
        })
    }

    /// Whether a claim holds that holds within a limit on rounds without progress: it is proven, to any
    /// margin, or the opposite one is refuted within the limit.
    ///
    /// The claims on which it rests are gathered: with each, those after one choice of the claimant and
    /// after every one of the other side. That set is the proof; the searches only tell which choices to
    /// try. A play that follows it and does not end makes no progress from some round on, so that the margin
    /// still to be gained no longer changes. If that is above 0, the rounds left become fewer with each
    /// round and cannot be put up again, so that there is no such play. If it is not, infinite
    /// play is as good as wanted.
    ///
    /// # Errors
    /// The monitor cancelled.
    ///
    /// # Panics
    /// As [`ProofSearch::decide`].
    pub fn upheld(&self, claim: &Claim<P::State>, quiet: u8) -> Result<Upheld, Cancelled> {
        let mut covered = Covered(FxHashMap::default());
        let mut open: Vec<Goal<P::State>> = Vec::new();
        let goal = Goal {
            claim: *claim,
            left: if claim.need > 0 { u8::MAX } else { quiet },
        };
        if let Taken::None { refuted } = self.take(&[vec![goal]], &covered, quiet, &mut open)? {
            return Ok(Upheld::No { refuted });
        }
        while let Some(goal) = open.pop() {
            let place = self.place_of(&goal.claim);
            if covered.holds(place, goal.left) {
                continue;
            }
            if covered.0.len().is_multiple_of(CLAIMS_BETWEEN_LOOKS) {
                self.monitor().check()?;
            }
            covered.0.insert(place, goal.left);
            let rounds = self.ways(&goal, quiet);
            // What the other side may choose, and for each the ways to succeed.
            let needed: Vec<Vec<Way<P::State>>> = match goal.claim.claimant {
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
            };
            for ways in needed {
                if let Taken::None { refuted } = self.take(&ways, &covered, quiet, &mut open)? {
                    return Ok(Upheld::No { refuted });
                }
            }
        }
        let claims = covered.0.len();
        Ok(Upheld::Yes { claims })
    }

    /// A claim but for the rounds left.
    fn place_of(&self, claim: &Claim<P::State>) -> (u128, Player, i32) {
        (self.game().key(&claim.state), claim.claimant, claim.need)
    }

    /// For each choice of the leader, for each reply, the goals left; `None` if the round fails.
    fn ways(&self, goal: &Goal<P::State>, quiet: u8) -> Vec<Vec<Option<Way<P::State>>>> {
        let Goal { claim, left } = goal;
        let game = self.game();
        let bound = game.bound(&claim.state);
        let mut ways: Vec<Vec<Option<Way<P::State>>>> = Vec::new();
        let mut current: Option<P::Choice> = None;
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
                    Resolution::Endless => holds(0 >= claim.need),
                    Resolution::Next(Step { state, gain, turn }) => {
                        let next = Claim {
                            state,
                            claimant: claim.claimant.after(turn),
                            need: claim.need - gained(gain),
                        };
                        let all = if next.need > 0 { u8::MAX } else { quiet };
                        let left = match game.bound(&state) < bound {
                            true => Some(all),
                            false => left.checked_sub(1),
                        };
                        match (self.known(&next), left) {
                            (Some(known), _) => holds(known),
                            (None, Some(left)) => Some(vec![Goal { claim: next, left }]),
                            // What must come about cannot be put off for ever.
                            (None, None) if next.need > 0 => None,
                            (None, None) => Some(vec![Goal {
                                claim: next,
                                left: quiet,
                            }]),
                        }
                    }
                };
                ways.last_mut().expect("just pushed").push(way);
            },
        );
        ways
    }

    /// Takes a way whose goals all hold within the limit, one that is covered if there is one, and adds its goals to those
    /// that are open.
    fn take(
        &self,
        ways: &[Way<P::State>],
        covered: &Covered,
        quiet: u8,
        open: &mut Vec<Goal<P::State>>,
    ) -> Result<Taken, Cancelled> {
        let is_covered =
            |goal: &Goal<P::State>| covered.holds(self.place_of(&goal.claim), goal.left);
        if ways.iter().any(|way| way.iter().all(is_covered)) {
            return Ok(Taken::One);
        }
        // What the search of the claim found is looked up before it is derived anew.
        let ways_to_tell: [Tell<Self, P::State>; 2] =
            [Self::looked_up, Self::at_first_sight_within];
        for tell in ways_to_tell {
            let held = |goal: &Goal<P::State>| match is_covered(goal) {
                true => Some(*goal),
                false => tell(self, goal, quiet),
            };
            let all = |way: &Way<P::State>| way.iter().map(held).collect();
            let way: Option<Way<P::State>> = ways.iter().find_map(all);
            if let Some(way) = way {
                open.extend(way);
                return Ok(Taken::One);
            }
        }
        self.take_first_to_hold(ways, quiet, open)
    }

    /// The goal, if it follows from what was found that it holds within the limit, with the rounds that it takes or holds out
    /// for.
    fn at_first_sight_within(&self, goal: &Goal<P::State>, quiet: u8) -> Option<Goal<P::State>> {
        let (claim, opposite) = searched(&goal.claim);
        let with = |left| goal.held(&self.first_sight_within(&claim, left, quiet), left);
        // To hold out for long is worth more, but need not be known.
        with(quiet).or_else(|| with(goal.left).filter(|_| opposite && goal.left < quiet))
    }

    /// The goal or a stronger one, if it was found that it holds within the limit.
    fn looked_up(&self, goal: &Goal<P::State>, quiet: u8) -> Option<Goal<P::State>> {
        let (claim, opposite) = searched(&goal.claim);
        let with = |left| {
            let (need, found) = self.stronger(&claim, left, quiet)?;
            let need = if opposite { 1 - need } else { need };
            let claim = Claim { need, ..goal.claim };
            Goal { claim, ..*goal }.held(&found, left)
        };
        with(quiet).or_else(|| with(goal.left).filter(|_| opposite && goal.left < quiet))
    }

    /// The claim that decides this one by what was found, if there is one: to what margin, and how it is decided.
    fn stronger(&self, claim: &Claim<P::State>, left: u8, quiet: u8) -> Option<(i32, Found)> {
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

    /// Takes the first way whose goals are found to hold within the limit by searching all in turn, with more nodes each time.
    fn take_first_to_hold(
        &self,
        ways: &[Way<P::State>],
        quiet: u8,
        open: &mut Vec<Goal<P::State>>,
    ) -> Result<Taken, Cancelled> {
        let mut left: Vec<&Way<P::State>> = ways.iter().collect();
        let mut nodes = FIRST_NODES;
        let mut refuted = true;
        while !left.is_empty() {
            let mut still_open = Vec::new();
            'ways: for way in left {
                let mut held = Vec::new();
                for goal in way {
                    let (claim, _) = searched(&goal.claim);
                    let Some(found) = self.find(&claim, Limits { quiet, nodes })? else {
                        still_open.push(way);
                        continue 'ways;
                    };
                    let Some(goal) = goal.held(&found, quiet) else {
                        refuted &= goal.refuted(&found);
                        continue 'ways;
                    };
                    held.push(goal);
                }
                open.extend(held);
                return Ok(Taken::One);
            }
            left = still_open;
            nodes *= 2;
        }
        Ok(Taken::None { refuted })
    }
}

impl<S: Copy> Goal<S> {
    /// The goal, if it holds by what was found of the claim that is searched for it with so many rounds left: with the
    /// rounds that it takes, or holds out for.
    fn held(&self, found: &Found, searched_with: u8) -> Option<Goal<S>> {
        let Found { numbers, how } = found;
        let left = match self.claim.need {
            1.. => (numbers.prove == 0 && how.height <= self.left).then_some(how.height),
            _ => (numbers.refute == 0).then_some(searched_with),
        };
        Some(Goal {
            left: left?,
            ..*self
        })
    }

    /// Whether the goal is out of reach with any limit, by what was found of the claim that is searched for it.
    fn refuted(&self, found: &Found) -> bool {
        let against = match self.claim.need {
            1.. => found.numbers.refute,
            _ => found.numbers.prove,
        };
        against == 0 && !found.how.limited
    }
}

/// The claim that is searched in place of one to any margin, and whether it is the opposite one.
fn searched<S: Copy>(claim: &Claim<S>) -> (Claim<S>, bool) {
    match claim.need {
        1.. => (*claim, false),
        _ => (claim.opposite(), true),
    }
}
