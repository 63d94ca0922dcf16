//! The choices of a position, the replies to each, and where they lead.

use sowlab_solvers::{Monitor, Side};

use super::finding::{Choices, ValuedChoice, ValuedReply};
use super::fold::{Pick, fold, matters, pick, plus, with_the_pie};
use super::prove::{Known, Prove};
use crate::analysis::solve::{Bounds, exact};
use crate::analysis::{ESTIMATE_DEPTH, Estimate, Estimator, RequestError};
use crate::games::contest::{Contest, legal_moves};

/// What is asked of a position.
pub(super) struct Question<'a, C: Contest> {
    pub(super) game: &'a C,
    pub(super) position: &'a C::Position,
    /// Whose margin is meant.
    pub(super) of: Side,
    /// Whether the pie decision follows the round to play.
    pub(super) pie: bool,
    /// Whether every reply is asked for.
    pub(super) replies: bool,
}

/// A move, and what it leads to.
struct Branch<C: Contest> {
    text: String,
    /// What the side asked about gained on the way.
    gain: i32,
    position: C::Position,
    state: C::State,
    end: End,
}

/// Where a branch ends.
enum End {
    /// The rules say what it is worth to the side asked about, the way there included.
    Known(Bounds),
    /// At the position with this number, to be proven.
    Open(usize),
}

/// A choice with its replies, if it is they that are valued.
struct Choice<C: Contest> {
    branch: Branch<C>,
    /// None where the branch itself is valued.
    replies: Vec<Branch<C>>,
}

/// An estimate of a branch within its proven bounds, by a search of so many plies.
type Guess<'a, C> = dyn Fn(&Branch<C>, &Bounds, u8) -> Option<Estimate> + 'a;

/// The tree of a question.
struct Tree<C: Contest> {
    choices: Vec<Choice<C>>,
    positions: Vec<C::Position>,
}

impl<C: Contest> Question<'_, C> {
    fn side_name(&self, side: Side) -> &'static str {
        self.game.sides()[usize::from(side == Side::Second)]
    }

    fn chooser(&self) -> Side {
        self.game.side_to_move(&self.game.state(self.position))
    }

    /// A margin of the side to move in a state, as the side asked about counts it.
    fn seen(&self, state: &C::State, margin: i32) -> i32 {
        match self.game.side_to_move(state) == self.of {
            true => margin,
            false => -margin,
        }
    }

    fn branch(
        &self,
        position: &C::Position,
        state: &C::State,
        chosen: C::Move,
        gain: i32,
    ) -> Branch<C> {
        let game = self.game;
        let step = game.play(state, chosen);
        let gain = gain + self.seen(state, step.gain);
        let end = if game.endless(&step.state) {
            let all = game.bound(state);
            End::Known(Bounds {
                lower: gain - all..=gain - all,
                zero: gain..=gain,
                upper: gain + all..=gain + all,
            })
        } else if let Some(rest) = game.terminal(&step.state) {
            let margin = gain + self.seen(&step.state, rest);
            End::Known(Bounds::alike(margin..=margin))
        } else {
            End::Open(usize::MAX)
        };
        Branch {
            text: game.move_text(position, chosen),
            gain,
            position: game.advance(position, chosen),
            state: step.state,
            end,
        }
    }

    /// The choices, and the replies where they have to be valued: those asked for, and those that complete
    /// a round.
    fn tree(&self) -> Tree<C> {
        let game = self.game;
        let state = game.state(self.position);
        let chooser = game.side_to_move(&state);
        let mut positions = Vec::new();
        let mut number = |branch: &mut Branch<C>| {
            if let End::Open(place) = &mut branch.end {
                *place = positions.len();
                positions.push(branch.position);
            }
        };
        let mut choices = Vec::new();
        for chosen in legal_moves(game, self.position) {
            let mut branch = self.branch(self.position, &state, chosen, 0);
            let open = matches!(branch.end, End::Open(_));
            let answered = self.replies && game.side_to_move(&branch.state) != chooser;
            let mut replies = Vec::new();
            if open && (game.mid_round(&branch.state) || answered) {
                for reply in legal_moves(game, &branch.position) {
                    let reply = self.branch(&branch.position, &branch.state, reply, branch.gain);
                    replies.push(reply);
                }
            }
            // A choice that begins a round is no reply to the one before.
            if replies.iter().any(|reply| game.mid_round(&reply.state)) {
                replies.clear();
            }
            match replies.is_empty() {
                true => number(&mut branch),
                false => replies.iter_mut().for_each(&mut number),
            }
            choices.push(Choice { branch, replies });
        }
        Tree { choices, positions }
    }

    /// What is known of a branch whose end is valued, to the side asked about.
    fn of_branch(&self, branch: &Branch<C>, known: &[Bounds]) -> Bounds {
        match &branch.end {
            End::Known(bounds) => bounds.clone(),
            End::Open(place) => {
                let there = &known[*place];
                match self.game.side_to_move(&branch.state) == self.of {
                    true => plus(there, branch.gain),
                    false => plus(&there.flipped(), branch.gain),
                }
            }
        }
    }

    /// Which positions can still change what is asked.
    fn wanted(&self, tree: &Tree<C>, known: &[Bounds]) -> Vec<bool> {
        let mut wanted = vec![false; known.len()];
        let replier = pick(self.chooser() != self.of);
        for choice in &tree.choices {
            let parts = match choice.replies.is_empty() {
                true => std::slice::from_ref(&choice.branch),
                false => &choice.replies[..],
            };
            let bounds: Vec<Bounds> = parts
                .iter()
                .map(|part| self.of_branch(part, known))
                .collect();
            let decides = |bounds: &[Bounds]| -> Vec<bool> {
                let all = fold(bounds, replier);
                let all = all.as_ref();
                let matters = |part| all.is_some_and(|all| matters(part, all, replier));
                bounds.iter().map(matters).collect()
            };
            let mut matter = decides(&bounds);
            if self.pie {
                let pie: Vec<Bounds> = bounds.iter().map(with_the_pie).collect();
                let too = decides(&pie);
                matter
                    .iter_mut()
                    .zip(too)
                    .for_each(|(one, too)| *one |= too);
            }
            for ((part, bounds), matters) in parts.iter().zip(&bounds).zip(matter) {
                if let End::Open(place) = part.end {
                    let asked = self.replies || choice.replies.is_empty();
                    wanted[place] |= matters || asked && !bounds.closed();
                }
            }
        }
        wanted
    }

    /// Proves what it can, and says what is known.
    pub(super) fn answer(
        &self,
        prover: &mut dyn Prove<C>,
        monitor: &dyn Monitor,
    ) -> Result<Choices, RequestError> {
        let tree = self.tree();
        let wanted = |known: &[Bounds]| self.wanted(&tree, known);
        let known = prover.prove(&tree.positions, &wanted, monitor)?;
        let bounds: Vec<Bounds> = known.iter().map(|known| known.bounds.clone()).collect();
        let open = bounds.iter().any(|bounds| exact(&bounds.zero).is_none());
        let estimator = open.then(|| Estimator::new(self.game, &()));
        let estimator = estimator.transpose().map_err(RequestError::failed)?;
        let guess = |branch: &Branch<C>, proven: &Bounds, depth: u8| -> Option<Estimate> {
            if exact(&proven.zero).is_some() {
                return None;
            }
            let margin = estimator.as_ref()?.margin(&branch.state, depth)?;
            let margin = branch.gain + self.seen(&branch.state, margin);
            Some(Estimate {
                margin: margin.clamp(*proven.zero.start(), *proven.zero.end()),
                depth: depth + 1,
            })
        };
        let choices: Vec<ValuedChoice> = tree
            .choices
            .iter()
            .map(|choice| self.valued(choice, &bounds, &known, &guess))
            .collect();
        let state = self.game.state(self.position);
        let chooser = (!choices.is_empty()).then(|| self.chooser());
        let best = pick(chooser == Some(self.of));
        let all = fold(choices.iter().map(|choice| &choice.bounds), best);
        let over = || {
            let rest = self.game.terminal(&state).unwrap_or(0);
            let margin = self.seen(&state, rest);
            Bounds::alike(margin..=margin)
        };
        let bounds = all.unwrap_or_else(over);
        let open = exact(&bounds.zero).is_none();
        let margins = choices.iter().map(ValuedChoice::margin);
        let estimate = margins.reduce(best).filter(|_| open);
        Ok(Choices {
            game: self.game.full_name(),
            position: self.game.position_text(self.position),
            margin_of: self.side_name(self.of),
            chooser: chooser.map(|side| self.side_name(side)),
            pie: fold(
                choices.iter().filter_map(|choice| choice.pie.as_ref()),
                best,
            ),
            estimate: estimate.map(|margin| Estimate {
                margin,
                depth: ESTIMATE_DEPTH + 1,
            }),
            bounds,
            choices,
            nodes: prover.nodes(),
        })
    }

    fn valued(
        &self,
        choice: &Choice<C>,
        bounds: &[Bounds],
        known: &[Known],
        guess: &Guess<'_, C>,
    ) -> ValuedChoice {
        let Choice { branch, replies } = choice;
        let replier = pick(self.chooser() != self.of);
        let pie = |bounds: &Bounds| self.pie.then(|| with_the_pie(bounds));
        let valued: Vec<(String, Bounds)> = replies
            .iter()
            .map(|reply| (reply.text.clone(), self.of_branch(reply, bounds)))
            .collect();
        let own = fold(valued.iter().map(|(_, bounds)| bounds), replier);
        let own = own.unwrap_or_else(|| self.of_branch(branch, bounds));
        let pies: Vec<Bounds> = valued.iter().filter_map(|(_, reply)| pie(reply)).collect();
        let best_reply = match &branch.end {
            _ if !valued.is_empty() => best_reply(&valued, &own, replier),
            End::Open(place) if self.game.side_to_move(&branch.state) != self.chooser() => {
                known[*place].best.clone()
            }
            _ => None,
        };
        let asked = self.replies.then_some(replies).into_iter().flatten();
        ValuedChoice {
            choice: branch.text.clone(),
            pie: fold(&pies, replier).or_else(|| pie(&own)),
            estimate: guess(branch, &own, ESTIMATE_DEPTH),
            best_reply,
            replies: asked
                .zip(&valued)
                .map(|(reply, (text, bounds))| ValuedReply {
                    choice: text.clone(),
                    bounds: bounds.clone(),
                    pie: pie(bounds),
                    estimate: guess(reply, bounds, ESTIMATE_DEPTH - 1),
                })
                .collect(),
            bounds: own,
        }
    }
}

/// A reply that is proven best where infinite play counts for nobody, if possible one that is best by the
/// other readings too.
fn best_reply(replies: &[(String, Bounds)], best: &Bounds, pick: Pick) -> Option<String> {
    let (near, far) = (*best.zero.start(), *best.zero.end());
    // No other reply can turn out better.
    let proven = replies.iter().filter(|(_, reply)| match pick(0, 1) {
        0 => *reply.zero.end() == far && far <= near_of_others(replies, reply, pick),
        _ => *reply.zero.start() == near && near >= near_of_others(replies, reply, pick),
    });
    let score = |reply: &Bounds| {
        let attains = [reply.lower == best.lower, reply.upper == best.upper];
        attains.into_iter().filter(|&one| one).count()
    };
    let best = proven.rev().max_by_key(|(_, reply)| score(reply));
    best.map(|(text, _)| text.clone())
}

/// The best that any other reply might turn out to be worth to the side that replies.
fn near_of_others(replies: &[(String, Bounds)], reply: &Bounds, pick: Pick) -> i32 {
    let others = replies
        .iter()
        .filter(|(_, other)| !std::ptr::eq(other, reply));
    let ends = others.map(|(_, other)| match pick(0, 1) {
        0 => *other.zero.start(),
        _ => *other.zero.end(),
    });
    let none = if pick(0, 1) == 0 { i32::MAX } else { i32::MIN };
    ends.reduce(pick).unwrap_or(none)
}
