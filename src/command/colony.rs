//! What the commands show of The Colony, and `solve` for it.

use std::fmt::Write;

use serde::Serialize;

use super::failure::Failure;
use super::output::Document;
use crate::games::colony::{Colony, Position};

#[derive(Serialize)]
struct Shown {
    game: String,
    board: String,
    position: String,
    moves: Vec<String>,
    finished: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    r#final: Option<Eggs>,
    #[serde(skip_serializing_if = "Option::is_none")]
    winner: Option<String>,
}

#[derive(Serialize)]
struct Eggs {
    red: u8,
    black: u8,
}

/// A position, the opening where none is given.
pub(super) fn position(game: &Colony, text: Option<&str>) -> Result<Position, Failure> {
    match text {
        None => Ok(game.start_position()),
        Some(text) => game
            .parse_position(text)
            .map_err(|error| Failure::input("--position", error)),
    }
}

/// `show` for The Colony.
pub(super) fn show(game: &Colony, text: Option<&str>) -> Result<Document, Failure> {
    let position = position(game, text)?;
    let moves = game.choices_text(&position.state());
    let outcome = position.outcome(game);
    let about = game.board().about();
    let mut text = format!("{}\n{about}\n\n{}\n", game.name(), game.drawing(&position));
    match outcome {
        Some(([red, black], winner)) => {
            let _ = writeln!(
                text,
                "The game is over: Red {red} : {black} Black, {winner:?} wins"
            );
        }
        None => {
            let _ = writeln!(text, "Choices: {}", moves.join(" "));
        }
    }
    let position = game.position_text(&position);
    let _ = writeln!(text, "Position: {position}");
    Ok(Document::new(
        text,
        &Shown {
            game: game.name().to_owned(),
            board: about.to_owned(),
            position,
            moves,
            finished: outcome.is_some(),
            r#final: outcome.map(|([red, black], _)| Eggs { red, black }),
            winner: outcome.map(|(_, winner)| format!("{winner:?}").to_lowercase()),
        },
    ))
}
