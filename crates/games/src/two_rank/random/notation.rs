//! Positions and moves of Random Mancala as text.

use std::fmt;

use super::super::super::quoted::shortened;
use super::super::notation::NotationError;
use super::super::position::{MoveError, Position};
use super::super::state::Seat;
use super::{Choice, RandomMancala, RandomMove, RandomState};

/// What stands in place of the side to move while the choice is open.
const OPEN: &str = "?";

/// A position of Random Mancala, with its stores: as in [`Position::parse`], with `?` for the
/// side to move while the choice is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RandomPosition {
    /// The choice is open.
    Choosing(Position),
    /// The base game is played.
    Playing(Position),
}

/// Why a move of Random Mancala is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RandomMoveError {
    /// The choice is open and this is none.
    #[error(
        "choice '{0}': stay+L, stay+U, turn+L or turn+U (the board as it is or turned; who starts)"
    )]
    Choice(String),
    /// It is no legal move of the base game.
    #[error(transparent)]
    Move(#[from] MoveError),
}

impl RandomPosition {
    /// The board and the stores.
    pub fn position(&self) -> Position {
        let (RandomPosition::Choosing(position) | RandomPosition::Playing(position)) = self;
        *position
    }

    /// What solvers need of it.
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
            // Fields hold digits, commas and a slash: the side to move is the only letter.
            RandomPosition::Choosing(position) => {
                f.write_str(&position.to_string().replace(Seat::Lower.letter(), OPEN))
            }
        }
    }
}

impl RandomMancala {
    /// The starting position: the choice is open.
    pub fn start_position(&self) -> RandomPosition {
        RandomPosition::Choosing(self.setup())
    }

    /// Reads a position, any setup with `?` or a board in play; the inverse of printing.
    ///
    /// # Errors
    /// Names the field at fault and what is allowed there.
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

    /// A move as it is written: a choice, or a move of the base game.
    pub fn move_text(&self, mover: Seat, chosen: RandomMove) -> String {
        match chosen {
            RandomMove::Choose(choice) => choice.to_string(),
            RandomMove::Sow(chosen) => self.base().move_text(mover, chosen),
        }
    }

    /// Plays a move given as text.
    ///
    /// # Errors
    /// Says what is allowed.
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
