//! Why there is no answer.

use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use sowlab::analysis::{Field, RequestError};

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
    /// Something that is no fault of the request.
    #[error("{0}")]
    Failed(String),
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

    /// Something else went wrong.
    pub(crate) fn failed(reason: impl ToString) -> ApiError {
        ApiError::Failed(reason.to_string())
    }

    fn status(&self) -> StatusCode {
        match self {
            ApiError::Input { .. } => StatusCode::BAD_REQUEST,
            ApiError::Forbidden(_) => StatusCode::FORBIDDEN,
            ApiError::Method => StatusCode::METHOD_NOT_ALLOWED,
            ApiError::NotFound => StatusCode::NOT_FOUND,
            ApiError::Busy { .. } | ApiError::Stopping => StatusCode::SERVICE_UNAVAILABLE,
            ApiError::Failed(_) | ApiError::Internal => StatusCode::INTERNAL_SERVER_ERROR,
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

/// The parameter that sets a field.
fn parameter(field: Field) -> &'static str {
    match field {
        Field::Game => "game",
        Field::Position => "position",
        Field::Move => "move",
        Field::Horizon => "horizon",
        Field::Tables => "--tables",
        Field::Memory => "--memory",
        Field::Proof => "--proof",
        _ => "request",
    }
}

impl From<RequestError> for ApiError {
    fn from(error: RequestError) -> ApiError {
        match error {
            RequestError::Field { field, cause } => ApiError::input(parameter(field), cause),
            RequestError::Cancelled(_) => {
                ApiError::failed("the time was over before anything was found")
            }
            RequestError::Failed(cause) => ApiError::failed(cause),
        }
    }
}
