//! Why there is no answer.

use std::fmt::Display;
use std::io::Write as _;

use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use sowlab_analysis::{Field, RequestError};
use sowlab_base::interrupt::Interrupted;
use sowlab_games::dynamic::PositionError;

use crate::access::LONGEST_HEAD;

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ApiError {
    /// A parameter is wrong.
    #[error("{parameter}: {reason}")]
    Input {
        /// Its name.
        parameter: String,
        /// What is wrong and what is allowed.
        reason: String,
    },
    /// Who asks may not.
    #[error("{0}")]
    Forbidden(&'static str),
    /// The head is too long.
    #[error("a request has no more than {} kB before its body", LONGEST_HEAD >> 10)]
    Head,
    /// Only GET is known.
    #[error("only GET and HEAD are known")]
    Method,
    /// There is no such thing.
    #[error("there is nothing here; docs/board-api.md lists what there is")]
    NotFound,
    /// All turns are taken.
    #[error("{most} searches run already: close a page, or start the server with more --searches")]
    Busy {
        /// How many.
        most: usize,
    },
    /// The server stops.
    #[error("the server stops")]
    Stopping,
    /// The time was over.
    #[error(
        "no answer within {seconds} seconds: within=SECONDS allows more, within=most all that the server does"
    )]
    TimeOver {
        /// The time.
        seconds: u64,
    },
    /// The same, as a search says it.
    #[error("the time was over before anything was found")]
    Unfinished,
    /// A round is longer than rounds may be.
    #[error("{0}")]
    TooLong(Interrupted),
    /// Tables or proofs that the server was started with.
    #[error("the server cannot use its tables or proofs for this: its standard error says why")]
    Unusable,
    /// A fault of this program.
    #[error("an error in the server itself")]
    Internal,
}

impl ApiError {
    /// A parameter is wrong.
    pub(crate) fn input(parameter: &str, reason: impl ToString) -> ApiError {
        ApiError::Input {
            parameter: parameter.to_owned(),
            reason: reason.to_string(),
        }
    }

    /// A fault of this program or of its machine. Only its own standard error hears the reason, which may name
    /// files.
    pub(crate) fn fault(reason: &dyn Display) -> ApiError {
        note(reason);
        ApiError::Internal
    }

    /// Tables or proofs cannot be used. Only the standard error of the server hears the reason.
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

    /// What is said, in one line of JSON.
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

/// A line on the standard error of the server.
fn note(reason: &dyn Display) {
    let line = |c: char| if c.is_control() { ' ' } else { c };
    let reason: String = reason.to_string().chars().map(line).collect();
    // That nobody reads it is no reason to stop.
    let _ = writeln!(std::io::stderr().lock(), "sowlab-board: {reason}");
}

/// The parameter that sets a field.
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
