//! Positions as one line of text.

use super::super::shortened;
use super::game::FourRank;
use super::sowing::Outcome;
use super::state::{Pits, RING, State};
use crate::Seat;

/// The reason for which a line is not a position of the game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotationError {
    /// Fields are missing, or there are too many.
    #[error(
        "write the four rows, the side to move and, where a sowing never ends, the pit that was lifted; \
         number of fields given: {0}"
    )]
    Fields(usize),
    /// The text does not have four rows.
    #[error(
        "rows: write four, separated by /: Lower's outer, Lower's inner, Upper's outer, Upper's inner; \
         number of rows given: {0}"
    )]
    Rows(usize),
    /// The wrong number of pits in a row.
    #[error("{row}: {found} pits, but the board has {expected}")]
    Pits {
        /// The row.
        row: &'static str,
        /// The number of pits in the text.
        found: usize,
        /// The number of pits in the game.
        expected: usize,
    },
    /// A count is not a number in range.
    #[error("{row} '{text}': a pit holds 0 to {most} seeds")]
    Count {
        /// The row.
        row: &'static str,
        /// The text of the count.
        text: String,
        /// The seeds of the game.
        most: u32,
    },
    /// No seed ever leaves the board.
    #[error("{found} seeds on the board, but the game has {expected}")]
    Seeds {
        /// The number of seeds in the text.
        found: u32,
        /// The number of seeds in the game.
        expected: u32,
    },
    /// The text does not name a side.
    #[error("side to move '{0}': write L or U")]
    Mover(String),
    /// The text is not a pit of the mover with an endless sowing.
    #[error(
        "endless sowing '{0}': write the number of a pit of the side to move whose sowing never ends"
    )]
    Endless(String),
}

const ROWS: [&str; 4] = [
    "Lower's outer row",
    "Lower's inner row",
    "Upper's outer row",
    "Upper's inner row",
];

fn number(text: &str) -> Option<u8> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| digits)
}

impl FourRank {
    /// Reads `2,2,2,2/2,2,0,0/2,2,2,2/2,2,0,0 L`: Lower's outer row, Lower's inner row, Upper's outer row, Upper's
    /// inner row, each in the sowing order of its owner; the side to move. If that side's sowing of a pit never ends,
    /// the number of the pit follows.
    ///
    /// # Errors
    /// The error names the wrong field and the allowed values.
    ///
    /// ```
    /// use sowlab_games::four_rank::FourRankVariant;
    /// let game = "owela:pits=2".parse::<FourRankVariant>().unwrap().game();
    /// let state = game.parse_position("2,1/2,3/0,1/1,2 L 3").unwrap();
    /// assert_eq!(game.position_text(&state), "2,1/2,3/0,1/1,2 L 3");
    /// let error = game.parse_position("2,1/2,3/0,1/1,3 L").unwrap_err();
    /// assert_eq!(error.to_string(), "13 seeds on the board, but the game has 12");
    /// ```
    pub fn parse_position(&self, text: &str) -> Result<State, NotationError> {
        let fields: Vec<&str> = text.split_whitespace().collect();
        let (&[rows, mover], endless) = fields
            .split_first_chunk::<2>()
            .filter(|(_, endless)| endless.len() <= 1)
            .ok_or(NotationError::Fields(fields.len()))?;
        let [lower, upper] = self.parse_rows(rows)?;
        let state = match mover {
            "L" => State::new(Seat::Lower, lower, upper),
            "U" => State::new(Seat::Upper, upper, lower),
            _ => return Err(NotationError::Mover(shortened(mover))),
        };
        let expected = self.rules().seeds();
        match state.seeds() {
            found if found == expected => {}
            found => return Err(NotationError::Seeds { found, expected }),
        }
        match endless {
            [] => Ok(state),
            [text, ..] => self
                .parse_endless(&state, text)
                .ok_or_else(|| NotationError::Endless(shortened(text))),
        }
    }

    /// The pits of both players, Lower's first.
    fn parse_rows(&self, text: &str) -> Result<[Pits; 2], NotationError> {
        let rows: Vec<&str> = text.split('/').collect();
        if rows.len() != ROWS.len() {
            return Err(NotationError::Rows(rows.len()));
        }
        let (pits, most) = (self.rules().pits(), self.rules().seeds());
        let mut rings = [[0; RING]; 2];
        for (index, (text, row)) in rows.into_iter().zip(ROWS).enumerate() {
            let counts: Vec<&str> = text.split(',').collect();
            if counts.len() != pits {
                return Err(NotationError::Pits {
                    row,
                    found: counts.len(),
                    expected: pits,
                });
            }
            let into = &mut rings[index / 2][index % 2 * pits..];
            for (pit, text) in into.iter_mut().zip(counts) {
                *pit = number(text)
                    .filter(|&seeds| u32::from(seeds) <= most)
                    .ok_or_else(|| NotationError::Count {
                        row,
                        text: shortened(text),
                        most,
                    })?;
            }
        }
        Ok(rings)
    }

    fn parse_endless(&self, state: &State, text: &str) -> Option<State> {
        let pit = number(text)?.checked_sub(1)?;
        let playable = state
            .own()
            .get(usize::from(pit))
            .is_some_and(|&seeds| seeds >= 2);
        let endless = playable && matches!(self.course(state, pit).outcome, Outcome::Endless(_));
        endless.then(|| state.sown_for_ever(pit))
    }

    /// A position as [`parse_position`](FourRank::parse_position) reads it.
    pub fn position_text(&self, state: &State) -> String {
        let pits = self.rules().pits();
        let rows = Seat::BOTH.into_iter().flat_map(|seat| {
            let ring = state.pits_of(seat);
            [&ring[..pits], &ring[pits..2 * pits]]
        });
        let rows = rows.map(|row| {
            let counts: Vec<String> = row.iter().map(u8::to_string).collect();
            counts.join(",")
        });
        let rows = rows.collect::<Vec<_>>().join("/");
        let endless = state.endless().map(|pit| format!(" {}", pit + 1));
        let mover = state.mover().letter();
        format!("{rows} {mover}{}", endless.unwrap_or_default())
    }
}
