//! Sequences of moves, from text and to text.

use super::{Notation, Play, legal_moves};
use crate::shortened;

/// Why a text is not a legal move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoveError {
    /// The game is over.
    #[error("move '{text}': the game is over")]
    Over {
        /// The text (shortened).
        text: String,
    },
    /// The last move never ends.
    #[error("move '{text}': the last move never ends")]
    Endless {
        /// The text (shortened).
        text: String,
    },
    /// Other moves are legal.
    #[error("move '{text}': legal moves are {legal}")]
    Illegal {
        /// The text (shortened).
        text: String,
        /// The legal moves, separated by spaces.
        legal: String,
    },
}

/// Reads a legal move.
///
/// # Errors
/// Names the moves that are legal.
pub fn read_move<G: Notation>(
    game: &G,
    position: &G::Position,
    text: &str,
) -> Result<G::Move, MoveError> {
    let legal = legal_moves(game, position);
    let texts: Vec<String> = legal
        .iter()
        .map(|&chosen| game.move_text(position, chosen))
        .collect();
    if let Some(place) = find(&texts, text) {
        return Ok(legal[place]);
    }
    if let Some(chosen) = game
        .players_move(position, text)
        .filter(|chosen| legal.contains(chosen))
    {
        return Ok(chosen);
    }
    let text = shortened(text);
    Err(match texts.is_empty() {
        true => MoveError::Over { text },
        false => MoveError::Illegal {
            text,
            legal: texts.join(" "),
        },
    })
}

/// The place of a text; capitals and small letters are the same where that names one text only.
fn find(texts: &[String], text: &str) -> Option<usize> {
    if let Some(place) = texts.iter().position(|one| one == text) {
        return Some(place);
    }
    let mut alike = (texts.iter().enumerate()).filter(|(_, one)| one.eq_ignore_ascii_case(text));
    match (alike.next(), alike.next()) {
        (Some((place, _)), None) => Some(place),
        _ => None,
    }
}

/// Reads moves, each played on the position that the moves before it led to.
///
/// # Errors
/// Names the first that is not legal.
pub fn read_moves<'a, G: Notation>(
    game: &G,
    start: &G::Position,
    texts: impl IntoIterator<Item = &'a str>,
) -> Result<Vec<G::Move>, MoveError> {
    let mut position = *start;
    let read = |text| {
        let chosen = read_move(game, &position, text)?;
        position = game.advance(&position, chosen);
        Ok(chosen)
    };
    texts.into_iter().map(read).collect()
}

/// Reads a record, the inverse of [`record_text`](Notation::record_text).
///
/// # Errors
/// Names the first move that is not legal.
pub fn read_record<G: Notation>(
    game: &G,
    start: &G::Position,
    record: &str,
) -> Result<Vec<G::Move>, MoveError> {
    let mut position = *start;
    let mut moves = Vec::new();
    let items = record.split_whitespace();
    for text in items.flat_map(|item| game.record_item(item)) {
        if let Some(implied) = game.left_out(&position, &text) {
            moves.push(implied);
            position = game.advance(&position, implied);
        }
        let chosen = read_move(game, &position, &text)?;
        moves.push(chosen);
        position = game.advance(&position, chosen);
    }
    Ok(moves)
}

/// The position that legal moves lead to.
pub fn position_after<G: Play>(game: &G, start: &G::Position, moves: &[G::Move]) -> G::Position {
    let advance = |position, &chosen| game.advance(&position, chosen);
    moves.iter().fold(*start, advance)
}
