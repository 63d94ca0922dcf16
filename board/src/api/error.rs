//! Errors of the server's answers.

use std::io::Write as _;

use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use sowlab_api::{ApiError, ErrorDocument, ErrorKind};

use crate::access::LONGEST_HEAD;

/// The error of an answer.
#[derive(Clone, Debug, thiserror::Error)]
pub(crate) enum HttpError {
    /// The request has no answer.
    #[error(transparent)]
    Api(#[from] ApiError),
    /// The request is not allowed.
    #[error("{0}")]
    Forbidden(&'static str),
    /// The request head is too long.
    #[error("a request has no more than {} kB before its body", LONGEST_HEAD >> 10)]
    Head,
    /// The method is neither GET nor HEAD.
    #[error("only GET and HEAD are known")]
    Method,
    /// All search slots are in use.
    #[error("{most} searches run already: close a page, or start the server with more --searches")]
    Busy {
        /// The number of slots.
        most: usize,
    },
    /// The server is stopping.
    #[error("the server stops")]
    Stopping,
}

impl HttpError {
    fn status(&self) -> StatusCode {
        match self {
            HttpError::Api(error) => match error.kind() {
                ErrorKind::Invalid => StatusCode::BAD_REQUEST,
                ErrorKind::NotFound => StatusCode::NOT_FOUND,
                ErrorKind::Unfinished => StatusCode::SERVICE_UNAVAILABLE,
                ErrorKind::Internal => StatusCode::INTERNAL_SERVER_ERROR,
            },
            HttpError::Forbidden(_) => StatusCode::FORBIDDEN,
            HttpError::Head => StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE,
            HttpError::Method => StatusCode::METHOD_NOT_ALLOWED,
            HttpError::Busy { .. } | HttpError::Stopping => StatusCode::SERVICE_UNAVAILABLE,
        }
    }

    /// Returns the message as one line of JSON. A reason that clients do not see, because it may name files, is written
    /// to the standard error of the server.
    pub(crate) fn json(&self) -> String {
        if let HttpError::Api(error) = self
            && let Some(reason) = error.hidden_reason()
        {
            note(reason);
        }
        self.document().json()
    }

    fn document(&self) -> ErrorDocument {
        let said = |kind| ErrorDocument::new(kind, self);
        match self {
            HttpError::Api(error) => error.document(),
            HttpError::Forbidden(_) => said("forbidden"),
            HttpError::Head => said("head"),
            HttpError::Method => said("method"),
            HttpError::Busy { most } => said("busy").with("most", (*most).into()),
            HttpError::Stopping => said("stopping"),
        }
    }
}

impl IntoResponse for HttpError {
    fn into_response(self) -> Response {
        let headers = [
            (header::CONTENT_TYPE, "application/json"),
            (header::CACHE_CONTROL, "no-store"),
        ];
        (self.status(), headers, self.json()).into_response()
    }
}

/// Writes a line to the standard error of the server.
fn note(reason: &str) {
    let line = |c: char| if c.is_control() { ' ' } else { c };
    let reason: String = reason.chars().map(line).collect();
    // A closed standard error does not stop the server.
    let _ = writeln!(std::io::stderr().lock(), "sowlab-board: {reason}");
}
