//! Games as text.

use super::Play;

/// The text forms of a game: names, positions, moves, records and boards.
pub trait Notation: Play {
    /// The reason for which a text is not a position: the wrong field and the allowed values.
    type PositionError: std::error::Error + Send + Sync + 'static;

    /// REQUIRED. The name with all options.
    fn full_name(&self) -> String;

    /// REQUIRED. The names of the two sides, the one that begins in the opening first.
    fn sides(&self) -> [&'static str; 2];

    /// REQUIRED. Reads a position, the inverse of [`position_text`](Notation::position_text).
    ///
    /// # Errors
    /// The text is not a position of this game.
    fn read_position(&self, text: &str) -> Result<Self::Position, Self::PositionError>;

    /// REQUIRED. A position as text.
    fn position_text(&self, position: &Self::Position) -> String;

    /// OPTIONAL. A position as text without numbers that do not affect play, as that of the round: positions with the same
    /// text are the same node of a graph. Default: the position as text.
    fn node_text(&self, position: &Self::Position) -> String {
        self.position_text(position)
    }

    /// REQUIRED. A legal move as text.
    fn move_text(&self, position: &Self::Position, chosen: Self::Move) -> String;

    /// REQUIRED. The board as a drawing in lines of text.
    fn drawing(&self, position: &Self::Position) -> String;

    /// OPTIONAL. The moves that an item of a record stands for, as they are written. Default: itself.
    fn record_item(&self, item: &str) -> Vec<String> {
        vec![item.to_owned()]
    }

    /// OPTIONAL. The move that a text names in the notation of the game's players, legal or not. Default: none.
    fn players_move(&self, position: &Self::Position, text: &str) -> Option<Self::Move> {
        let _ = (position, text);
        None
    }

    /// OPTIONAL. The move that a record leaves out where the next one, as written, is another. Default: none.
    fn left_out(&self, position: &Self::Position, next: &str) -> Option<Self::Move> {
        let _ = (position, next);
        None
    }

    /// OPTIONAL. A record of moves. Default: the moves, separated by spaces.
    fn record_text(&self, start: &Self::Position, moves: &[Self::Move]) -> String
    where
        Self: Sized,
    {
        move_texts(self, start, moves).join(" ")
    }
}

/// Each move as text, written for the position in which it was played.
pub fn move_texts<G: Notation>(game: &G, start: &G::Position, moves: &[G::Move]) -> Vec<String> {
    let mut position = *start;
    let write = |&chosen: &G::Move| {
        let text = game.move_text(&position, chosen);
        position = game.advance(&position, chosen);
        text
    };
    moves.iter().map(write).collect()
}

/// Reads a position; the opening if `text` is `None`.
///
/// # Errors
/// The text is not a position of the game.
pub fn position_or_opening<G: Notation>(
    game: &G,
    text: Option<&str>,
) -> Result<G::Position, G::PositionError> {
    match text {
        None => Ok(game.opening()),
        Some(text) => game.read_position(text),
    }
}
