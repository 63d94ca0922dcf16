//! The values of choices, from the bounds of the positions after them.

use std::ops::RangeInclusive;

use sowlab_findings::{
    Bounds, Choices, Estimate, Pick, Source, ValuedChoice, ValuedReply, both, exact, fold, pick,
    with_the_pie,
};
use sowlab_games::contest::Contest;
use sowlab_solvers::Side;

use super::guesses::{Estimates, Place, SharedEstimates, locked};
use super::prove::{LeafBounds, LeafProgress};
use super::reply::best_reply;
use super::tree::{Branch, Choice, ChoicesProblem, End, Tree};

impl<C: Contest> ChoicesProblem<'_, C> {
    /// Returns the values of the choices from the given bounds.
    #[inline(never)] // It is large, and each caller would have a copy.
    pub(super) fn finding(
        &self,
        tree: &Tree<C>,
        found: &LeafProgress<'_>,
        estimates: &SharedEstimates,
    ) -> Choices {
        let known = found.known;
        let estimates = &*locked(estimates);
        let valuing = Valuing {
            problem: self,
            known,
            bounds: known.iter().map(|known| known.bounds.clone()).collect(),
            estimates,
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
        // No choice is better for the chooser than the position.
        if chooser.is_some() {
            for choice in &mut choices {
                choice.bounds = no_better(&choice.bounds, &bounds, best);
                let zero = &choice.bounds.zero;
                choice.estimate = choice.estimate.map(|estimate| Estimate {
                    margin: within(estimate.margin, zero),
                    ..estimate
                });
            }
        }
        let open = exact(&bounds.zero).is_none();
        let margins = choices.iter().map(ValuedChoice::margin);
        let estimate = margins.reduce(best).filter(|_| open);
        let guessed = choices.iter().filter_map(|choice| choice.estimate);
        let depth = guessed.map(|estimate| estimate.depth).min();
        Choices {
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
            limit: None,
            advice: None,
            pie_advice: None,
            evidence: self.evidence(tree),
        }
        .with_advice()
    }

    /// Returns the bounds of a choice, as margins of the side `of`.
    pub(super) fn of_choice(&self, choice: &Choice<C>, known: &[Bounds]) -> Bounds {
        let replies = choice.replies.iter();
        let replies: Vec<Bounds> = replies.map(|reply| self.of_branch(reply, known)).collect();
        let own = fold(&replies, pick(self.chooser() != self.of));
        own.unwrap_or_else(|| self.of_branch(&choice.branch, known))
    }
}

/// Tightens the bounds of a choice, which is no better for the chooser than the position. `best` selects the better of
/// two margins for the chooser.
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

fn within(margin: i32, proven: &RangeInclusive<i32>) -> i32 {
    margin.clamp(*proven.start(), *proven.end())
}

/// The inputs to the values of choices.
struct Valuing<'a, C: Contest> {
    problem: &'a ChoicesProblem<'a, C>,
    known: &'a [LeafBounds],
    /// The bounds of `known`.
    bounds: Vec<Bounds>,
    estimates: &'a Estimates,
}

impl<C: Contest> Valuing<'_, C> {
    /// Estimates a branch that ends after `moves` moves.
    fn estimated(&self, place: Place, branch: &Branch<C>, moves: u8) -> Option<Estimate> {
        let Estimate { margin, depth } = self.estimates.of(place)?;
        Some(Estimate {
            margin: branch.gain + self.problem.seen(&branch.state, margin),
            depth: depth.saturating_add(moves),
        })
    }

    /// Estimates a branch whose value is not proven.
    fn estimate(
        &self,
        place: Place,
        branch: &Branch<C>,
        proven: &Bounds,
        moves: u8,
    ) -> Option<Estimate> {
        if exact(&proven.zero).is_some() {
            return None;
        }
        let Estimate { margin, depth } = self.estimated(place, branch, moves)?;
        let margin = within(margin, &proven.zero);
        Some(Estimate { margin, depth })
    }

    /// Estimates a choice under the pie rule from its replies, if that value is not proven.
    fn pie_estimate(
        &self,
        number: usize,
        replies: &[Branch<C>],
        proven: Option<&Bounds>,
        replier: Pick,
    ) -> Option<Estimate> {
        let proven = proven.filter(|pie| exact(&pie.zero).is_none())?;
        let each = replies.iter().enumerate().map(|(at, reply)| {
            let bounds = self.problem.of_branch(reply, &self.bounds);
            match exact(&bounds.zero) {
                Some(margin) => Some((margin.abs(), u8::MAX)),
                None => self
                    .estimated((number, Some(at)), reply, 2)
                    .map(|estimate| (estimate.margin.abs(), estimate.depth)),
            }
        });
        let each: Vec<(i32, u8)> = each.collect::<Option<_>>()?;
        let margin = each.iter().map(|&(margin, _)| margin).reduce(replier)?;
        let depth = each.iter().map(|&(_, depth)| depth).min()?;
        let margin = within(margin, &proven.zero);
        Some(Estimate { margin, depth })
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
        let own = problem.of_choice(choice, &self.bounds);
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
        let asked = replies.iter().zip(&valued).enumerate();
        let asked = asked.map(|(at, (reply, (text, bounds)))| ValuedReply {
            choice: text.clone(),
            bounds: bounds.clone(),
            pie: pie(bounds),
            estimate: self.estimate((number, Some(at)), reply, bounds, 2),
            source: source_of(bounds, problem.source(reply, self.known)),
        });
        let with_pie = fold(&pies, replier).or_else(|| pie(&own));
        ValuedChoice {
            choice: branch.text.clone(),
            pie_estimate: self.pie_estimate(number, replies, with_pie.as_ref(), replier),
            pie: with_pie,
            estimate: self.estimate((number, None), branch, &own, 1),
            best_reply,
            replies: problem.replies.then(|| asked.collect()),
            source: source_of(&own, source),
            bounds: own,
        }
    }
}

/// Returns the source of a value, if the value is proven.
fn source_of(bounds: &Bounds, source: Source) -> Option<Source> {
    exact(&bounds.zero).map(|_| source)
}
