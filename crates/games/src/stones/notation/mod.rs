//! The notation of positions, rounds and game records.
//!
//! - A position has fields separated by spaces, as in `5,5,5,5,5,5,5,5,5,5,5 E 0 0 - 1`. They are the stones in the
//!   holes from West's end, the side with sente, the stones in East's cup and in West's. The phase and the round
//!   follow. The phase is `-` if sente chooses, the number of the hole that sente has taken, or `pie` while that
//!   decision is open. The last two fields default to `- 1`.
//! - A round is written `E8W4`, the side with sente first.
//! - A game record is a list of rounds separated by spaces. `turn` or `stay` after the first round is the pie decision;
//!   the default is `stay`.

mod position;
mod record;

use super::super::quoted::shortened;
use super::position::PositionError;

pub use record::{Record, RecordItem, WrittenRound};

/// The error of a text that is not a position, a round or a record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotationError {
    /// The position has too few or too many fields.
    #[error(
        "a position has 4 to 6 fields separated by spaces (holes, side with sente, East's cup, West's cup, phase, round), not {0}"
    )]
    Fields(usize),
    /// The position has the wrong number of holes.
    #[error("holes: {found} counts separated by commas, but the game has {holes} holes")]
    Holes {
        /// The number of counts found.
        found: usize,
        /// The number of holes of the game.
        holes: usize,
    },
    /// A field is not a number, or out of range.
    #[error("{field}: '{text}' is not a number from {least} to {most}")]
    Number {
        /// The name of the field.
        field: &'static str,
        /// The text of the field, shortened.
        text: String,
        /// The least number allowed.
        least: u32,
        /// The greatest number allowed.
        most: u32,
    },
    /// The side is neither `E` nor `W`.
    #[error("side with sente: '{0}' is neither E nor W")]
    Seat(String),
    /// The phase is invalid.
    #[error("phase: '{text}' is not '-', 'pie' or a hole from 1 to {holes}")]
    Phase {
        /// The text of the phase, shortened.
        text: String,
        /// The number of holes of the game.
        holes: usize,
    },
    /// The fields do not form a position of the game.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// The round is not of the form `E8W4`.
    #[error("'{0}' is not a round: write both sides with their holes, sente first, as in E8W4")]
    Round(String),
    /// The record has a round or decision that cannot be played.
    #[error("'{text}' (item {number} of the record): {reason}")]
    Record {
        /// The number of the item, from 1.
        number: usize,
        /// The item, shortened.
        text: String,
        /// The reason.
        reason: String,
    },
}

fn number(field: &'static str, text: &str, least: u32, most: u32) -> Result<u32, NotationError> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    digits
        .then(|| text.parse().ok())
        .flatten()
        .filter(|number| (least..=most).contains(number))
        .ok_or_else(|| NotationError::Number {
            field,
            text: shortened(text),
            least,
            most,
        })
}
