//! `/rules`: the rules of a game in words.

use serde::Serialize;

use super::{Answer, Parameters, document};

#[derive(Serialize)]
struct RulesDocument {
    game: String,
    /// The text that `rules` prints in `sowlab play`.
    rules: String,
}

/// Answers with the rules of a game, with its options.
pub(super) async fn answer(parameters: Parameters) -> Answer {
    parameters.known(&["game"])?;
    let game = parameters.game()?;
    document(&RulesDocument {
        game: game.to_string(),
        rules: game.rules_text(),
    })
}
