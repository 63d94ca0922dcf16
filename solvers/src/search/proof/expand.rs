//! All rounds of a state, with what is known of the claims that they lead to.

use super::numbers::{Numbers, Sente, sum};
use super::table::{Key, Known, ProofTable};
use super::{Charged, SearchableJoint};
use crate::Resolution;

/// A reply of gote that leads to a claim still open.
#[derive(Clone, Copy)]
pub(super) struct Reply<S> {
    pub(super) state: S,
    pub(super) key: Key,
    pub(super) numbers: Sente,
}

/// A choice of sente that does not fail yet.
pub(super) struct Choice<S> {
    /// The replies that it is not known to succeed against.
    pub(super) replies: Vec<Reply<S>>,
    /// Whether it succeeds against some other reply only because of the limit.
    pub(super) limited: bool,
}

/// A state with all its rounds.
pub(super) struct Node<S> {
    pub(super) claimant: Charged,
    pub(super) choices: Vec<Choice<S>>,
    /// Whether some choice fails only because of the limit.
    pub(super) limited: bool,
}

/// Whether a claim is decided, seen by sente of the state above.
enum Decided {
    Succeeds { limited: bool },
    Fails { limited: bool },
    Open(Sente),
}

impl<S: Copy> Node<S> {
    pub(super) fn expand<J: SearchableJoint<State = S>>(
        game: &J,
        table: &ProofTable,
        state: &S,
        key: &Key,
        buffer: &mut Vec<(u8, Resolution<S>)>,
    ) -> Node<S> {
        buffer.clear();
        let mut number = 0;
        let mut current: Option<J::Choice> = None;
        game.resolve_batch(
            std::slice::from_ref(state),
            &mut |_, first, _, resolution| {
                if current.is_some_and(|current| current != first) {
                    number += 1;
                }
                current = Some(first);
                buffer.push((number, resolution));
            },
        );
        let mut node = Node {
            claimant: key.claimant,
            choices: Vec::with_capacity(usize::from(number) + 1),
            limited: false,
        };
        let bound = game.bound(state);
        for rounds in buffer.chunk_by(|(a, _), (b, _)| a == b) {
            let mut choice = Choice {
                replies: Vec::with_capacity(rounds.len()),
                limited: false,
            };
            // What makes the choice fail, if anything: better without the limit.
            let mut fails: Option<bool> = None;
            for (_, resolution) in rounds {
                match decide(game, table, key, bound, resolution) {
                    (Decided::Succeeds { limited }, _) => choice.limited |= limited,
                    (Decided::Fails { limited }, _) => {
                        fails = Some(limited && fails.unwrap_or(true));
                        if !limited {
                            break;
                        }
                    }
                    (Decided::Open(numbers), Some((state, key))) => choice.replies.push(Reply {
                        state,
                        key,
                        numbers,
                    }),
                    (Decided::Open(_), None) => unreachable!("only claims on states are open"),
                }
            }
            match fails {
                Some(limited) => node.limited |= limited,
                None => node.choices.push(choice),
            }
        }
        node
    }

    /// The numbers of the state.
    pub(super) fn numbers(&self) -> Sente {
        let mut numbers = Sente {
            succeed: Numbers::NEVER,
            fail: 0,
        };
        for choice in &self.choices {
            let of_choice = choice.numbers();
            if of_choice.succeed == 0 {
                return of_choice;
            }
            numbers.succeed = numbers.succeed.min(of_choice.succeed);
            numbers.fail = sum(numbers.fail, of_choice.fail);
        }
        numbers
    }

    /// Whether the claimant fails only because of the limit; for a refuted claim.
    pub(super) fn refuted_by_limit(&self) -> bool {
        match self.claimant {
            // All choices failed.
            Charged::Sente => self.limited,
            // A choice succeeded against all replies.
            Charged::Gote => !self
                .choices
                .iter()
                .any(|choice| choice.replies.is_empty() && !choice.limited),
        }
    }

    /// Takes over what was found of a reply.
    pub(super) fn update(&mut self, choice: usize, reply: usize, numbers: Sente, limited: bool) {
        if numbers.fail == 0 {
            self.limited |= limited;
            self.choices.swap_remove(choice);
        } else if numbers.succeed == 0 {
            let choice = &mut self.choices[choice];
            choice.limited |= limited;
            choice.replies.swap_remove(reply);
        } else {
            self.choices[choice].replies[reply].numbers = numbers;
        }
    }
}

impl<S> Choice<S> {
    #[inline]
    pub(super) fn numbers(&self) -> Sente {
        let mut numbers = Sente {
            succeed: 0,
            fail: Numbers::NEVER,
        };
        for reply in &self.replies {
            numbers.succeed = sum(numbers.succeed, reply.numbers.succeed);
            numbers.fail = numbers.fail.min(reply.numbers.fail);
        }
        numbers
    }
}

/// What a round decides of the claim `key` on a state with this bound.
#[inline]
fn decide<J: SearchableJoint>(
    game: &J,
    table: &ProofTable,
    key: &Key,
    bound: i32,
    resolution: &Resolution<J::State>,
) -> (Decided, Option<(J::State, Key)>) {
    let claimant = key.claimant;
    let view = |holds: bool, limited: bool| match (claimant, holds) {
        (Charged::Sente, true) | (Charged::Gote, false) => Decided::Succeeds { limited },
        (Charged::Sente, false) | (Charged::Gote, true) => Decided::Fails { limited },
    };
    let gained = |margin: i32| claimant.margin_of(margin);
    match *resolution {
        Resolution::Over { margin } => (view(gained(margin) >= key.need, false), None),
        Resolution::Endless => (view(-bound >= key.need, false), None),
        Resolution::Next {
            state,
            gain,
            passes,
        } => {
            let need = key.need - gained(gain);
            let left_bound = game.bound(&state);
            if need <= -left_bound || need > left_bound {
                return (view(need <= -left_bound, false), None);
            }
            let of_next = claimant.after(passes);
            if let Some(margin) = game.known(&state, of_next) {
                return (view(of_next.margin_of(margin) >= need, false), None);
            }
            let left = match left_bound < bound {
                true => key.limit,
                false if key.left == 0 => return (view(false, true), None),
                false => key.left - 1,
            };
            let next = Key {
                bits: game.code(&state),
                claimant: of_next,
                need,
                left,
                limit: key.limit,
            };
            let decided = match table.get(&next) {
                Known::Proven => view(true, false),
                Known::Refuted { limited } => view(false, limited),
                Known::Open(numbers) => Decided::Open(numbers.of_sente(claimant)),
                Known::Nothing => {
                    let numbers = game.effort(&state, of_next, need);
                    Decided::Open(numbers.of_sente(claimant))
                }
            };
            (decided, Some((state, next)))
        }
    }
}
