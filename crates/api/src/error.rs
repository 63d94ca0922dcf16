//! Errors of requests.

use std::collections::BTreeMap;
use std::fmt::Display;

use serde::Serialize;
use serde_json::Value;
use sowlab_analysis::{Field, RequestError};
use sowlab_base::interrupt::Interrupted;
use sowlab_games::dynamic::PositionError;

/// The error of a request.
#[derive(Clone, Debug, thiserror::Error)]
pub enum ApiError {
    /// A parameter is invalid.
    #[error("{parameter}: {reason}")]
    Input {
        /// The name of the parameter.
        parameter: String,
        /// The problem and the allowed values.
        reason: String,
    },
    /// The path does not exist.
    #[error("there is nothing here; docs/formats.md lists the addresses")]
    NotFound,
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
    /// The tables or proofs of the server cannot be used. The reason may name files: clients do not see it.
    #[error("the server cannot use its tables or proofs for this: its standard error says why")]
    Unusable(String),
    /// An internal error. Clients do not see the reason.
    #[error("an error in the server itself")]
    Internal(String),
}

/// The kind of an error, in the terms of HTTP.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// The request is invalid.
    Invalid,
    /// The path does not exist.
    NotFound,
    /// The same request may succeed with more time.
    Unfinished,
    /// The error is not that of the request.
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

    /// Creates an internal error.
    pub fn internal(reason: &dyn Display) -> ApiError {
        ApiError::Internal(reason.to_string())
    }

    /// Creates the error of tables or proofs that cannot be used.
    pub(crate) fn unusable(reason: &dyn Display) -> ApiError {
        ApiError::Unusable(reason.to_string())
    }

    /// Returns the kind of the error.
    pub fn kind(&self) -> ErrorKind {
        match self {
            ApiError::Input { .. } => ErrorKind::Invalid,
            ApiError::NotFound => ErrorKind::NotFound,
            ApiError::TimeOver { .. } | ApiError::Unfinished | ApiError::TooLong(_) => {
                ErrorKind::Unfinished
            }
            ApiError::Unusable(_) | ApiError::Internal(_) => ErrorKind::Internal,
        }
    }

    /// Returns the reason that clients do not see, if there is one.
    pub fn hidden_reason(&self) -> Option<&str> {
        match self {
            ApiError::Unusable(reason) | ApiError::Internal(reason) => Some(reason),
            _ => None,
        }
    }

    /// Returns the document of the error.
    pub fn document(&self) -> ErrorDocument {
        let said = |kind| ErrorDocument::new(kind, self);
        match self {
            ApiError::Input { parameter, reason } => said("input")
                .with("parameter", parameter.as_str().into())
                .with("reason", reason.as_str().into()),
            ApiError::NotFound => said("not-found"),
            ApiError::TimeOver { seconds } => said("time-over").with("seconds", (*seconds).into()),
            ApiError::Unfinished => said("unfinished"),
            ApiError::TooLong(_) => said("too-long"),
            ApiError::Unusable(_) => said("unusable"),
            ApiError::Internal(_) => said("internal"),
        }
    }
}

/// An error as a document: a message in English, and what a page in another language needs to say the same.
#[derive(Clone, Debug, Serialize)]
pub struct ErrorDocument {
    /// The message in one line.
    pub error: String,
    /// The kind of the error.
    pub kind: &'static str,
    /// The values in the message, by name.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub values: BTreeMap<&'static str, Value>,
}

impl ErrorDocument {
    /// Creates a document without values.
    pub fn new(kind: &'static str, message: &dyn Display) -> ErrorDocument {
        ErrorDocument {
            error: line(message),
            kind,
            values: BTreeMap::new(),
        }
    }

    /// Sets a value.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: Value) -> ErrorDocument {
        let value = match value {
            Value::String(text) => line(&text).into(),
            value => value,
        };
        self.values.insert(name, value);
        self
    }

    /// Returns the document as one line of JSON.
    pub fn json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// Returns a message without control characters.
fn line(message: &dyn Display) -> String {
    let line = |c: char| if c.is_control() { ' ' } else { c };
    message.to_string().chars().map(line).collect()
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
                field: Field::Tables | Field::DefaultTables | Field::Proof,
                cause,
            } => ApiError::unusable(&cause),
            RequestError::Field { field, cause } => ApiError::input(parameter(field), cause),
            RequestError::Cancelled(_) => ApiError::Unfinished,
            RequestError::Failed(cause) => ApiError::internal(&cause),
        }
    }
}
