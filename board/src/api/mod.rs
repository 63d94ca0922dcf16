//! The interface at `/api/v1`, described in docs/formats.md: `sowlab-api` reads the requests and computes the answers.

mod choices;
mod error;

use std::time::Instant;

use axum::Router;
use axum::extract::{Path, RawQuery, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use sowlab_api::{ApiError, Request, Work};

use crate::searches::Within;
use crate::state::Board;

pub(crate) use error::HttpError;

/// Returns the routes of the API.
pub(crate) fn routes() -> Router<Board> {
    Router::new()
        .route("/{path}", get(answer))
        .fallback(nothing)
}

async fn nothing() -> HttpError {
    ApiError::NotFound.into()
}

async fn answer(
    State(board): State<Board>,
    Path(path): Path<String>,
    RawQuery(query): RawQuery,
) -> Result<Response, HttpError> {
    let query = query.unwrap_or_default();
    let arrived = Instant::now();
    let Request { within, work } = Request::read(&path, &query, &board.setting)?;
    let within = Within::new(arrived, within.unwrap_or(board.setting.time_limit));
    let text = match work {
        Work::Done(text) => text,
        Work::Quick(work) => board.searches.quick(within, work).await?,
        Work::Search(work) => {
            let search = board
                .searches
                .search(within, move |watched| Ok(work(watched)?));
            search.await?
        }
        Work::Stream(choices) => return choices::stream(&board, choices).await,
    };
    let headers = [
        (header::CONTENT_TYPE, "application/json"),
        (header::CACHE_CONTROL, "no-store"),
    ];
    Ok((headers, text).into_response())
}
