//! Positions, rounds and game records in writing.
//!
//! - A position, fields by spaces: `5,5,5,5,5,5,5,5,5,5,5 E 0 0 - 1` is the stones in the holes
//!   from West's end, the side with sente, the stones in East's cup, in West's, the phase (`-`
//!   sente to choose, a number for the hole that sente has taken, `pie` while that decision is
//!   open) and the round. The last two fields may be left out: `- 1` is assumed.
//! - A round: `E8W4`, the side with sente first.
//! - A game record: rounds by spaces, `turn` or `stay` after the first for the pie (left out, it
//!   means `stay`).

use std::fmt;
use std::str::FromStr;

use super::super::quoted::shortened;
use super::board::Board;
use super::position::{ChoiceError, Phase, Played, Position, PositionError};
use super::round::{Cups, Side};
use super::rules::{MAX_HOLES, MAX_STONES, Rules};
use super::sowing::{JointMove, Sower};

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
    Side(String),
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

impl Position {
    /// Reads a position of a game by these rules.
    ///
    /// # Errors
    /// The error names the field that is wrong and what is allowed.
    ///
    /// ```
    /// use sowlab::games::stones::{Position, Rules};
    /// let text = "5,5,5,5,5,5,5,5,5,5,5 E 0 0 - 1";
    /// let position = Position::parse(&Rules::FIFTY_FIVE, text).unwrap();
    /// assert_eq!(position, Position::opening(&Rules::FIFTY_FIVE));
    /// assert_eq!(position.to_string(), text);
    /// ```
    pub fn parse(rules: &Rules, text: &str) -> Result<Position, NotationError> {
        let fields: Vec<&str> = text.split_whitespace().collect();
        if !(4..=6).contains(&fields.len()) {
            return Err(NotationError::Fields(fields.len()));
        }
        let holes = rules.holes();
        let counts: Vec<&str> = fields[0].split(',').collect();
        if counts.len() != holes {
            return Err(NotationError::Holes {
                found: counts.len(),
                holes,
            });
        }
        let most = MAX_STONES as u32;
        let mut lanes = [0; MAX_HOLES];
        for (lane, count) in lanes.iter_mut().zip(counts) {
            *lane = number("holes", count, 0, most)? as u8;
        }
        let sente = match fields[1] {
            "E" => Side::East,
            "W" => Side::West,
            other => return Err(NotationError::Side(shortened(other))),
        };
        let cups = Cups {
            east: number("East's cup", fields[2], 0, most)? as u8,
            west: number("West's cup", fields[3], 0, most)? as u8,
        };
        let phase = match fields.get(4).copied().unwrap_or("-") {
            "-" => Phase::Sente,
            "pie" => Phase::Pie,
            hole => match number("phase", hole, 1, holes as u32) {
                Ok(hole) => Phase::Gote {
                    taken: hole as u8 - 1,
                },
                Err(_) => {
                    return Err(NotationError::Phase {
                        text: shortened(hole),
                        holes,
                    });
                }
            },
        };
        let round = match fields.get(5) {
            Some(text) => number("round", text, 1, u32::MAX)?,
            None => 1,
        };
        Ok(Position::new(
            rules,
            Board::from_lanes(lanes),
            cups,
            sente,
            phase,
            round,
        )?)
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, stones) in self.board().lanes()[..self.holes()].iter().enumerate() {
            if index > 0 {
                f.write_str(",")?;
            }
            write!(f, "{stones}")?;
        }
        let cups = self.cups();
        write!(f, " {} {} {} ", self.sente().letter(), cups.east, cups.west)?;
        match self.phase() {
            Phase::Sente => f.write_str("-")?,
            Phase::Gote { taken } => write!(f, "{}", taken + 1)?,
            Phase::Pie => f.write_str("pie")?,
        }
        write!(f, " {}", self.round())
    }
}

/// A round in writing: the side with sente, and the holes (numbered from 1) of both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct WrittenRound {
    /// The side that chose first.
    pub sente: Side,
    /// East's hole, from 1.
    pub east: u8,
    /// West's hole, from 1.
    pub west: u8,
}

impl WrittenRound {
    /// A joint move as it is written when this side has sente.
    pub fn new(sente: Side, chosen: JointMove) -> WrittenRound {
        WrittenRound {
            sente,
            east: chosen.east + 1,
            west: chosen.west + 1,
        }
    }
}

impl fmt::Display for WrittenRound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.sente {
            Side::East => write!(f, "E{}W{}", self.east, self.west),
            Side::West => write!(f, "W{}E{}", self.west, self.east),
        }
    }
}

impl FromStr for WrittenRound {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<WrittenRound, NotationError> {
        let wrong = || NotationError::Round(shortened(text));
        let (sente, rest) = if let Some(rest) = text.strip_prefix('E') {
            (Side::East, rest.split_once('W'))
        } else if let Some(rest) = text.strip_prefix('W') {
            (Side::West, rest.split_once('E'))
        } else {
            return Err(wrong());
        };
        let (first, second) = rest.ok_or_else(wrong)?;
        let first = number("hole", first, 1, MAX_HOLES as u32).map_err(|_| wrong())? as u8;
        let second = number("hole", second, 1, MAX_HOLES as u32).map_err(|_| wrong())? as u8;
        let (east, west) = match sente {
            Side::East => (first, second),
            Side::West => (second, first),
        };
        Ok(WrittenRound { sente, east, west })
    }
}

/// One item of a game record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RecordItem {
    /// A round.
    Round(WrittenRound),
    /// The pie decision: the board was turned, or it stayed.
    Pie {
        /// Whether the board was turned.
        turn: bool,
    },
}

impl fmt::Display for RecordItem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RecordItem::Round(round) => round.fmt(f),
            RecordItem::Pie { turn: true } => f.write_str("turn"),
            RecordItem::Pie { turn: false } => f.write_str("stay"),
        }
    }
}

/// A game record: rounds and the pie decision, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Record(pub Vec<RecordItem>);

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, item) in self.0.iter().enumerate() {
            if index > 0 {
                f.write_str(" ")?;
            }
            item.fmt(f)?;
        }
        Ok(())
    }
}

impl FromStr for Record {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Record, NotationError> {
        text.split_whitespace()
            .map(|item| match item {
                "turn" => Ok(RecordItem::Pie { turn: true }),
                "stay" => Ok(RecordItem::Pie { turn: false }),
                round => round.parse().map(RecordItem::Round),
            })
            .collect::<Result<_, _>>()
            .map(Record)
    }
}

impl Record {
    /// Plays the record from a position. Returns what each round led to; the last may be endless
    /// or end the game.
    ///
    /// # Errors
    /// Each item must be possible where it stands; the error names the first that is not.
    pub fn replay(&self, sower: &Sower, start: Position) -> Result<Vec<Played>, NotationError> {
        let mut played: Vec<Played> = Vec::new();
        let mut position = Some(start);
        for (index, item) in self.0.iter().enumerate() {
            let refused = |reason: String| NotationError::Record {
                number: index + 1,
                text: item.to_string(),
                reason,
            };
            let before = position.ok_or_else(|| refused("the round before never ends".into()))?;
            match *item {
                RecordItem::Pie { turn } => {
                    let decided = before
                        .decide_pie(turn)
                        .map_err(|error| refused(error.to_string()))?;
                    position = Some(decided);
                }
                RecordItem::Round(written) => {
                    let before = match before.phase() {
                        Phase::Pie => before
                            .decide_pie(false)
                            .map_err(|error| refused(error.to_string()))?,
                        _ => before,
                    };
                    if written.sente != before.sente() {
                        return Err(refused(format!(
                            "{} has sente and is written first",
                            before.sente().letter()
                        )));
                    }
                    let chosen = before
                        .joint_move(written.east.into(), written.west.into())
                        .map_err(|error: ChoiceError| refused(error.to_string()))?;
                    let round = before.play(sower, chosen);
                    position = round.position;
                    played.push(round);
                }
            }
        }
        Ok(played)
    }
}
