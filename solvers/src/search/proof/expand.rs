//! The rounds of a state, with the status of the claims that they lead to.

use super::table::{ClaimKey, ClaimStatus, ProofTable};
use super::worker::{LeaderNumbers, add_numbers};
use crate::search::probe_counts::ProbeCounts;
use crate::{JointProblem, Numbers, Player, Resolution, Step};

/// The basis of a decision.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Basis {
    /// Whether it rests on the limit: the claim was refuted because of the limit alone. A claim by `zero` may also rest
    /// on such a refutation.
    pub(super) limited: bool,
    /// The height, in rounds until progress, of the tree that proves the claim.
    pub(super) height: u8,
}

impl Basis {
    /// Returns the basis of a decision that rests on both.
    #[inline]
    fn and(self, other: Basis) -> Basis {
        Basis {
            limited: self.limited | other.limited,
            height: self.height.max(other.height),
        }
    }

    /// Returns the better of two bases of the same decision.
    #[inline]
    fn or(self, other: Basis) -> Basis {
        match (self.limited, self.height) <= (other.limited, other.height) {
            true => self,
            false => other,
        }
    }
}

/// A round: the number of the choice of the leader, and its resolution with the key of the resulting state, if there is
/// one.
pub(super) struct Round<S> {
    choice: u32,
    key: u128,
    resolution: Resolution<S>,
}

/// A reply of the follower that leads to a claim that is still open.
#[derive(Clone, Copy)]
pub(super) struct Reply<S> {
    pub(super) state: S,
    pub(super) key: ClaimKey,
    pub(super) numbers: LeaderNumbers,
    /// The side that claims, as seen from the state before.
    pub(super) claimant: Player,
    /// The number of rounds that its decision adds to the height: none after progress.
    rounds: u8,
}

/// A choice of the leader that does not fail yet.
pub(super) struct Choice<S> {
    /// The replies against which it is not known to succeed.
    pub(super) replies: Vec<Reply<S>>,
    /// The basis on which the choice succeeds against the other replies.
    basis: Basis,
}

/// A state with all its rounds.
pub(super) struct Node<S> {
    pub(super) claimant: Player,
    pub(super) choices: Vec<Choice<S>>,
    /// The basis on which the other choices fail.
    basis: Basis,
}

/// The decision of a claim, for the leader of the state before.
enum RoundDecision<S> {
    Succeeds(Basis),
    Fails(Basis),
    Open(Reply<S>),
}

impl<S: Copy> Node<S> {
    pub(super) fn expand<J: JointProblem<State = S>>(
        game: &J,
        table: &ProofTable,
        state: &S,
        key: &ClaimKey,
        buffer: &mut Vec<Round<S>>,
        probe_counts: &mut ProbeCounts,
    ) -> Node<S> {
        buffer.clear();
        let mut number = 0;
        let mut current: Option<J::Choice> = None;
        game.expand(
            std::slice::from_ref(state),
            &mut |_, first, _, resolution| {
                if current.is_some_and(|current| current != first) {
                    number += 1;
                }
                current = Some(first);
                let mut bits = 0;
                if let Resolution::Next(Step { state, turn, .. }) = &resolution {
                    bits = game.key(state);
                    if !game.prefetch(state, bits) {
                        table.prefetch(bits, key.claimant.after(*turn));
                    }
                }
                buffer.push(Round {
                    choice: number,
                    key: bits,
                    resolution,
                });
            },
        );
        let mut node = Node {
            claimant: key.claimant,
            choices: Vec::with_capacity(number as usize + 1),
            basis: Basis::default(),
        };
        let bound = game.bound(state);
        for rounds in buffer.chunk_by(|one, other| one.choice == other.choice) {
            let mut choice = Choice {
                replies: Vec::with_capacity(rounds.len()),
                basis: Basis::default(),
            };
            // The best basis on which the choice fails, if it does.
            let mut fails: Option<Basis> = None;
            for round in rounds {
                match decide(game, table, key, bound, round, probe_counts) {
                    RoundDecision::Succeeds(basis) => choice.basis = choice.basis.and(basis),
                    RoundDecision::Fails(basis) => {
                        let basis = fails.map_or(basis, |other| other.or(basis));
                        fails = Some(basis);
                        if basis == Basis::default() {
                            break;
                        }
                    }
                    RoundDecision::Open(reply) => choice.replies.push(reply),
                }
            }
            match fails {
                Some(basis) => node.basis = node.basis.and(basis),
                None => node.choices.push(choice),
            }
        }
        node
    }

    /// Returns the proof and disproof numbers of the state.
    pub(super) fn numbers(&self) -> LeaderNumbers {
        let mut numbers = LeaderNumbers {
            succeed: Numbers::NEVER,
            fail: 0,
        };
        for choice in &self.choices {
            let of_choice = choice.numbers();
            if of_choice.succeed == 0 {
                return of_choice;
            }
            numbers.succeed = numbers.succeed.min(of_choice.succeed);
            numbers.fail = add_numbers(numbers.fail, of_choice.fail);
        }
        numbers
    }

    /// Returns the basis of the decision, which must have been made.
    pub(super) fn basis(&self) -> Basis {
        let successes = self
            .choices
            .iter()
            .filter(|choice| choice.replies.is_empty());
        let best = successes.map(|choice| choice.basis).reduce(Basis::or);
        // Without a success all choices fail.
        best.unwrap_or(self.basis)
    }

    /// Updates a reply with the result of its search.
    pub(super) fn update(
        &mut self,
        choice: usize,
        reply: usize,
        numbers: LeaderNumbers,
        basis: Basis,
    ) {
        let rounds = self.choices[choice].replies[reply].rounds;
        let basis = Basis {
            height: basis.height.saturating_add(rounds) * rounds,
            ..basis
        };
        if numbers.fail == 0 {
            self.basis = self.basis.and(basis);
            self.choices.swap_remove(choice);
        } else if numbers.succeed == 0 {
            let choice = &mut self.choices[choice];
            choice.basis = choice.basis.and(basis);
            choice.replies.swap_remove(reply);
        } else {
            self.choices[choice].replies[reply].numbers = numbers;
        }
    }
}

impl<S> Choice<S> {
    #[inline]
    pub(super) fn numbers(&self) -> LeaderNumbers {
        let mut numbers = LeaderNumbers {
            succeed: 0,
            fail: Numbers::NEVER,
        };
        for reply in &self.replies {
            numbers.succeed = add_numbers(numbers.succeed, reply.numbers.succeed);
            numbers.fail = numbers.fail.min(reply.numbers.fail);
        }
        numbers
    }
}

/// Returns the decision of the claim `key` by a round, on a state with this bound.
#[inline]
fn decide<J: JointProblem>(
    game: &J,
    table: &ProofTable,
    key: &ClaimKey,
    bound: i32,
    round: &Round<J::State>,
    probe_counts: &mut ProbeCounts,
) -> RoundDecision<J::State> {
    let claimant = key.claimant;
    let view_of = |claimant: Player, holds: bool, basis: Basis| match (claimant, holds) {
        (Player::Leader, true) | (Player::Follower, false) => RoundDecision::Succeeds(basis),
        (Player::Leader, false) | (Player::Follower, true) => RoundDecision::Fails(basis),
    };
    let view = |holds: bool, basis: Basis| view_of(claimant, holds, basis);
    let at_once = |holds: bool| view(holds, Basis::default());
    // Margins are those of the leader.
    let gained = |margin: i32| claimant.margin_of(margin);
    match round.resolution {
        Resolution::Over { margin } => at_once(gained(margin) >= key.need),
        Resolution::Endless => at_once(J::margin_of_endless(bound) >= key.need),
        Resolution::Next(Step { state, gain, turn }) => {
            debug_assert!(game.terminal(&state).is_none());
            debug_assert!(!J::BY_ZERO || gain == 0 || game.bound(&state) < bound);
            let need = key.need - gained(gain);
            let left_bound = game.bound(&state);
            if need <= -left_bound || need > left_bound {
                return at_once(need <= -left_bound);
            }
            let of_next = claimant.after(turn);
            if let Some(margin) = game.oracle_margin_by_key(&state, round.key, Some(of_next)) {
                return at_once(of_next.margin_of(margin) >= need);
            }
            let (left, rounds) = match left_bound < bound {
                true => (key.limit, 0),
                false if key.left == 0 => {
                    let limited = Basis {
                        limited: true,
                        height: 0,
                    };
                    return view(false, limited);
                }
                false => (key.left - 1, 1),
            };
            let opposite = J::BY_ZERO && need <= 0;
            let (claimant, of_next, need) = match opposite {
                true => (!claimant, !of_next, 1 - need),
                false => (claimant, of_next, need),
            };
            let next = ClaimKey {
                bits: round.key,
                claimant: of_next,
                need,
                left,
                limit: key.limit,
            };
            let known = table.get(&next);
            probe_counts.count(known != ClaimStatus::Nothing);
            let open = |numbers: Numbers| {
                RoundDecision::Open(Reply {
                    state,
                    key: next,
                    numbers: numbers.of_leader(claimant),
                    claimant,
                    rounds,
                })
            };
            match known {
                ClaimStatus::Proven { height, limited } => {
                    let height = height.saturating_add(rounds) * rounds;
                    view_of(claimant, true, Basis { limited, height })
                }
                ClaimStatus::Refuted { limited } => {
                    view_of(claimant, false, Basis { limited, height: 0 })
                }
                ClaimStatus::Open(numbers) => open(numbers),
                ClaimStatus::Nothing => open(game.effort(&state, of_next, need)),
            }
        }
    }
}
