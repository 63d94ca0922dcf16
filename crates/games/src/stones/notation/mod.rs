//! Positions, rounds and game records in writing.
//!
//! - A position, fields by spaces: `5,5,5,5,5,5,5,5,5,5,5 E 0 0 - 1` is the stones in the holes
//!   from West's end, the side with sente, the stones in East's cup, in West's, the phase (`-`
//!   sente to choose, a number for the hole that sente has taken, `pie` while that decision is
//!   open) and the round. The last two fields may be left out: `- 1` is assumed.
//! - A round: `E8W4`, the side with sente first.
//! - A game record: rounds by spaces, `turn` or `stay` after the first for the pie (left out, it
//!   means `stay`).

mod position;
mod record;

use super::super::quoted::shortened;
use super::position::PositionError;

pub use record::{Record, RecordItem, WrittenRound};

/// Why a text is not a position, a round or a record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotationError {
    /// A position with too few or too many fields.
    #[error(
        "a position has 4 to 6 fields by spaces (holes, side with sente, East's cup, West's cup, phase, round), not {0}"
    )]
    Fields(usize),
    /// A position with the wrong number of holes.
    #[error("holes: {found} counts by commas, but the game has {holes} holes")]
    Holes {
        /// The counts found.
        found: usize,
        /// The holes of the game.
        holes: usize,
    },
    /// A field that is not a number or too large.
    #[error("{field}: '{text}' is not a number from {least} to {most}")]
    Number {
        /// Which field.
        field: &'static str,
        /// What stands there (shortened).
        text: String,
        /// The least number allowed.
        least: u32,
        /// The greatest number allowed.
        most: u32,
    },
    /// A side that is neither `E` nor `W`.
    #[error("side with sente: '{0}' is neither E nor W")]
    Seat(String),
    /// A phase that is none.
    #[error("phase: '{text}' is none of '-', 'pie' and a hole from 1 to {holes}")]
    Phase {
        /// What stands there (shortened).
        text: String,
        /// The holes of the game.
        holes: usize,
    },
    /// The fields do not make a position of the game.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// A round that is not of the form `E8W4`.
    #[error("'{0}' is not a round: write both sides with their holes, sente first, as in E8W4")]
    Round(String),
    /// A record in which a round or decision cannot be played.
    #[error("'{text}' (item {number} of the record): {reason}")]
    Record {
        /// The item, from 1.
        number: usize,
        /// The item as written (shortened).
        text: String,
        /// Why it cannot be played.
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
