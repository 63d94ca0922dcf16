//! The notation of positions and moves, one line of text each.

use std::fmt;
use std::str::FromStr;

use super::super::quoted::shortened;
use super::game::TwoRank;
use super::moves::{Direction, Move};
use super::position::{MoveError, Position};
use super::rules::{Directions, End, PlayersNotation};
use super::state::{MAX_PITS, MAX_SEEDS, Seat, State};

/// The error of a line that is not a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotationError {
    /// Fields are missing, or there are too many.
    #[error(
        "write Lower's/Upper's pits, the side to move and, if not both 0, Lower's and Upper's store; \
         number of fields given: {0}"
    )]
    Fields(usize),
    /// The pits are not those of two sides.
    #[error("pits '{0}': separate Lower's and Upper's pits by one /")]
    Sides(String),
    /// A count is not a number in range.
    #[error("{field} '{text}': a count is 0 to {MAX_SEEDS}")]
    Count {
        /// The name of the field.
        field: &'static str,
        /// The text of the field.
        text: String,
    },
    /// The number of pits is wrong.
    #[error("{field}: the number of pits is {found}, but must be {allowed}")]
    Pits {
        /// The side.
        field: &'static str,
        /// The number of pits found.
        found: usize,
        /// The allowed number of pits.
        allowed: String,
    },
    /// The side to move is invalid.
    #[error("side to move '{0}': write L or U")]
    Mover(String),
    /// The stores differ while the choice of Random Mancala, which may exchange them, is open.
    #[error("stores: both must be equal while the choice is open")]
    OpenStores,
    /// There are too many seeds.
    #[error("{0} seeds in pits and stores: at most {MAX_SEEDS} fit on a board")]
    Seeds(u32),
}

const FIELDS: [[&str; 2]; 2] = [
    ["Lower's pits", "Lower's store"],
    ["Upper's pits", "Upper's store"],
];

fn count(field: &'static str, text: &str) -> Result<u8, NotationError> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse()
        .ok()
        .filter(|&seeds: &u8| digits && usize::from(seeds) <= MAX_SEEDS)
        .ok_or_else(|| NotationError::Count {
            field,
            text: shortened(text),
        })
}

impl Position {
    /// Parses `4,4,4,4,4,4/4,4,4,4,4,4 L 0 0`: Lower's pits and Upper's pits, each side from its highest pit number
    /// down to 1; the side to move; Lower's and Upper's store. The stores may be omitted if both are empty. This is the
    /// inverse of `Display`.
    ///
    /// # Errors
    /// The field that is invalid, and the allowed values.
    ///
    /// ```
    /// use sowlab_games::two_rank::Position;
    /// let position = Position::parse("4,4,0,5,5,0/5,5,5,5,4,4 U 2 0").unwrap();
    /// assert_eq!(position.to_string(), "4,4,0,5,5,0/5,5,5,5,4,4 U 2 0");
    /// let error = Position::parse("4,4/4,x L").unwrap_err();
    /// assert_eq!(error.to_string(), "Upper's pits 'x': a count is 0 to 127");
    /// ```
    pub fn parse(text: &str) -> Result<Position, NotationError> {
        let fields: Vec<&str> = text.split_whitespace().collect();
        let (&[sides, mover], stores) = fields
            .split_first_chunk::<2>()
            .filter(|(_, stores)| matches!(stores.len(), 0 | 2))
            .ok_or(NotationError::Fields(fields.len()))?;
        let (lower, upper) = sides
            .split_once('/')
            .ok_or_else(|| NotationError::Sides(shortened(sides)))?;
        let mover = match mover {
            "L" => Seat::Lower,
            "U" => Seat::Upper,
            _ => return Err(NotationError::Mover(shortened(mover))),
        };
        let mut pits: [Vec<u8>; 2] = Default::default();
        for ((side, text), [field, _]) in pits.iter_mut().zip([lower, upper]).zip(FIELDS) {
            *side = text
                .split(',')
                .map(|text| count(field, text))
                .collect::<Result<_, _>>()?;
        }
        let mut counts = [0; 2];
        for ((store, text), [_, field]) in counts.iter_mut().zip(stores).zip(FIELDS) {
            *store = count(field, text)?;
        }
        build(mover, pits, counts)
    }
}

fn build(mover: Seat, pits: [Vec<u8>; 2], stores: [u8; 2]) -> Result<Position, NotationError> {
    let wrong = |side: usize, allowed: String| NotationError::Pits {
        field: FIELDS[side][0],
        found: pits[side].len(),
        allowed,
    };
    let each = pits[0].len();
    if each > MAX_PITS {
        return Err(wrong(0, format!("1 to {MAX_PITS}")));
    }
    if pits[1].len() != each {
        return Err(wrong(1, format!("{each}, as many as Lower has")));
    }
    let total = pits
        .iter()
        .flatten()
        .chain(&stores)
        .map(|&seeds| u32::from(seeds))
        .sum();
    State::new(mover, &pits[mover as usize], &pits[!mover as usize])
        .and_then(|state| Position::new(state, each, stores))
        .ok_or(NotationError::Seeds(total))
}

impl FromStr for Position {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Position, NotationError> {
        Position::parse(text)
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for seat in Seat::BOTH {
            let pits = self.state().pits_of(seat);
            for (lane, seeds) in pits[..self.pits()].iter().enumerate() {
                let comma = if lane == 0 { "" } else { "," };
                write!(f, "{comma}{seeds}")?;
            }
            f.write_str(match seat {
                Seat::Lower => "/",
                Seat::Upper => " ",
            })?;
        }
        write!(
            f,
            "{} {} {}",
            self.state().mover().letter(),
            self.store(Seat::Lower),
            self.store(Seat::Upper)
        )
    }
}

/// The form of a move in games with one direction.
const ONE_WAY: &str = "the side and the pit number, as in L4";
/// The move of a side without seeds, in games in which it passes.
const PASS: &str = "pass";
/// The form of a move in games with two directions.
const TWO_WAYS: &str = "the side, the pit number and the direction (r: right, counterclockwise; l: left, clockwise), as in L4r";

impl TwoRank {
    /// Parses a position of this game; see [`Position::parse`]. Any number of seeds up to 127 is allowed, independent
    /// of the start of the game.
    ///
    /// # Errors
    /// The field that is invalid, and the allowed values.
    pub fn parse_position(&self, text: &str) -> Result<Position, NotationError> {
        let position = Position::parse(text)?;
        let pits = self.rules().pits;
        if position.pits() != pits {
            return Err(NotationError::Pits {
                field: FIELDS[0][0],
                found: position.pits(),
                allowed: pits.to_string(),
            });
        }
        Ok(position)
    }

    /// Returns the text of a move: `L4`; in games with two directions `L4r` (right, counterclockwise) or `L4l` (left,
    /// clockwise).
    pub fn move_text(&self, mover: Seat, chosen: Move) -> String {
        if self.is_pass(chosen) {
            return PASS.to_owned();
        }
        let pit = chosen.pit(self.rules().pits);
        let way = match (self.rules().directions, chosen.direction()) {
            (Directions::Right, _) => "",
            (Directions::RightOrLeft, Direction::Right) => "r",
            (Directions::RightOrLeft, Direction::Left) => "l",
        };
        format!("{}{pit}{way}", mover.letter())
    }

    /// Returns whether a move is the pass of a side without seeds.
    pub(super) fn is_pass(&self, chosen: Move) -> bool {
        chosen == Move::PASS && self.rules().end == End::AllEmpty
    }

    /// Returns the texts of the legal moves, separated by spaces.
    pub fn legal_text(&self, state: State) -> String {
        let texts: Vec<String> = self
            .legal(state)
            .map(|chosen| self.move_text(state.mover(), chosen))
            .collect();
        texts.join(" ")
    }

    /// Parses a move of the side to move and checks that it is legal.
    ///
    /// # Errors
    /// The form of a move, or the legal moves.
    pub fn parse_move(&self, state: State, text: &str) -> Result<Move, MoveError> {
        let form = match self.rules().directions {
            Directions::Right => ONE_WAY,
            Directions::RightOrLeft => TWO_WAYS,
        };
        let (seat, chosen) = self.read_move(state, text).ok_or_else(|| MoveError::Form {
            text: shortened(text),
            form,
        })?;
        if seat != state.mover() {
            return Err(MoveError::Turn {
                text: shortened(text),
                mover: state.mover(),
            });
        }
        self.check(state, chosen)?;
        Ok(chosen)
    }

    /// Returns the side and the move that a text names, legal or not.
    fn read_move(&self, state: State, text: &str) -> Option<(Seat, Move)> {
        if text == PASS && self.rules().end == End::AllEmpty {
            return Some((state.mover(), Move::PASS));
        }
        let players = || self.read_players_move(state, text);
        self.read_family_move(text).or_else(players)
    }

    /// Reads a move in the [notation of the players](PlayersNotation), legal or not.
    pub(super) fn read_players_move(&self, state: State, text: &str) -> Option<(Seat, Move)> {
        let pits = self.rules().pits as u8;
        let to_right = |lane: u8| {
            let lane = usize::from(lane).min(MAX_PITS);
            Move::new(lane, Direction::Right)
        };
        match (self.rules().notation, text.as_bytes()) {
            (PlayersNotation::Letters, &[letter]) => {
                let (seat, first) = match letter.is_ascii_uppercase() {
                    true => (Seat::Lower, b'A'),
                    false => (Seat::Upper, b'a'),
                };
                let lane = letter.checked_sub(first).filter(|&lane| lane < pits)?;
                Some((seat, to_right(lane)?))
            }
            (PlayersNotation::Numbers, &[pit] | &[pit, _]) => {
                let lane = pit.checked_sub(b'1').filter(|&lane| lane < pits)?;
                let chosen = to_right(lane)?;
                let last = text.as_bytes().get(1);
                let fits =
                    last.is_none_or(|last| last.checked_sub(b'1') == self.last_lane(state, chosen));
                fits.then_some((state.mover(), chosen))
            }
            _ => None,
        }
    }

    fn read_family_move(&self, text: &str) -> Option<(Seat, Move)> {
        let seat = Seat::BOTH
            .into_iter()
            .find(|seat| text.starts_with(seat.letter()))?;
        let rest = &text[1..];
        let (number, direction) = match self.rules().directions {
            Directions::Right => (rest, Direction::Right),
            Directions::RightOrLeft => match rest.strip_suffix('r') {
                Some(number) => (number, Direction::Right),
                None => (rest.strip_suffix('l')?, Direction::Left),
            },
        };
        let pits = self.rules().pits;
        let pit = (1..=pits).find(|pit| pit.to_string() == number)?;
        Some((seat, Move::new(pits - pit, direction)?))
    }

    /// Plays a record: moves in text, separated by spaces.
    ///
    /// # Errors
    /// The first move that cannot be played.
    ///
    /// ```
    /// use sowlab_games::two_rank::KALAH;
    /// let kalah = KALAH.build(None).unwrap();
    /// let after = kalah.play_record(kalah.start_position(), "L4 L1").unwrap();
    /// assert_eq!(after.to_string(), "4,4,0,5,5,0/5,5,5,5,4,4 U 2 0");
    /// ```
    pub fn play_record(&self, from: Position, record: &str) -> Result<Position, MoveError> {
        record.split_whitespace().try_fold(from, |position, text| {
            position.play(self, self.parse_move(position.state(), text)?)
        })
    }
}
