//! `/review`: the loss of each choice of a game.

use std::time::Duration;

use axum::extract::State;
use sowlab_analysis::choices::ChoicesRequest;
use sowlab_engines::review::ReviewDocument;
use sowlab_engines::review::{ReviewError, ReviewRequest, review};
use sowlab_games::catalog::CatalogGame;

use super::{Answer, ApiError, Parameters, document};
use crate::searches::Watched;
use crate::state::Board;

/// The seconds for the values of each choice: the default and the maximum.
const TIME: u64 = 2;
const MOST_TIME: u64 = 60;

/// Answers with the document of `sowlab review`.
pub(super) async fn answer(State(board): State<Board>, parameters: Parameters) -> Answer {
    parameters.known(&["game", "position", "record", "pie", "time", "within"])?;
    let within = parameters.within(&board)?;
    let game = parameters.game()?;
    let (start, record) = parameters.played()?;
    let pie = parameters.flag("pie", true)? && game.has_pie();
    let time = parameters.number("time", 1..=MOST_TIME)?.unwrap_or(TIME);
    let shared = board.clone();
    let values = move |game: &CatalogGame| ChoicesRequest {
        tables: shared.tables_of(game),
        memory: shared.memory,
        time_limit: Some(Duration::from_secs(time)),
        proofs: shared.proofs_of(game),
        ..ChoicesRequest::default()
    };
    let scratch = board.scratch.path().to_owned();
    let reviewed = board.searches.search(within, move |watched: &Watched| {
        let request = ReviewRequest {
            game: &game,
            pie,
            start: start.as_deref(),
            record: &record,
            values: values(&game),
        };
        let reviewed = review(&request, &scratch, watched, &mut |_| ()).map_err(refused)?;
        Ok(ReviewDocument {
            game: game.to_string(),
            record,
            review: reviewed,
        })
    });
    document(&reviewed.await?)
}

fn refused(error: ReviewError) -> ApiError {
    match error {
        ReviewError::Game(error) => ApiError::input("game", error),
        ReviewError::Start(error) => ApiError::input("position", error),
        ReviewError::Move(error) => ApiError::input("record", error),
        ReviewError::Request(error) => error.into(),
    }
}
