//! The notation of positions and moves of Random Mancala.

use std::fmt;

use super::super::super::quoted::shortened;
use super::super::notation::NotationError;
use super::super::position::{MoveError, Position};
use super::super::state::Seat;
use super::{Choice, RandomMancala, RandomMove, RandomState};

/// The replacement for the side to move while the choice is open.
const OPEN: &str = "?";

/// A position of Random Mancala with its stores. Its text is that of [`Position::parse`], with `?` for the side to move
/// while the choice is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RandomPosition {
    /// The choice is open.
    Choosing(Position),
    /// The base game is played.
    Playing(Position),
}

/// The error of an invalid move of Random Mancala.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RandomMoveError {
    /// The choice is open, and the text is not a choice.
    #[error(
        "choice '{0}': write stay+L, stay+U, turn+L or turn+U (keep or swap the sides; who starts)"
    )]
    Choice(String),
    /// The text is not a legal move of the base game.
    #[error(transparent)]
    Move(#[from] MoveError),
}

impl RandomPosition {
    /// Returns the board and the stores.
    pub fn position(&self) -> Position {
        let (RandomPosition::Choosing(position) | RandomPosition::Playing(position)) = self;
        *position
    }

    /// Returns the state for solvers.
    pub fn state(&self) -> RandomState {
        match self {
            RandomPosition::Choosing(position) => RandomState::Choosing(position.state()),
            RandomPosition::Playing(position) => RandomState::Playing(position.state()),
        }
    }
}

impl fmt::Display for RandomPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RandomPosition::Playing(position) => position.fmt(f),
            // The side to move is the only letter; other fields have digits, commas and a slash.
            RandomPosition::Choosing(position) => {
                f.write_str(&position.to_string().replace(Seat::Lower.letter(), OPEN))
            }
        }
    }
}

impl RandomMancala {
    /// Returns the starting position, in which the choice is open.
    pub fn start_position(&self) -> RandomPosition {
        RandomPosition::Choosing(self.setup())
    }

    /// Parses a position, any setup with `?` or a board in play; this is the inverse of `Display`.
    ///
    /// # Errors
    /// The field that is invalid, and the allowed values.
    ///
    /// ```
    /// use sowlab_games::two_rank::RandomVariant;
    /// let random = "random:pits=2".parse::<RandomVariant>().unwrap().game().unwrap();
    /// let position = random.parse_position("1,5/0,3 ?").unwrap();
    /// assert_eq!(position.to_string(), "1,5/0,3 ? 0 0");
    /// let after = random.play_text(position, "turn+U").unwrap();
    /// assert_eq!(after.to_string(), "0,3/1,5 U 0 0");
    /// ```
    pub fn parse_position(&self, text: &str) -> Result<RandomPosition, NotationError> {
        let mut fields: Vec<&str> = text.split_whitespace().collect();
        let open = fields.get(1) == Some(&OPEN);
        if open {
            fields[1] = "L";
        }
        let position = self.base().parse_position(&fields.join(" "))?;
        match open {
            true if position.store(Seat::Lower) != position.store(Seat::Upper) => {
                Err(NotationError::OpenStores)
            }
            true => Ok(RandomPosition::Choosing(position)),
            false => Ok(RandomPosition::Playing(position)),
        }
    }

    /// Returns the text of a move: a choice, or a move of the base game.
    pub fn move_text(&self, mover: Seat, chosen: RandomMove) -> String {
        match chosen {
            RandomMove::Choose(choice) => choice.to_string(),
            RandomMove::Sow(chosen) => self.base().move_text(mover, chosen),
        }
    }

    /// Plays a move given as text.
    ///
    /// # Errors
    /// The allowed moves.
    pub fn play_text(
        &self,
        from: RandomPosition,
        text: &str,
    ) -> Result<RandomPosition, RandomMoveError> {
        match from {
            RandomPosition::Choosing(setup) => {
                let choice = Choice::ALL
                    .into_iter()
                    .find(|choice| choice.to_string() == text)
                    .ok_or_else(|| RandomMoveError::Choice(shortened(text)))?;
                Ok(RandomPosition::Playing(self.choose(&setup, choice)))
            }
            RandomPosition::Playing(position) => {
                let chosen = self.base().parse_move(position.state(), text)?;
                Ok(RandomPosition::Playing(position.play(self.base(), chosen)?))
            }
        }
    }
}
