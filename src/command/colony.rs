//! Positions of The Colony.

use super::failure::Failure;
use crate::games::colony::{Colony, Position};

/// A position, the opening where none is given.
pub(super) fn position(game: &Colony, text: Option<&str>) -> Result<Position, Failure> {
    match text {
        None => Ok(game.start_position()),
        Some(text) => game
            .parse_position(text)
            .map_err(|error| Failure::input("--position", error)),
    }
}
