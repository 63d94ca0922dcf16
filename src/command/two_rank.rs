//! Positions of the two-rank games.

use super::failure::Failure;
use crate::games::two_rank::{Position, RandomMancala, RandomPosition, TwoRank};

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
