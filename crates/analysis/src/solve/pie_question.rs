//! Claims about an opening under the pie rule, with their parts.

use sowlab_solvers::Numbers;

/// The claim to a margin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wants {
    /// The player who may swap gains the margin, with infinite play as his loss of everything left.
    Gains,
    /// The other player holds him to less, with infinite play as the other player's loss of everything left.
    Held,
}

/// A part of a question: that a role gains the required margin after a first round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PieClaim {
    /// The index of the choice.
    pub(super) choice: usize,
    /// The index of the reply.
    pub(super) reply: usize,
    /// The index of the role: 0 for that of sente in the first round.
    role: usize,
}

impl PieClaim {
    /// Returns whether the role is that of sente in the first round.
    pub(super) fn of_sente(self) -> bool {
        self.role == 0
    }
}

/// A question with its parts: the choices, the replies to each, and both roles after each reply. It is searched best
/// first: the next part is always the one most likely to decide it.
pub(super) struct PieQuestion {
    wants: Wants,
    margin: i32,
    /// The numbers of the parts by choice, reply and role, where the role of sente comes first.
    parts: Vec<Vec<[Numbers; 2]>>,
}

impl PieQuestion {
    /// Creates a question about choices with the given numbers of replies. `first` returns the first numbers of a part,
    /// given the margin that its role must gain.
    pub(super) fn new(
        wants: Wants,
        margin: i32,
        replies: impl Iterator<Item = usize>,
        first: impl Fn(PieClaim, i32) -> Numbers,
    ) -> PieQuestion {
        let mut question = PieQuestion {
            wants,
            margin,
            parts: Vec::new(),
        };
        let need = question.need();
        let parts = replies.enumerate().map(|(choice, replies)| {
            let of_reply = |reply| {
                [0, 1].map(|role| {
                    let part = PieClaim {
                        choice,
                        reply,
                        role,
                    };
                    first(part, need)
                })
            };
            (0..replies).map(of_reply).collect()
        });
        question.parts = parts.collect();
        question
    }

    /// Returns the part to search next; `None` if the question is decided.
    pub(super) fn most_promising(&self) -> Option<PieClaim> {
        let Numbers { prove, refute } = self.numbers();
        if prove == 0 || refute == 0 {
            return None;
        }
        let wants = self.wants;
        let choice = position_of(
            self.parts.iter().map(|replies| of_choice(wants, replies)),
            wants == Wants::Gains,
        );
        let replies = self.parts[choice]
            .iter()
            .map(|roles| of_reply(wants, roles));
        let reply = position_of(replies, wants == Wants::Held);
        let role = position_of(
            self.parts[choice][reply].iter().copied(),
            wants == Wants::Gains,
        );
        Some(PieClaim {
            choice,
            reply,
            role,
        })
    }

    /// Sets the numbers of a part.
    pub(super) fn set(&mut self, part: PieClaim, numbers: Numbers) {
        self.parts[part.choice][part.reply][part.role] = numbers;
    }

    /// Returns the margin that a role must gain. To hold the player to less, the other player must gain the opposite of
    /// the next smaller margin in either role.
    pub(super) fn need(&self) -> i32 {
        match self.wants {
            Wants::Gains => self.margin,
            Wants::Held => 2 - self.margin,
        }
    }

    /// Returns the parts that prove a proven question.
    pub(super) fn proven(&self) -> Vec<PieClaim> {
        let gains = self.wants == Wants::Gains;
        let proven = |numbers: Numbers| numbers.prove == 0;
        let mut parts = Vec::new();
        for (choice, replies) in self.parts.iter().enumerate() {
            if gains && !proven(of_choice(self.wants, replies)) {
                continue;
            }
            for (reply, roles) in replies.iter().enumerate() {
                if !gains && !proven(of_reply(self.wants, roles)) {
                    continue;
                }
                let needed = (0..2).filter(|&role| proven(roles[role]));
                let part = |role| PieClaim {
                    choice,
                    reply,
                    role,
                };
                // To gain a margin, one role suffices. To hold it, one reply suffices.
                parts.extend(needed.take(if gains { 1 } else { 2 }).map(part));
                if !gains {
                    break;
                }
            }
            if gains {
                break;
            }
        }
        parts
    }

    /// Returns the numbers of the question.
    pub(super) fn numbers(&self) -> Numbers {
        let choices = self
            .parts
            .iter()
            .map(|replies| of_choice(self.wants, replies));
        match self.wants {
            Wants::Gains => any(choices),
            Wants::Held => all(choices),
        }
    }
}

fn of_choice(wants: Wants, replies: &[[Numbers; 2]]) -> Numbers {
    let replies = replies.iter().map(|roles| of_reply(wants, roles));
    match wants {
        Wants::Gains => all(replies),
        Wants::Held => any(replies),
    }
}

fn of_reply(wants: Wants, roles: &[Numbers; 2]) -> Numbers {
    match wants {
        Wants::Gains => any(roles.iter().copied()),
        Wants::Held => all(roles.iter().copied()),
    }
}

/// Returns the numbers of parts one of which must be proven.
fn any(parts: impl Iterator<Item = Numbers>) -> Numbers {
    parts.fold(Numbers::REFUTED, |a, b| Numbers {
        prove: a.prove.min(b.prove),
        refute: plus(a.refute, b.refute),
    })
}

/// Returns the numbers of parts all of which must be proven.
fn all(parts: impl Iterator<Item = Numbers>) -> Numbers {
    parts.fold(Numbers::PROVEN, |a, b| Numbers {
        prove: plus(a.prove, b.prove),
        refute: a.refute.min(b.refute),
    })
}

fn plus(a: u32, b: u32) -> u32 {
    match a == Numbers::NEVER || b == Numbers::NEVER {
        true => Numbers::NEVER,
        false => (a + b).min(Numbers::NEVER - 1),
    }
}

/// Returns the index of the part to search. If one part suffices, it is the one nearest to a proof, otherwise the one
/// nearest to a refutation.
fn position_of(parts: impl Iterator<Item = Numbers>, one_suffices: bool) -> usize {
    let key = |numbers: &Numbers| match one_suffices {
        true => numbers.prove,
        false => numbers.refute,
    };
    let least = parts.enumerate().min_by_key(|(_, numbers)| key(numbers));
    least.map_or(0, |(index, _)| index)
}

#[cfg(test)]
mod tests {
    use sowlab_solvers::Numbers;

    use super::{PieQuestion, Wants};

    #[test]
    fn a_choice_known_to_gain_against_every_reply_settles_it() {
        let question = PieQuestion::new(Wants::Gains, 1, [2, 2].into_iter(), |part, need| {
            assert_eq!(need, 1);
            match part.choice == 1 && part.of_sente() {
                true => Numbers::PROVEN,
                false => Numbers::REFUTED,
            }
        });
        assert_eq!(question.numbers(), Numbers::PROVEN);
        let parts = question.proven();
        assert_eq!(parts.len(), 2);
        assert!(parts.iter().all(|part| part.choice == 1 && part.of_sente()));
    }

    #[test]
    fn first_numbers_tell_where_to_begin() {
        let question = PieQuestion::new(Wants::Gains, 1, [2, 2].into_iter(), |part, _| Numbers {
            prove: if part.choice == 1 { 10 } else { 20 },
            refute: if part.reply == 1 { 5 } else { 6 },
        });
        let part = question.most_promising().unwrap();
        assert_eq!((part.choice, part.reply), (1, 1));
    }
}
