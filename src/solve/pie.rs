//! What an opening is worth under the pie rule.

use sowlab_solvers::Resolution;
use sowlab_solvers::search::proof::{Claim, Limits, ProofSearch, Verdict};
use sowlab_solvers::search::rounds::{Charged, SearchableJoint};

use super::Bounds;
use super::stones::claimant_after;
use crate::games::stones::Board;

/// The nodes spent on a claim at first, before the others have their turn.
const FIRST_NODES: u64 = 2_000;

/// The margin, under the pie rule, of the side that has sente in the first round and may turn the
/// board after it: for each of its choices the worst reply, and after that the better of both
/// roles. Infinite play costs, or gains, that player everything left, whatever role he takes.
pub struct Pie {
    /// For each first choice, what each reply leads to.
    choices: Vec<Vec<After>>,
    /// All stones.
    all: i32,
    /// The margin proven where infinite play costs the player who may turn the board: from, to.
    lower: (i32, i32),
    /// The same where it costs the other.
    upper: (i32, i32),
    /// Margins asked for that neither side could prove.
    stuck: Vec<i32>,
}

/// A first round.
#[derive(Clone, Copy)]
enum After {
    /// Nobody comes to decide.
    Endless,
    /// The game is over, with this margin for one role or the other.
    Over(i32),
    /// The game goes on: the state, what the side that had sente gained, and whether sente passes.
    Next(Board, i32, bool),
}

/// How a question stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Answer {
    Yes,
    No,
    Open,
}

impl Pie {
    /// The pie decision after the first round on this board; `None` if the game is over before.
    pub(super) fn new(
        game: &impl SearchableJoint<State = Board, Choice = u8>,
        board: &Board,
    ) -> Option<Pie> {
        if game.terminal(board).is_some() {
            return None;
        }
        let all = game.bound(board);
        let mut choices: Vec<(u8, Vec<After>)> = Vec::new();
        game.resolve_batch(&[*board], &mut |_, first, _, resolution| {
            if choices.last().is_none_or(|(last, _)| *last != first) {
                choices.push((first, Vec::new()));
            }
            let after = match resolution {
                Resolution::Endless => After::Endless,
                Resolution::Over { margin } => After::Over(margin),
                Resolution::Next {
                    state,
                    gain,
                    passes,
                } => After::Next(state, gain, passes),
            };
            choices.last_mut().expect("just pushed").1.push(after);
        });
        Some(Pie {
            choices: choices.into_iter().map(|(_, after)| after).collect(),
            all,
            lower: (-all, all),
            upper: (-all, all),
            stuck: Vec::new(),
        })
    }

    /// What is proven so far. `zero` lies between the others.
    pub(super) fn proven(&self) -> Bounds {
        Bounds {
            lower: self.lower.0..=self.lower.1,
            zero: self.lower.0..=self.upper.1,
            upper: self.upper.0..=self.upper.1,
        }
    }

    /// Asks again what neither side could prove.
    pub(super) fn retry(&mut self) {
        self.stuck.clear();
    }

    /// Asks for the next margin; `false` if nothing is left to ask, or if cancelled.
    pub(super) fn narrow<J>(&mut self, search: &ProofSearch<'_, J>) -> bool
    where
        J: SearchableJoint<State = Board, Choice = u8>,
    {
        // All margins have the parity of the stones. The player who may turn loses nothing unless
        // infinite play interferes, so that the least margin above zero comes first.
        let candidates = (-self.all..=self.all)
            .step_by(2)
            .filter(|margin| *margin > self.lower.0 && *margin <= self.upper.1)
            .filter(|margin| !self.stuck.contains(margin));
        let Some(margin) = candidates.min_by_key(|margin| (margin.abs(), *margin < 0)) else {
            return false;
        };
        let mut nodes = FIRST_NODES;
        let (mut gains, mut held) = (Answer::Open, Answer::Open);
        loop {
            if gains == Answer::Open {
                gains = match self.gains(search, margin, nodes) {
                    Some(answer) => answer,
                    None => return false,
                };
            }
            if gains == Answer::Yes {
                self.lower.0 = margin;
                break;
            }
            if held == Answer::Open {
                held = match self.held_below(search, margin, nodes) {
                    Some(answer) => answer,
                    None => return false,
                };
            }
            if held == Answer::Yes {
                self.upper.1 = margin - 2;
                break;
            }
            if gains == Answer::No && held == Answer::No {
                self.stuck.push(margin);
                break;
            }
            nodes *= 2;
        }
        self.lower.1 = self.lower.1.min(self.upper.1);
        self.upper.0 = self.upper.0.max(self.lower.0);
        true
    }

    /// Whether the player who may turn gains so much or more where infinite play costs him
    /// everything left. "No" means only that this search cannot prove it.
    fn gains<J>(&self, search: &ProofSearch<'_, J>, margin: i32, nodes: u64) -> Option<Answer>
    where
        J: SearchableJoint<State = Board, Choice = u8>,
    {
        any(&self.choices, |after| {
            all(after, |after| {
                any(&[true, false], |&stays| {
                    self.role(search, *after, stays, margin, nodes)
                })
            })
        })
    }

    /// Whether the other player holds him to less where infinite play costs the other everything
    /// left.
    fn held_below<J>(&self, search: &ProofSearch<'_, J>, margin: i32, nodes: u64) -> Option<Answer>
    where
        J: SearchableJoint<State = Board, Choice = u8>,
    {
        all(&self.choices, |after| {
            any(after, |after| {
                // The other gains the opposite of the next smaller margin, in either role.
                all(&[true, false], |&stays| {
                    self.role(search, *after, stays, 2 - margin, nodes)
                })
            })
        })
    }

    /// Whether the role that sente had in the first round (or the other role) gains so much or
    /// more, where infinite play costs it everything.
    fn role<J>(
        &self,
        search: &ProofSearch<'_, J>,
        after: After,
        of_sente: bool,
        margin: i32,
        nodes: u64,
    ) -> Option<Answer>
    where
        J: SearchableJoint<State = Board, Choice = u8>,
    {
        let sign = if of_sente { 1 } else { -1 };
        let answer = |yes| if yes { Answer::Yes } else { Answer::No };
        Some(match after {
            After::Endless => answer(-self.all >= margin),
            After::Over(of_first) => answer(sign * of_first >= margin),
            After::Next(state, gain, passes) => {
                let claimant = match claimant_after(passes) {
                    claimant if of_sente => claimant,
                    Charged::Sente => Charged::Gote,
                    Charged::Gote => Charged::Sente,
                };
                let claim = Claim {
                    state,
                    claimant,
                    need: margin - sign * gain,
                };
                let quiet = Limits::MOST_QUIET;
                match search.decide(&claim, Limits { quiet, nodes })? {
                    Verdict::Proven => Answer::Yes,
                    Verdict::Refuted | Verdict::Limited => Answer::No,
                    Verdict::Open(_) => Answer::Open,
                }
            }
        })
    }
}

/// "Yes" as soon as one part says so; `None` if a part was cancelled.
fn any<T>(parts: &[T], ask: impl Fn(&T) -> Option<Answer>) -> Option<Answer> {
    let mut whole = Answer::No;
    for part in parts {
        match ask(part)? {
            Answer::Yes => return Some(Answer::Yes),
            Answer::Open => whole = Answer::Open,
            Answer::No => {}
        }
    }
    Some(whole)
}

/// "No" as soon as one part says so; `None` if a part was cancelled.
fn all<T>(parts: &[T], ask: impl Fn(&T) -> Option<Answer>) -> Option<Answer> {
    let mut whole = Answer::Yes;
    for part in parts {
        match ask(part)? {
            Answer::No => return Some(Answer::No),
            Answer::Open => whole = Answer::Open,
            Answer::Yes => {}
        }
    }
    Some(whole)
}
