//! `/review`: the loss of each choice of a game. `/explain`: why a choice of the last position is good or bad.

use std::time::Duration;

use axum::extract::State;
use sowlab_analysis::choices::ChoicesRequest;
use sowlab_base::Limit;
use sowlab_engines::explained::explain;
use sowlab_engines::review::{ReviewDocument, ReviewError, ReviewRequest, review};
use sowlab_games::catalog::CatalogGame;

use super::{Answer, ApiError, Parameters, document};
use crate::searches::Watched;
use crate::state::Board;

/// The seconds for the values of each choice: the default and the maximum.
const TIME: u64 = 2;
const MOST_TIME: u64 = 60;

/// A game that was played, and the means to value its choices.
struct PlayedGame {
    game: CatalogGame,
    pie: bool,
    start: Option<String>,
    record: String,
    values: ChoicesRequest,
}

impl PlayedGame {
    fn of(board: &Board, parameters: &Parameters) -> Result<PlayedGame, ApiError> {
        let game = parameters.game()?;
        let (start, record) = parameters.played()?;
        let time = parameters.number("time", 1..=MOST_TIME)?.unwrap_or(TIME);
        let values = ChoicesRequest {
            tables: board.tables_of(&game),
            memory: board.memory,
            limit: Some(Limit::Time(Duration::from_secs(time))),
            proofs: board.proofs_of(&game),
            ..ChoicesRequest::default()
        };
        Ok(PlayedGame {
            pie: parameters.flag("pie", true)? && game.has_pie(),
            game,
            start,
            record,
            values,
        })
    }

    fn request(&self) -> ReviewRequest<'_> {
        ReviewRequest {
            game: &self.game,
            pie: self.pie,
            start: self.start.as_deref(),
            record: &self.record,
            values: self.values.clone(),
        }
    }
}

/// Answers with the document of `sowlab review`.
pub(super) async fn answer(State(board): State<Board>, parameters: Parameters) -> Answer {
    parameters.known(&["game", "position", "record", "pie", "time", "within"])?;
    let within = parameters.within(&board)?;
    let played = PlayedGame::of(&board, &parameters)?;
    let scratch = board.scratch.path().to_owned();
    let reviewed = board.searches.search(within, move |watched: &Watched| {
        let reviewed =
            review(&played.request(), &scratch, watched, &mut |_| ()).map_err(refused)?;
        Ok(ReviewDocument {
            game: played.game.to_string(),
            record: played.record,
            limit: played.values.limit,
            review: reviewed,
        })
    });
    document(&reviewed.await?)
}

/// Answers with the explanation of a choice in the last position of a record.
pub(super) async fn explanation(State(board): State<Board>, parameters: Parameters) -> Answer {
    parameters.known(&[
        "game", "position", "record", "pie", "time", "within", "choice",
    ])?;
    let within = parameters.within(&board)?;
    let played = PlayedGame::of(&board, &parameters)?;
    let choice = parameters.text("choice");
    let choice = choice
        .ok_or_else(|| ApiError::input("choice", "must be given"))?
        .to_owned();
    let scratch = board.scratch.path().to_owned();
    let explained = board.searches.search(within, move |watched: &Watched| {
        let found = explain(&played.request(), &choice, &scratch, watched).map_err(refused)?;
        found.ok_or_else(|| {
            ApiError::input(
                "choice",
                format!("{choice:?} is not a choice of this position"),
            )
        })
    });
    document(&explained.await?)
}

fn refused(error: ReviewError) -> ApiError {
    match error {
        ReviewError::Game(error) => ApiError::input("game", error),
        ReviewError::Start(error) => ApiError::input("position", error),
        ReviewError::Move(error) => ApiError::input("record", error),
        ReviewError::Request(error) => error.into(),
    }
}
