//! The choices of a position, the replies to each, and the positions after them.

use sowlab_findings::{Bounds, Selection, Source, fold, matters, pick, plus, with_the_pie};
use sowlab_solvers::Side;

use super::prove::LeafBounds;
use crate::solved_positions::SolvedPositions;
use sowlab_games::contest::{Contest, legal_moves};

/// A position whose choices are valued.
pub(super) struct ChoicesProblem<'a, C: Contest> {
    pub(super) game: &'a C,
    pub(super) position: &'a C::Position,
    /// The side whose margins are computed.
    pub(super) of: Side,
    /// Whether the pie decision follows the current round.
    pub(super) pie: bool,
    /// Whether to value every reply.
    pub(super) replies: bool,
    /// The positions to prove.
    pub(super) part: &'a Selection,
    /// The positions that are solved already.
    pub(super) solved: SolvedPositions<'a, C>,
}

/// A move and its result.
pub(super) struct Branch<C: Contest> {
    pub(super) text: String,
    /// The gain of the side `of` from the moves of the branch.
    pub(super) gain: i32,
    position: C::Position,
    pub(super) state: C::State,
    pub(super) end: End,
}

/// The end of a branch.
pub(super) enum End {
    /// A value that the rules determine, as the margin of the side `of`, with the gain of the branch.
    Known(Bounds),
    /// The position with this index, to be proven.
    Open(usize),
}

/// A choice with its replies, if its value follows from theirs.
pub(super) struct Choice<C: Contest> {
    pub(super) branch: Branch<C>,
    /// The replies; empty if the branch itself is valued.
    pub(super) replies: Vec<Branch<C>>,
}

/// The choices of a position, the replies, and the positions to prove.
pub(super) struct Tree<C: Contest> {
    pub(super) choices: Vec<Choice<C>>,
    pub(super) positions: Vec<C::Position>,
}

impl<C: Contest> ChoicesProblem<'_, C> {
    pub(super) fn side_name(&self, side: Side) -> &'static str {
        self.game.sides()[usize::from(side == Side::Second)]
    }

    pub(super) fn chooser(&self) -> Side {
        self.game.side_to_move(&self.game.state(self.position))
    }

    /// Converts a margin of the side to move in a state to a margin of the side `of`.
    pub(super) fn seen(&self, state: &C::State, margin: i32) -> i32 {
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

    /// Lists the choices. Lists their replies if they are requested or complete a round.
    pub(super) fn tree(&self) -> Tree<C> {
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
            // A choice that begins a round is not a reply to the previous choice.
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

    /// Returns the bounds of a branch, as margins of the side `of`.
    pub(super) fn of_branch(&self, branch: &Branch<C>, known: &[Bounds]) -> Bounds {
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

    /// Returns whether the other side moves at the end of a branch.
    pub(super) fn side_to_move_differs(&self, branch: &Branch<C>) -> bool {
        self.game.side_to_move(&branch.state) != self.chooser()
    }

    /// Returns the source of a branch's bounds.
    pub(super) fn source(&self, branch: &Branch<C>, known: &[LeafBounds]) -> Source {
        match branch.end {
            End::Known(_) => Source::Rules,
            End::Open(place) => known[place].source,
        }
    }

    /// Returns which positions can still change the answer.
    pub(super) fn wanted(&self, tree: &Tree<C>, known: &[Bounds]) -> Vec<bool> {
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
}
