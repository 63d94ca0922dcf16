//! `rules`: the rules of a game in words.

use serde::Serialize;
use sowlab_games::Sentence;

use crate::{ApiError, Parameters, Request};

#[derive(Serialize)]
struct RulesDocument {
    game: String,
    /// The text that `rules` prints in `sowlab play`.
    rules: String,
    /// The sentences of the text, with keys for translations.
    sentences: Vec<Sentence>,
}

/// Reads a request for the rules of a game, with its options.
pub(crate) fn read(parameters: &Parameters) -> Result<Request, ApiError> {
    parameters.known(&["game"])?;
    let game = parameters.game()?;
    Request::done(&RulesDocument {
        game: game.to_string(),
        rules: game.rules_text(),
        sentences: game.rules_sentences(),
    })
}
