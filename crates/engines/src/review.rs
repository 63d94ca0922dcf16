//! The loss of each choice of a game.

use sowlab_findings::{Bounds, Choices, ValuedChoice, exact};
use std::path::Path;

use schemars::JsonSchema;
use serde::Serialize;
use sowlab_base::Limit;
use sowlab_findings::letter;
use sowlab_solvers::{Monitor, Side, Unwatched};

use sowlab_analysis::choices::ChoicesRequest;
use sowlab_analysis::{Analyses, RequestError};
use sowlab_games::catalog::{CatalogGame, NameError};
use sowlab_games::contest::MoveError;
use sowlab_games::dynamic::{Line, PositionError};

/// A game under review, as a document.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ReviewDocument {
    /// The full name of the game.
    pub game: String,
    /// The record, as it was given.
    pub record: String,
    /// The limit of the search in each position; `null` without one.
    pub limit: Option<Limit>,
    /// The choices of the game.
    pub review: Vec<Reviewed>,
}

/// A choice of a game, and what it gave away.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Reviewed {
    /// Its place in the record, from 1.
    #[serde(skip)]
    pub number: usize,
    /// The position in which it was made.
    pub position: String,
    /// The side that made it; in JSON its letter.
    #[serde(serialize_with = "letter")]
    pub side: &'static str,
    /// The choice.
    pub choice: String,
    /// The loss of the choice with infinite play as a draw, in the first round of a game with the pie rule under that
    /// rule. `None` if it is not proven.
    pub loss: Option<i32>,
    /// An estimate of it, where it is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub estimated_loss: Option<i32>,
    /// A better choice, proven or estimated.
    pub better: Option<String>,
}

/// The error of a review.
#[derive(Debug, thiserror::Error)]
pub enum ReviewError {
    /// The name of the game is invalid.
    #[error(transparent)]
    Game(#[from] NameError),
    /// The start position is invalid.
    #[error(transparent)]
    Start(#[from] PositionError),
    /// A move is not legal.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// The choices cannot be valued.
    #[error(transparent)]
    Request(#[from] RequestError),
}

/// A request for the review of a game.
pub struct ReviewRequest<'a> {
    /// The game.
    pub game: &'a CatalogGame,
    /// Whether the pie rule applied, in games that have it.
    pub pie: bool,
    /// The start position; `None`: the opening.
    pub start: Option<&'a str>,
    /// The game so far, in the notation of records.
    pub record: &'a str,
    /// The options for valuing the choices of each position; its position is ignored.
    pub values: ChoicesRequest,
}

/// A move to review.
struct Made {
    position: String,
    side: &'static str,
    choice: String,
}

/// Returns the choices of a game.
fn choices_of(request: &ReviewRequest<'_>) -> Result<Vec<Made>, ReviewError> {
    let game = request.game.for_play(request.pie)?;
    let mut line = Line::begin(&*game, request.start)?;
    line.play_record(request.record)?;
    let made = line.choices().map(|(position, choice)| Made {
        position: position.text(),
        side: game.sides()[usize::from(position.side() == Side::Second)],
        choice: choice.to_owned(),
    });
    Ok(made.collect())
}

/// Reviews a game, the last choice first, because values near the end are easier to solve. `seen` receives each choice.
/// A monitor that cancels ends the review; the choices reviewed so far are returned, in the order of the game.
///
/// # Errors
/// See [`ReviewError`].
pub fn review(
    request: &ReviewRequest<'_>,
    scratch: &Path,
    monitor: &dyn Monitor,
    seen: &mut dyn FnMut(&Reviewed),
) -> Result<Vec<Reviewed>, ReviewError> {
    let made = choices_of(request)?;
    let mut reviewed = Vec::new();
    monitor.begin("choices reviewed", made.len() as u64);
    let quiet = Unwatched(monitor);
    for (number, made) in (1..).zip(made).collect::<Vec<_>>().into_iter().rev() {
        if monitor.cancelled() {
            break;
        }
        let values = ChoicesRequest {
            position: Some(made.position.clone()),
            scratch: Some(scratch.to_owned()),
            ..request.values.clone()
        };
        let choices = request.game.analyses().choices(&values, &quiet)?;
        let judged = judge(number, made, &choices, request.pie);
        seen(&judged);
        monitor.advance(1);
        reviewed.push(judged);
    }
    reviewed.reverse();
    Ok(reviewed)
}

/// Judges a choice among all choices of its position.
fn judge(
    number: usize,
    Made {
        position,
        side,
        choice,
    }: Made,
    choices: &Choices,
    pie: bool,
) -> Reviewed {
    let sign = if choices.wants_greatest() { 1 } else { -1 };
    let bounds = |one: &ValuedChoice| -> Bounds {
        let with_pie = one.pie.clone().filter(|_| pie);
        with_pie.unwrap_or_else(|| one.bounds.clone())
    };
    let all = match &choices.pie {
        Some(with_pie) if pie => with_pie,
        _ => &choices.bounds,
    };
    let chosen = choices.choices.iter().find(|one| one.choice == choice);
    let own = chosen.and_then(|one| exact(&bounds(one).zero));
    let loss = exact(&all.zero)
        .zip(own)
        .map(|(best, own)| sign * (best - own));
    let value = |one: &ValuedChoice| sign * one.margin_under(pie);
    let guessed = choices.choices.iter().map(value).max();
    let estimated_loss = guessed
        .zip(chosen.map(value))
        .map(|(best, own)| best - own)
        .filter(|_| loss.is_none());
    let best = |one: &&ValuedChoice| match loss {
        Some(_) => exact(&bounds(one).zero) == exact(&all.zero),
        None => Some(value(one)) == guessed,
    };
    let gave_away = loss.or(estimated_loss).is_some_and(|loss| loss > 0);
    let advised = choices.advised(pie).filter(best);
    let better = advised.or_else(|| choices.choices.iter().find(best));
    let better = better.filter(|_| gave_away);
    Reviewed {
        number,
        position,
        side,
        choice,
        loss,
        estimated_loss,
        better: better.map(|one| one.choice.clone()),
    }
}
