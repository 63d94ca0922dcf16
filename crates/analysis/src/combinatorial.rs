//! Values of positions in the sense of combinatorial game theory.

use sowlab_games::catalog::CatalogGame;
use sowlab_games::contest::position_or_opening;
use sowlab_solvers::Monitor;
use sowlab_solvers::combinatorial::{ValueError, Values};

use crate::{Field, RequestError};

/// The maximum number of positions whose values are computed.
const MOST_POSITIONS: usize = 1 << 18;

/// The maximum number of characters of a value as text.
const LONGEST_TEXT: usize = 1000;

/// Returns the value of a position in combinatorial game theory, as [`Forms::text`] writes it. It is the same for both
/// sides to move. `None` if the game has no such values, too many positions can be reached, the value is a text of more
/// than 1000 characters, or the monitor cancelled.
///
/// # Errors
/// The text is not a position of the game.
///
/// [`Forms::text`]: sowlab_solvers::combinatorial::Forms::text
pub fn combinatorial_value(
    game: &CatalogGame,
    position: Option<&str>,
    monitor: &dyn Monitor,
) -> Result<Option<String>, RequestError> {
    let CatalogGame::World(variant) = game else {
        return Ok(None);
    };
    let game = variant.game();
    let Some(normal_play) = game.normal_play() else {
        return Ok(None);
    };
    let position = position_or_opening(&game, position)
        .map_err(|error| RequestError::field(Field::Position, error))?;
    let board = normal_play.board(position.state());
    let mut values = Values::new(MOST_POSITIONS);
    match values.value(&normal_play, &board, monitor) {
        Ok(value) => Ok(values.forms().text_within(value, LONGEST_TEXT)),
        Err(ValueError::Cancelled(_) | ValueError::TooMany(_) | ValueError::Repeats) => Ok(None),
    }
}
