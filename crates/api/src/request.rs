//! A request, and the work that answers it.

use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;
use sowlab_solvers::Monitor;

use crate::choices::ImprovingChoices;
use crate::{
    ApiError, Parameters, Setting, engines, equilibrium, games, play, review, rules, show, sow,
};

/// The answer to a request: a document in JSON.
pub type Answer = Result<String, ApiError>;

/// A request with valid parameters.
pub struct Request {
    /// The time limit of the answer; `None` for documents that need no search, and for a stream.
    pub within: Option<Duration>,
    /// The work that answers it.
    pub work: Work,
}

/// Work that can be repeated.
pub type QuickWork = Box<dyn Fn() -> Answer + Send + Sync>;
/// A search, which stops when its monitor cancels.
pub type SearchWork = Box<dyn FnOnce(&dyn Monitor) -> Answer + Send>;

/// The work that answers a request.
pub enum Work {
    /// The answer itself.
    Done(String),
    /// Work that nearly always takes milliseconds.
    Quick(QuickWork),
    /// A search.
    Search(SearchWork),
    /// A search with a stream of documents.
    Stream(ImprovingChoices),
}

impl Request {
    /// Reads a request: the path below `/api/v1/`, and its query, for example `game=55stones`.
    ///
    /// # Errors
    /// The path does not exist, or a parameter is invalid.
    pub fn read(path: &str, query: &str, setting: &Arc<Setting>) -> Result<Request, ApiError> {
        let parameters = Parameters::parse(query)?;
        match path {
            "games" => games::read(&parameters),
            "engines" => engines::read(&parameters, setting),
            "rules" => rules::read(&parameters),
            "show" => show::read(&parameters, setting),
            "sow" => sow::read(&parameters, setting),
            "choices" => ImprovingChoices::read(&parameters, setting).map(Request::stream),
            "equilibrium" => equilibrium::read(&parameters, setting),
            "review" => review::read(&parameters, setting),
            "explain" => review::read_explanation(&parameters, setting),
            "play" => play::read(&parameters, setting),
            _ => Err(ApiError::NotFound),
        }
    }

    /// Creates a request whose answer needs no search.
    pub(crate) fn done(data: &impl Serialize) -> Result<Request, ApiError> {
        Ok(Request {
            within: None,
            work: Work::Done(document(data)?),
        })
    }

    /// Creates a request for quick work.
    pub(crate) fn quick(
        within: Duration,
        work: impl Fn() -> Answer + Send + Sync + 'static,
    ) -> Request {
        Request {
            within: Some(within),
            work: Work::Quick(Box::new(work)),
        }
    }

    /// Creates a request for a search.
    pub(crate) fn search(
        within: Duration,
        work: impl FnOnce(&dyn Monitor) -> Answer + Send + 'static,
    ) -> Request {
        Request {
            within: Some(within),
            work: Work::Search(Box::new(work)),
        }
    }

    fn stream(choices: ImprovingChoices) -> Request {
        Request {
            within: None,
            work: Work::Stream(choices),
        }
    }
}

/// Writes a document.
pub(crate) fn document(data: &impl Serialize) -> Answer {
    serde_json::to_string(data).map_err(|error| ApiError::internal(&error))
}
