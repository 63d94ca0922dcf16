//! The notation of positions.

use std::fmt;

use super::super::board::Board;
use super::super::position::{Phase, Position};
use super::super::round::{Cups, Seat};
use super::super::rules::{MAX_HOLES, MAX_STONES, Rules};
use super::{NotationError, number};
use crate::quoted::shortened;

impl Position {
    /// Parses a position of a game under these rules.
    ///
    /// # Errors
    /// The field that is invalid, and the allowed values.
    ///
    /// ```
    /// use sowlab_games::stones::{Position, Rules};
    /// let text = "5,5,5,5,5,5,5,5,5,5,5 E 0 0 - 1";
    /// let position = Position::parse(&Rules::FIFTY_FIVE, text).unwrap();
    /// assert_eq!(position, Position::opening(&Rules::FIFTY_FIVE));
    /// assert_eq!(position.to_string(), text);
    /// ```
    pub fn parse(rules: &Rules, text: &str) -> Result<Position, NotationError> {
        let position = Position::parse_any(rules, text)?;
        position.check_stones(rules)?;
        Ok(position)
    }

    /// Parses a position with any number of stones up to 255, as endgame tables need.
    ///
    /// # Errors
    /// As for [`Position::parse`].
    pub fn parse_any(rules: &Rules, text: &str) -> Result<Position, NotationError> {
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
            "E" => Seat::East,
            "W" => Seat::West,
            other => return Err(NotationError::Seat(shortened(other))),
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
        Ok(Position::of_any_stones(
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
        let (board, cups) = (self.board().text(self.holes()), self.cups());
        let sente = self.sente().letter();
        write!(f, "{board} {sente} {} {} ", cups.east, cups.west)?;
        match self.phase() {
            Phase::Sente => f.write_str("-")?,
            Phase::Gote { taken } => write!(f, "{}", taken + 1)?,
            Phase::Pie => f.write_str("pie")?,
        }
        write!(f, " {}", self.round())
    }
}
