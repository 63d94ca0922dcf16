//! From what is known of positions to the worth of choices.

use sowlab_findings::{
    Bounds, Choices, Estimate, Part, Pick, Source, ValuedChoice, ValuedReply, both, exact, fold,
    pick, with_the_pie,
};
use std::ops::RangeInclusive;

use sowlab_solvers::progress::{Progress, value_by_moves};
use sowlab_solvers::{Monitor, Side, Value};

use super::beyond_solved::BeyondSolved;
use super::guesses::{Guesses, Place};
use super::listener::Listener;
use super::prove::{LeafBounds, LeafProgress, Prove};
use super::reply::best_reply;
use super::tree::{Branch, Choice, ChoicesProblem, End, Tree};
use crate::{ESTIMATE_DEPTH, RequestError, Times};
use sowlab_base::Deadline;
use sowlab_games::contest::{Contest, legal_moves};

/// How deep the guesses look that a listener hears of first.
const FIRST_DEPTHS: [u8; 3] = [1, 3, ESTIMATE_DEPTH];

impl<C: Contest> ChoicesProblem<'_, C> {
    /// Proves what it can, and says what is known.
    pub(super) fn answer(
        &self,
        prover: &mut dyn Prove<C>,
        listener: &mut Listener<'_>,
        times: &Times,
        monitor: &dyn Monitor,
    ) -> Result<Choices, RequestError> {
        if let Part::Piece(shard) = self.part {
            return self.answer_piece(*shard, prover, times, monitor);
        }
        let prover = &mut BeyondSolved {
            problem: self,
            prover,
        };
        let tree = self.tree();
        let wanted = |known: &[Bounds]| self.wanted(&tree, known);
        let deadline = Deadline::new(monitor, times.proofs);
        let beside = Deadline::new(monitor, times.estimates(monitor));
        let guesses = Guesses::new(self.game, &beside, listener.made());
        // Never shallower than before, and never again what was heard.
        let heard = listener.depth();
        let mut depths = FIRST_DEPTHS
            .into_iter()
            .filter(|&depth| depth >= heard && heard < ESTIMATE_DEPTH);
        let mut improved = |found: LeafProgress<'_>| -> Result<(), RequestError> {
            if !listener.listens() {
                return Ok(());
            }
            for depth in depths.by_ref() {
                listener.tell(&self.finding(&tree, &found, &guesses, depth)?, depth);
            }
            if listener.is_due() {
                let finding = self.finding(&tree, &found, &guesses, ESTIMATE_DEPTH)?;
                listener.tell(&finding, ESTIMATE_DEPTH);
            }
            Ok(())
        };
        let known = prover.prove(&tree.positions, &wanted, &mut improved, &deadline)?;
        let found = LeafProgress {
            known: &known,
            root: prover.root(),
            nodes: prover.nodes(),
        };
        let progress = self.progress(prover, monitor);
        if listener.listens() {
            let finding = self.finding(&tree, &found, &guesses, ESTIMATE_DEPTH)?;
            return Ok(Choices {
                progress,
                ..finding
            });
        }
        // Also when the work was told to stop: the time for estimates begins now.
        let time = Deadline::new(&(), times.estimates(monitor));
        let guesses = Guesses::new(self.game, &time, listener.made());
        let mut finding = self.finding(&tree, &found, &guesses, 1)?;
        if known.iter().any(is_open) {
            for depth in (2..=ESTIMATE_DEPTH).take_while(|_| !time.cancelled()) {
                finding = self.finding(&tree, &found, &guesses, depth)?;
            }
        }
        Ok(Choices {
            progress,
            ..finding
        })
    }

    /// A choice that makes progress by the values that the prover looks up.
    fn progress(&self, prover: &dyn Prove<C>, monitor: &dyn Monitor) -> Option<String> {
        // Under the pie rule other choices may be best.
        if self.game.always_ends() || self.pie {
            return None;
        }
        let state = self.game.state(self.position);
        let legal = legal_moves(self.game, self.position);
        let value_of = |state: &C::State| self.looked_up(prover, state);
        let advance = Progress::new(Progress::MOST_STATES)
            .advance(self.game, &value_of, &state, &legal, monitor)?;
        Some(self.game.move_text(self.position, advance.chosen))
    }

    /// The value of a state that the prover looks up; of a state within a round by its best move.
    fn looked_up(&self, prover: &dyn Prove<C>, state: &C::State) -> Option<Value> {
        match self.game.mid_round(state) {
            false => prover.look_up(state),
            true => {
                let value_of = |next: &C::State| self.looked_up(prover, next);
                value_by_moves(self.game, state, &value_of)
            }
        }
    }

    /// Tells a listener of guesses, before tables are built.
    pub(super) fn guess(
        &self,
        listener: &mut Listener<'_>,
        monitor: &dyn Monitor,
    ) -> Result<(), RequestError> {
        if !listener.listens() {
            return Ok(());
        }
        let tree = self.tree();
        let bound = |position| self.game.bound(&self.game.state(position));
        let known = tree
            .positions
            .iter()
            .map(|position| LeafBounds::nothing(bound(position)));
        let known: Vec<LeafBounds> = known.collect();
        let guesses = Guesses::new(self.game, monitor, listener.made());
        let depth = FIRST_DEPTHS[0];
        let finding = self.finding(&tree, &LeafProgress::of(&known, 0), &guesses, depth)?;
        listener.tell(&finding, depth);
        Ok(())
    }

    /// What the choices are worth by what is known.
    pub(super) fn finding(
        &self,
        tree: &Tree<C>,
        found: &LeafProgress<'_>,
        guesses: &Guesses<'_, C>,
        depth: u8,
    ) -> Result<Choices, RequestError> {
        let known = found.known;
        if known.iter().any(is_open) {
            guesses.prepare()?;
        }
        let valuing = Valuing {
            problem: self,
            known,
            bounds: known.iter().map(|known| known.bounds.clone()).collect(),
            guesses,
            depth,
        };
        let choices = tree.choices.iter().enumerate();
        let mut choices: Vec<ValuedChoice> = choices
            .map(|(number, choice)| valuing.choice(number, choice))
            .collect();
        let chooser = (!choices.is_empty()).then(|| self.chooser());
        let best = pick(chooser == Some(self.of));
        let all = fold(choices.iter().map(|choice| &choice.bounds), best);
        let over = || {
            let of_first = self.game.given_out(self.position);
            let margin = match self.of {
                Side::First => of_first,
                Side::Second => -of_first,
            };
            Bounds::alike(margin..=margin)
        };
        let bounds = all.unwrap_or_else(over);
        let bounds = match &found.root {
            Some(root) => both(&bounds, root),
            None => bounds,
        };
        // No choice is better for the side that chooses than the position.
        if chooser.is_some() {
            for choice in &mut choices {
                choice.bounds = no_better(&choice.bounds, &bounds, best);
            }
        }
        let open = exact(&bounds.zero).is_none();
        let margins = choices.iter().map(ValuedChoice::margin);
        let estimate = margins.reduce(best).filter(|_| open);
        let guessed = choices.iter().filter_map(|choice| choice.estimate);
        let depth = guessed.map(|estimate| estimate.depth).min();
        Ok(Choices {
            game: self.game.full_name(),
            position: self.game.position_text(self.position),
            margin_of: self.side_name(self.of),
            chooser: chooser.map(|side| self.side_name(side)),
            pie: fold(
                choices.iter().filter_map(|choice| choice.pie.as_ref()),
                best,
            ),
            estimate: estimate.zip(depth).map(|(margin, depth)| Estimate {
                margin: within(margin, &bounds.zero),
                depth,
            }),
            bounds,
            choices,
            nodes: found.nodes,
            piece: None,
            progress: None,
            evidence: self.evidence(tree),
        })
    }
}

/// The bounds of a choice, where `best` of all choices is worth no more to the side that chooses than the position.
fn no_better(choice: &Bounds, all: &Bounds, best: Pick) -> Bounds {
    let ended = |choice: &RangeInclusive<i32>, all: &RangeInclusive<i32>| match best(0, 1) {
        0 => *choice.start().max(all.start())..=*choice.end(),
        _ => *choice.start()..=*choice.end().min(all.end()),
    };
    Bounds {
        lower: ended(&choice.lower, &all.lower),
        zero: ended(&choice.zero, &all.zero),
        upper: ended(&choice.upper, &all.upper),
    }
}

fn is_open(known: &LeafBounds) -> bool {
    exact(&known.bounds.zero).is_none()
}

fn within(margin: i32, proven: &RangeInclusive<i32>) -> i32 {
    margin.clamp(*proven.start(), *proven.end())
}

/// What choices are valued by.
struct Valuing<'a, 'g, C: Contest> {
    problem: &'a ChoicesProblem<'a, C>,
    known: &'a [LeafBounds],
    /// Of what is known, the bounds.
    bounds: Vec<Bounds>,
    guesses: &'a Guesses<'g, C>,
    depth: u8,
}

impl<C: Contest> Valuing<'_, '_, C> {
    /// A guess at a branch, where it is not proven.
    fn guess(
        &self,
        place: Place,
        branch: &Branch<C>,
        proven: &Bounds,
        depth: u8,
    ) -> Option<Estimate> {
        if exact(&proven.zero).is_some() {
            return None;
        }
        let guess = self.guesses.margin(place, &branch.state, depth)?;
        let margin = branch.gain + self.problem.seen(&branch.state, guess.margin);
        Some(Estimate {
            margin: within(margin, &proven.zero),
            depth: guess.depth + 1,
        })
    }

    fn choice(&self, number: usize, choice: &Choice<C>) -> ValuedChoice {
        let problem = self.problem;
        let Choice { branch, replies } = choice;
        let replier = pick(problem.chooser() != problem.of);
        let pie = |bounds: &Bounds| problem.pie.then(|| with_the_pie(bounds));
        let valued: Vec<(String, Bounds)> = replies
            .iter()
            .map(|reply| (reply.text.clone(), problem.of_branch(reply, &self.bounds)))
            .collect();
        let own = fold(valued.iter().map(|(_, bounds)| bounds), replier);
        let own = own.unwrap_or_else(|| problem.of_branch(branch, &self.bounds));
        let pies: Vec<Bounds> = valued.iter().filter_map(|(_, reply)| pie(reply)).collect();
        let best_reply = match &branch.end {
            _ if !valued.is_empty() => best_reply(&valued, &own, replier),
            End::Open(place) if problem.side_to_move_differs(branch) => {
                self.known[*place].best.clone()
            }
            _ => None,
        };
        let sources = replies
            .iter()
            .map(|reply| problem.source(reply, self.known));
        let source = sources
            .max()
            .unwrap_or_else(|| problem.source(branch, self.known));
        let shallow = self.depth.saturating_sub(1).max(1);
        let asked = replies.iter().zip(&valued).enumerate();
        let asked = asked.map(|(at, (reply, (text, bounds)))| ValuedReply {
            choice: text.clone(),
            bounds: bounds.clone(),
            pie: pie(bounds),
            estimate: self.guess((number, Some(at)), reply, bounds, shallow),
            source: source_of(bounds, problem.source(reply, self.known)),
        });
        ValuedChoice {
            choice: branch.text.clone(),
            pie: fold(&pies, replier).or_else(|| pie(&own)),
            estimate: self.guess((number, None), branch, &own, self.depth),
            best_reply,
            replies: problem.replies.then(|| asked.collect()),
            source: source_of(&own, source),
            bounds: own,
        }
    }
}

/// Where a value comes from, if it is one.
fn source_of(bounds: &Bounds, source: Source) -> Option<Source> {
    exact(&bounds.zero).map(|_| source)
}
