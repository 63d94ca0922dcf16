//! Why a choice is good or bad: what it leads to, what is better, and a line of play.

use std::path::Path;
use std::time::Duration;

use schemars::JsonSchema;
use serde::Serialize;
use sowlab_analysis::Analyses;
use sowlab_analysis::choices::ChoicesRequest;
use sowlab_findings::{Choices, ValuedChoice, exact};
use sowlab_games::dynamic::Line;
use sowlab_solvers::{Monitor, Unwatched};

use super::review::{ReviewError, ReviewRequest};

/// The time limit for each move of the line.
const TIME: Duration = Duration::from_millis(300);
/// The maximum number of moves of the line.
const MOST_MOVES: usize = 12;

/// What a choice leads to.
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
    /// The stones that the choice gives away.
    pub loss: i32,
    /// The line of play, as a record: the choice and what follows if both sides play on.
    pub line: String,
    /// The position after the line.
    pub after: String,
    /// The lead there of the side that moves first in the game.
    pub lead: i32,
    /// Whether the game is over there.
    pub over: bool,
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
    let choices = |position: &str, time_limit: Option<Duration>| {
        let values = ChoicesRequest {
            position: Some(position.to_owned()),
            scratch: Some(scratch.to_owned()),
            time_limit,
            ..request.values.clone()
        };
        request.game.analyses().choices(&values, &quiet)
    };
    let values = choices(&position, request.values.time_limit)?;
    let named = |name: &str| values.choices.iter().find(|one| one.choice == name);
    let (Some(own), Some(best)) = (named(chosen), values.advised(request.pie)) else {
        return Ok(None);
    };
    let first = game.sides()[0];
    let (margin, exact) = margin_of_first(&values, own, request.pie, first, lead);
    let (best_margin, best_exact) = margin_of_first(&values, best, request.pie, first, lead);
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
        let values = choices(&there.text(), Some(TIME))?;
        let Some(advised) = values.advised(request.pie) else {
            break;
        };
        line.play(&advised.choice.clone())?;
    }
    let moves = line.moves().split_off(before);
    let after = line.position();
    let start = game.read_position(&position)?;
    Ok(Some(Explanation {
        choice: chosen.to_owned(),
        margin,
        exact,
        best: best.choice.clone(),
        best_margin,
        best_exact,
        loss: (sign * (best_margin - margin)).max(0),
        line: start.record_text(&moves)?,
        after: after.text(),
        lead: after.lead(),
        over: after.outcome().is_some(),
        position,
    }))
}

/// The margin at the end of the game after a choice, of the side that moves first in the game, and whether it is exact.
fn margin_of_first(
    values: &Choices,
    choice: &ValuedChoice,
    pie: bool,
    first: &str,
    lead: i32,
) -> (i32, bool) {
    let bounds = match &choice.pie {
        Some(with_pie) if pie => with_pie,
        _ => &choice.bounds,
    };
    let margin = choice.margin_under(pie);
    let of_first = match values.margin_of == first {
        true => margin,
        false => -margin,
    };
    (lead + of_first, exact(&bounds.zero).is_some())
}
