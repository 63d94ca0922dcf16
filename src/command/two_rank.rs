//! What the commands show of the two-rank games.

use std::fmt::Write;

use serde::Serialize;

use super::failure::Failure;
use super::output::Document;
use crate::games::two_rank::{
    Choice, Position, RandomMancala, RandomMove, RandomPosition, RandomVariant, Seat, TwoRank,
};

#[derive(Serialize)]
struct Shown {
    game: String,
    position: String,
    moves: Vec<String>,
    finished: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    r#final: Option<Stores>,
}

#[derive(Serialize)]
struct Stores {
    lower: u32,
    upper: u32,
}

pub(super) fn position(game: &TwoRank, text: Option<&str>) -> Result<Position, Failure> {
    match text {
        None => Ok(game.start_position()),
        Some(text) => game
            .parse_position(text)
            .map_err(|error| Failure::input("--position", error)),
    }
}

/// A position of Random Mancala, the drawn setup where none is given.
pub(super) fn random_position(
    game: &RandomMancala,
    text: Option<&str>,
) -> Result<RandomPosition, Failure> {
    match text {
        None => Ok(game.start_position()),
        Some(text) => game
            .parse_position(text)
            .map_err(|error| Failure::input("--position", error)),
    }
}

fn moves(game: &TwoRank, position: &Position) -> Vec<String> {
    let state = position.state();
    game.legal(state)
        .map(|chosen| game.move_text(state.mover(), chosen))
        .collect()
}

fn shown(
    game: &str,
    board: Position,
    position: String,
    moves: Vec<String>,
    outcome: Option<[u32; 2]>,
) -> Document {
    let mut text = format!("{game}\n\n{}\n", board.drawing());
    match outcome {
        Some([lower, upper]) => {
            let _ = writeln!(text, "The game is over: Lower {lower} : {upper} Upper");
        }
        None => {
            let _ = writeln!(text, "Choices: {}", moves.join(" "));
        }
    }
    let _ = writeln!(text, "Position: {position}");
    Document::new(
        text,
        &Shown {
            game: game.to_owned(),
            position,
            moves,
            finished: outcome.is_some(),
            r#final: outcome.map(|[lower, upper]| Stores { lower, upper }),
        },
    )
}

/// `show` for a two-rank game.
pub(super) fn show(game: &TwoRank, text: Option<&str>) -> Result<Document, Failure> {
    let position = position(game, text)?;
    let moves = moves(game, &position);
    let outcome = position.outcome(game);
    Ok(shown(
        game.name(),
        position,
        position.to_string(),
        moves,
        outcome,
    ))
}

/// `show` for Random Mancala.
pub(super) fn show_random(
    variant: &RandomVariant,
    text: Option<&str>,
) -> Result<Document, Failure> {
    let game = variant
        .game()
        .map_err(|error| Failure::input("game", error))?;
    let position = random_position(&game, text)?;
    let board = position.position();
    let (moves, outcome) = match position {
        RandomPosition::Choosing(_) => {
            let choices =
                Choice::ALL.map(|choice| game.move_text(Seat::Lower, RandomMove::Choose(choice)));
            (choices.to_vec(), None)
        }
        RandomPosition::Playing(_) => (moves(game.base(), &board), board.outcome(game.base())),
    };
    Ok(shown(
        game.name(),
        board,
        position.to_string(),
        moves,
        outcome,
    ))
}
