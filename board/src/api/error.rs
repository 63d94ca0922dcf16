//! Errors of the API.

use std::fmt::Display;
use std::io::Write as _;

use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use sowlab_analysis::{Field, RequestError};
use sowlab_base::interrupt::Interrupted;
use sowlab_games::dynamic::PositionError;

use crate::access::LONGEST_HEAD;

/// The error of a request.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ApiError {
    /// A parameter is invalid.
    #[error("{parameter}: {reason}")]
    Input {
        /// The name of the parameter.
        parameter: String,
        /// The problem and the allowed values.
        reason: String,
    },
    /// The request is not allowed.
    #[error("{0}")]
    Forbidden(&'static str),
    /// The request head is too long.
    #[error("a request has no more than {} kB before its body", LONGEST_HEAD >> 10)]
    Head,
    /// The method is neither GET nor HEAD.
    #[error("only GET and HEAD are known")]
    Method,
    /// The path does not exist.
    #[error("there is nothing here; docs/formats.md lists the addresses")]
    NotFound,
    /// All search slots are in use.
    #[error("{most} searches run already: close a page, or start the server with more --searches")]
    Busy {
        /// The number of slots.
        most: usize,
    },
    /// The server is stopping.
    #[error("the server stops")]
    Stopping,
    /// The time limit of the request was exceeded.
    #[error(
        "no answer within {seconds} seconds: within=SECONDS allows more, within=most all that the server does"
    )]
    TimeOver {
        /// The time limit.
        seconds: u64,
    },
    /// A search reached its time limit before it found anything.
    #[error("the time was over before anything was found")]
    Unfinished,
    /// A round exceeds the limit on its length.
    #[error("{0}")]
    TooLong(Interrupted),
    /// The tables or proofs of the server cannot be used.
    #[error("the server cannot use its tables or proofs for this: its standard error says why")]
    Unusable,
    /// An internal error.
    #[error("an error in the server itself")]
    Internal,
}

impl ApiError {
    /// Creates the error of an invalid parameter.
    pub(crate) fn input(parameter: &str, reason: impl ToString) -> ApiError {
        ApiError::Input {
            parameter: parameter.to_owned(),
            reason: reason.to_string(),
        }
    }

    /// Creates an internal error. The reason, which may name files, is written only to the standard error of the
    /// server.
    pub(crate) fn fault(reason: &dyn Display) -> ApiError {
        note(reason);
        ApiError::Internal
    }

    /// Creates the error of tables or proofs that cannot be used. The reason is written only to the standard error of
    /// the server.
    pub(crate) fn unusable(reason: &dyn Display) -> ApiError {
        note(reason);
        ApiError::Unusable
    }

    fn status(&self) -> StatusCode {
        match self {
            ApiError::Input { .. } => StatusCode::BAD_REQUEST,
            ApiError::Forbidden(_) => StatusCode::FORBIDDEN,
            ApiError::Method => StatusCode::METHOD_NOT_ALLOWED,
            ApiError::NotFound => StatusCode::NOT_FOUND,
            ApiError::Busy { .. }
            | ApiError::Stopping
            | ApiError::TimeOver { .. }
            | ApiError::Unfinished
            | ApiError::TooLong(_) => StatusCode::SERVICE_UNAVAILABLE,
            ApiError::Head => StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE,
            ApiError::Unusable | ApiError::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    /// Returns the message as one line of JSON.
    pub(crate) fn json(&self) -> String {
        #[derive(Serialize)]
        struct Said {
            error: String,
        }
        let line = |c: char| if c.is_control() { ' ' } else { c };
        let error = self.to_string().chars().map(line).collect();
        serde_json::to_string(&Said { error }).unwrap_or_default()
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let headers = [
            (header::CONTENT_TYPE, "application/json"),
            (header::CACHE_CONTROL, "no-store"),
        ];
        (self.status(), headers, self.json()).into_response()
    }
}

/// Writes a line to the standard error of the server.
fn note(reason: &dyn Display) {
    let line = |c: char| if c.is_control() { ' ' } else { c };
    let reason: String = reason.to_string().chars().map(line).collect();
    // A closed standard error does not stop the server.
    let _ = writeln!(std::io::stderr().lock(), "sowlab-board: {reason}");
}

/// Returns the parameter that sets a field.
fn parameter(field: Field) -> &'static str {
    match field {
        Field::Game => "game",
        Field::Position => "position",
        Field::Move => "move",
        Field::Horizon => "horizon",
        Field::Memory => "--memory",
        _ => "request",
    }
}

impl From<PositionError> for ApiError {
    fn from(error: PositionError) -> ApiError {
        RequestError::from(error).into()
    }
}

impl From<RequestError> for ApiError {
    fn from(error: RequestError) -> ApiError {
        match error {
            RequestError::Field {
                field: Field::Tables | Field::Proof,
                cause,
            } => ApiError::unusable(&cause),
            RequestError::Field { field, cause } => ApiError::input(parameter(field), cause),
            RequestError::Cancelled(_) => ApiError::Unfinished,
            RequestError::Failed(cause) => ApiError::fault(&cause),
        }
    }
}
