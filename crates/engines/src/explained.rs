//! Explanations of a choice: its result, a better choice, and a line of play.

use std::path::Path;
use std::time::Duration;

use schemars::JsonSchema;
use serde::Serialize;
use sowlab_analysis::Analyses;
use sowlab_analysis::choices::ChoicesRequest;
use sowlab_base::Limit;
use sowlab_findings::{ValuedChoice, exact};
use sowlab_games::dynamic::Line;
use sowlab_solvers::{Monitor, Unwatched};

use super::review::{ReviewError, ReviewRequest};

/// The time limit for each move of the line.
const LIMIT: Limit = Limit::Time(Duration::from_millis(300));
/// The maximum number of moves of the line.
const MOST_MOVES: usize = 12;

/// The result of a choice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Explanation {
    /// The position.
    pub position: String,
    /// The choice.
    pub choice: String,
    /// The margin at the end of the game if both sides play on, of the side that moves first in the game.
    pub margin: i32,
    /// Whether that is exact; otherwise it is an estimate.
    pub exact: bool,
    /// An optimal choice, or the best one by estimates.
    pub best: String,
    /// The margin at the end of the game after that one.
    pub best_margin: i32,
    /// Whether that is exact.
    pub best_exact: bool,
    /// The stones that the choice loses.
    pub loss: i32,
    /// Every reply, for a first choice whose replies all have an exact value.
    pub replies: Vec<ExplainedReply>,
    /// The moves of the line of play: the choice, and the moves of both sides after it.
    pub moves: Vec<String>,
    /// The line of play, as a record.
    pub line: String,
    /// The position after the line.
    pub after: String,
    /// The lead there of the side that moves first in the game.
    pub lead: i32,
    /// Whether the game is over there.
    pub over: bool,
    /// The explanation in sentences.
    pub text: String,
}

/// A reply to a first choice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ExplainedReply {
    /// The reply.
    pub reply: String,
    /// The margin at the end of the game after it, of the side that moves first in the game, unless sides are swapped.
    pub margin: i32,
}

/// Explains a choice in the last position of a record. The request is that of a review; `None` if the choice is not
/// legal there.
///
/// # Errors
/// See [`ReviewError`].
pub fn explain(
    request: &ReviewRequest<'_>,
    chosen: &str,
    scratch: &Path,
    monitor: &dyn Monitor,
) -> Result<Option<Explanation>, ReviewError> {
    let game = request.game.for_play(request.pie)?;
    let mut line = Line::begin(&*game, request.start)?;
    line.play_record(request.record)?;
    let position = line.position().text();
    let lead = line.position().lead();
    let quiet = Unwatched(monitor);
    let choices = |position: &str, limit: Option<Limit>, replies: bool| {
        let values = ChoicesRequest {
            position: Some(position.to_owned()),
            scratch: Some(scratch.to_owned()),
            limit,
            replies,
            ..request.values.clone()
        };
        request.game.analyses().choices(&values, &quiet)
    };
    let values = choices(&position, request.values.limit, line.played().is_empty())?;
    let named = |name: &str| values.choices.iter().find(|one| one.choice == name);
    let (Some(own), Some(best)) = (named(chosen), values.advised(request.pie)) else {
        return Ok(None);
    };
    let first = game.sides()[0];
    // Values are margins from here on, of either side.
    let at_the_end = |margin: i32| match values.margin_of == first {
        true => lead + margin,
        false => lead - margin,
    };
    let margin_after = |choice: &ValuedChoice| {
        let bounds = match &choice.pie {
            Some(with_pie) if request.pie => with_pie,
            _ => &choice.bounds,
        };
        let margin = at_the_end(choice.margin_under(request.pie));
        (margin, exact(&bounds.zero).is_some())
    };
    let (margin, is_exact) = margin_after(own);
    let (best_margin, best_exact) = margin_after(best);
    let sign = match values.chooser == Some(first) {
        true => 1,
        false => -1,
    };
    let before = line.played().len();
    line.play(chosen)?;
    while line.played().len() - before < MOST_MOVES && !monitor.cancelled() {
        let there = line.position();
        if there.moves().is_empty() || there.is_endless() {
            break;
        }
        let values = choices(&there.text(), Some(LIMIT), false)?;
        let Some(advised) = values.advised(request.pie) else {
            break;
        };
        line.play(&advised.choice.clone())?;
    }
    let moves = line.moves().split_off(before);
    let after = line.position();
    let start = game.read_position(&position)?;
    let mut explanation = Explanation {
        choice: chosen.to_owned(),
        margin,
        exact: is_exact,
        best: best.choice.clone(),
        best_margin,
        best_exact,
        loss: (sign * (best_margin - margin)).max(0),
        replies: replies_of(own, at_the_end).unwrap_or_default(),
        line: start.record_text(&moves)?,
        moves: moves.into_iter().map(str::to_owned).collect(),
        after: after.text(),
        lead: after.lead(),
        over: after.outcome().is_some(),
        position,
        text: String::new(),
    };
    let swaps = request.pie && own.pie.is_some();
    explanation.text = explanation.sentences(game.sides(), values.chooser == Some(first), swaps);
    Ok(Some(explanation))
}

/// Returns the margins at the end of the game after each reply; `None` where one is unresolved or nobody replies.
fn replies_of(
    choice: &ValuedChoice,
    at_the_end: impl Fn(i32) -> i32,
) -> Option<Vec<ExplainedReply>> {
    let replies = choice.replies.as_ref()?.iter().map(|reply| {
        Some(ExplainedReply {
            reply: reply.choice.clone(),
            margin: at_the_end(exact(&reply.bounds.zero)?),
        })
    });
    replies.collect()
}

impl Explanation {
    /// Returns the explanation in sentences. `by_first` says whether the first side chooses, `swaps` whether it may swap
    /// sides after the round.
    fn sentences(&self, sides: [&str; 2], by_first: bool, swaps: bool) -> String {
        let result = |margin, exact| {
            let verdict = verdict(sides, margin);
            match exact {
                true => verdict,
                false => format!("{verdict} (an estimate)"),
            }
        };
        let own = result(self.margin, self.exact);
        let judged = match self.loss {
            0 if self.exact => format!("{} is optimal: {own}.", self.choice),
            0 => format!("{} is as good as any known choice: {own}.", self.choice),
            loss => format!(
                "{} loses {loss}: {own}; after {} {}.",
                self.choice,
                self.best,
                result(self.best_margin, self.best_exact)
            ),
        };
        let replies = self.about_replies(sides, by_first, swaps);
        let end = match (self.over, self.lead) {
            (true, _) => "That is the end of the game.".to_owned(),
            (false, 0) => "Then nobody leads.".to_owned(),
            (false, lead) => {
                let leader = sides[usize::from(lead < 0)];
                format!("Then {leader} leads by {}.", lead.abs())
            }
        };
        format!("{judged}{replies} If both play on: {}. {end}", self.line)
    }

    /// Returns sentences about the replies, after a space; none if the replies are unresolved.
    fn about_replies(&self, sides: [&str; 2], by_first: bool, swaps: bool) -> String {
        let [chooser, other] = match by_first {
            true => sides,
            false => [sides[1], sides[0]],
        };
        let margin = |reply: &ExplainedReply| {
            if by_first {
                reply.margin
            } else {
                -reply.margin
            }
        };
        let taken = |reply: &ExplainedReply| match swaps {
            true => margin(reply).abs(),
            false => margin(reply),
        };
        let margins = || self.replies.iter().map(margin);
        let (Some(least), Some(most), Some(bar)) = (
            margins().min(),
            margins().max(),
            self.replies.iter().map(taken).min(),
        ) else {
            return String::new();
        };
        let best = self.replies.iter().filter(|reply| taken(reply) == bar);
        let best: Vec<&str> = best.map(|reply| reply.reply.as_str()).collect();
        let best = best.join(", ");
        let range = format!(" {other}'s replies leave {chooser} between {least:+} and {most:+}.");
        match swaps {
            true => format!(
                "{range} {chooser} then takes the better side: at least {bar:+}, after {best}."
            ),
            false => format!("{range} The best for {other}: {best}."),
        }
    }
}

/// Returns who wins by how much.
pub fn verdict([first, second]: [&str; 2], margin_of_first: i32) -> String {
    match margin_of_first {
        0 => "a draw".to_owned(),
        1.. => format!("{first} wins by {margin_of_first}"),
        _ => format!("{second} wins by {}", -margin_of_first),
    }
}
