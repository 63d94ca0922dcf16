//! `games`: the games and their options.

use sowlab_games::catalog::GamesDocument;

use crate::{ApiError, Parameters, Request};

/// Reads a request for the document of `sowlab games`.
pub(crate) fn read(parameters: &Parameters) -> Result<Request, ApiError> {
    parameters.known(&[])?;
    Request::done(&GamesDocument::list())
}
