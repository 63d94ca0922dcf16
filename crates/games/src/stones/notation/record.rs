//! The notation of rounds and whole games.

use std::fmt;
use std::str::FromStr;

use super::super::position::{ChoiceError, Phase, Played, Position};
use super::super::round::Seat;
use super::super::rules::MAX_HOLES;
use super::super::sowing::{JointMove, Sower};
use super::{NotationError, number};
use crate::quoted::shortened;

/// A round in writing: the side with sente, and the holes of both sides, numbered from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct WrittenRound {
    /// The side that chose first.
    pub sente: Seat,
    /// East's hole, from 1.
    pub east: u8,
    /// West's hole, from 1.
    pub west: u8,
}

impl WrittenRound {
    /// Creates the written form of a joint move in which this side has sente.
    pub fn new(sente: Seat, chosen: JointMove) -> WrittenRound {
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
            Seat::East => write!(f, "E{}W{}", self.east, self.west),
            Seat::West => write!(f, "W{}E{}", self.west, self.east),
        }
    }
}

impl FromStr for WrittenRound {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<WrittenRound, NotationError> {
        let wrong = || NotationError::Round(shortened(text));
        let (sente, rest) = if let Some(rest) = text.strip_prefix('E') {
            (Seat::East, rest.split_once('W'))
        } else if let Some(rest) = text.strip_prefix('W') {
            (Seat::West, rest.split_once('E'))
        } else {
            return Err(wrong());
        };
        let (first, second) = rest.ok_or_else(wrong)?;
        let first = number("hole", first, 1, MAX_HOLES as u32).map_err(|_| wrong())? as u8;
        let second = number("hole", second, 1, MAX_HOLES as u32).map_err(|_| wrong())? as u8;
        let JointMove { east, west } = JointMove::of(sente, first, second);
        Ok(WrittenRound { sente, east, west })
    }
}

/// One item of a game record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RecordItem {
    /// A round.
    Round(WrittenRound),
    /// The pie decision: swap or keep.
    Pie {
        /// Whether the board was swapped.
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
    /// Plays the record from a position. Returns the result of each round; the last may be non-terminating or end the
    /// game.
    ///
    /// # Errors
    /// The first item that cannot be played.
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
