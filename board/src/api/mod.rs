//! The interface at `/api/v1`, described in docs/formats.md.

mod choices;
mod engines;
mod equilibrium;
mod error;
mod games;
mod parameters;
mod play;
mod review;
mod rules;
mod show;
mod sow;

use axum::Router;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use serde::Serialize;

use crate::state::Board;

pub(crate) use error::ApiError;
use parameters::Parameters;

/// Returns the routes of the API.
pub(crate) fn routes() -> Router<Board> {
    Router::new()
        .route("/games", get(games::answer))
        .route("/engines", get(engines::answer))
        .route("/rules", get(rules::answer))
        .route("/show", get(show::answer))
        .route("/sow", get(sow::answer))
        .route("/choices", get(choices::answer))
        .route("/equilibrium", get(equilibrium::answer))
        .route("/review", get(review::answer))
        .route("/explain", get(review::explanation))
        .route("/play", get(play::answer))
        .fallback(nothing)
}

async fn nothing() -> ApiError {
    ApiError::NotFound
}

/// The answer to a request.
type Answer = Result<Response, ApiError>;

/// Returns a document as an answer.
fn document(data: &impl Serialize) -> Answer {
    let text = serde_json::to_string(data).map_err(|_| ApiError::Internal)?;
    let headers = [
        (header::CONTENT_TYPE, "application/json"),
        (header::CACHE_CONTROL, "no-store"),
    ];
    Ok((headers, text).into_response())
}
