//! `/games`: the games and their options.

use sowlab_games::catalog::GamesDocument;

use super::{Answer, Parameters, document};

/// Answers with the document of `sowlab games`.
pub(super) async fn answer(parameters: Parameters) -> Answer {
    parameters.known(&[])?;
    document(&GamesDocument::list())
}
