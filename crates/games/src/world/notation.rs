//! The notation of positions and moves, one line of text each.

use std::fmt::Write;

use sowlab_solvers::Game;

use super::board::{Board, Shape};
use super::game::WorldGame;
use super::position::Position;
use super::rules::{Counted, Move};
use super::state::State;
use crate::Seat;
use crate::quoted::shortened;

/// The most seeds of a game, stores included.
pub(super) const MAX_SEEDS: u32 = 255;

/// The error of a line that is not a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotationError {
    /// Fields are missing, or there are too many.
    #[error("write {form}; number of fields given: {found}")]
    Fields {
        /// The form of a position of this game.
        form: String,
        /// The number of fields.
        found: usize,
    },
    /// A count is not a number in range.
    #[error("{field} '{text}': a count is 0 to {MAX_SEEDS}")]
    Count {
        /// The field.
        field: &'static str,
        /// The text given.
        text: String,
    },
    /// The number of ranks is wrong.
    #[error("pits: {found} ranks between /, but the board has {ranks}")]
    Ranks {
        /// The ranks given.
        found: usize,
        /// The ranks of the board.
        ranks: usize,
    },
    /// The number of pits of a rank is wrong.
    #[error("pits: {found} pits in a rank, but a rank has {pits}")]
    Pits {
        /// The pits given.
        found: usize,
        /// The pits of a rank.
        pits: usize,
    },
    /// The side to move is invalid.
    #[error("side to move '{found}': write {} or {}", letters[0], letters[1])]
    Mover {
        /// The text given.
        found: String,
        /// The letters of the sides.
        letters: [char; 2],
    },
    /// The last field has no meaning.
    #[error("'{found}': {form}")]
    Marks {
        /// The text given.
        found: String,
        /// The form of the field.
        form: &'static str,
    },
    /// There are more seeds than in the game.
    #[error("{found} seeds in pits and stores; the game has {most}")]
    Seeds {
        /// The seeds given.
        found: u32,
        /// The seeds of the game.
        most: u32,
    },
    /// The move after the position is not one that never ends.
    #[error("'{0}': no move of this position with that name never ends")]
    Endless(String),
}

impl Shape {
    /// Returns the letters of the sides.
    pub(super) const fn letters(self) -> [char; 2] {
        match self {
            Shape::OneRank { .. } => ['L', 'R'],
            Shape::TwoRanks { .. } | Shape::FourRanks { .. } => ['L', 'U'],
        }
    }
}

fn count(field: &'static str, text: &str) -> Result<u8, NotationError> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse()
        .ok()
        .filter(|_| digits)
        .ok_or_else(|| NotationError::Count {
            field,
            text: shortened(text),
        })
}

impl WorldGame {
    /// Returns the letter of a side.
    pub(super) fn letter(&self, seat: Seat) -> char {
        self.shape().letters()[seat as usize]
    }

    /// Returns the board as the first side sees it.
    pub(super) fn seen_by_first(&self, state: &State) -> Board {
        match state.mover() {
            Seat::Lower => *state.board(),
            Seat::Upper => self.turned(state.board()),
        }
    }

    /// Returns a move as text.
    pub(super) fn text_of(&self, state: &State, chosen: Move) -> String {
        let text = self.rules().move_text(state.mover(), chosen);
        match text.starts_with(|first: char| first.is_ascii_digit()) {
            true => format!("{}{text}", self.letter(state.mover())),
            false => text,
        }
    }

    /// Returns a choice of the side that leads a round, or of the other side, as text.
    pub fn round_choice_text(&self, leads: bool, chosen: Move) -> String {
        let seat = if leads { Seat::Lower } else { Seat::Upper };
        format!(
            "{}{}",
            self.letter(seat),
            self.rules().move_text(seat, chosen)
        )
    }

    fn form(&self) -> String {
        let [first, second] = self.shape().letters();
        let ranks = self.shape().ranks();
        let mut form =
            format!("{ranks} ranks of pits between /, the side to move {first} or {second}");
        if self.rules().counted() == Counted::Seeds {
            form += ", both stores if one has seeds";
        }
        if let Some(marks) = self.rules().marks_form() {
            let _ = write!(form, ", {marks}");
        }
        form
    }

    /// Writes a position, as in `9,9,9/9,9,9 L 0 0`: the ranks of the first side, then those of the other, each in the
    /// order of sowing; the side to move; the stores, if one has seeds. A field for the marks or for a move that never
    /// ends may follow.
    pub fn written(&self, position: &Position) -> String {
        let state = position.state();
        let board = self.seen_by_first(state);
        let columns = self.shape().columns();
        let ranks: Vec<String> = board.pits[..self.shape().pits()]
            .chunks(columns)
            .map(|rank| rank.iter().map(u8::to_string).collect::<Vec<_>>().join(","))
            .collect();
        let mut text = format!("{} {}", ranks.join("/"), self.letter(state.mover()));
        let marks = self.rules().marks_text(board.marks);
        let [first, second] = position.stores();
        let stores = self.rules().counted() == Counted::Seeds;
        if stores && (first > 0 || second > 0 || marks.is_some()) {
            let _ = write!(text, " {first} {second}");
        }
        if let Some(marks) = marks {
            let _ = write!(text, " {marks}");
        }
        if let Some(chosen) = state.endless() {
            let _ = write!(text, " {}", self.rules().move_text(state.mover(), chosen));
        }
        text
    }

    /// Reads a position: the inverse of [`written`](WorldGame::written).
    ///
    /// # Errors
    /// The invalid field, and the allowed values.
    pub fn read(&self, text: &str) -> Result<Position, NotationError> {
        let fields: Vec<&str> = text.split_whitespace().collect();
        let wrong = || NotationError::Fields {
            form: self.form(),
            found: fields.len(),
        };
        let (&[pits, mover], mut rest) = fields.split_first_chunk::<2>().ok_or_else(wrong)?;
        let mut board = self.read_pits(pits)?;
        let letters = self.shape().letters();
        let mover = match mover {
            _ if mover == letters[0].to_string() => Seat::Lower,
            _ if mover == letters[1].to_string() => Seat::Upper,
            _ => {
                return Err(NotationError::Mover {
                    found: shortened(mover),
                    letters,
                });
            }
        };
        let mut stores = [0; 2];
        if self.rules().counted() == Counted::Seeds
            && let Some((&[first, second], after)) = rest.split_first_chunk::<2>()
        {
            stores = [
                count("the first store", first)?,
                count("the second store", second)?,
            ];
            rest = after;
        }
        if let Some((&word, after)) = rest.split_first()
            && let Some(form) = self.rules().marks_form()
        {
            match self.rules().read_marks(word) {
                Some(marks) => {
                    board.marks = marks;
                    rest = after;
                }
                None if after.is_empty()
                    && self.rules().endless_moves() != super::EndlessMove::Never => {}
                None => {
                    return Err(NotationError::Marks {
                        found: shortened(word),
                        form,
                    });
                }
            }
        }
        let board = match mover {
            Seat::Lower => board,
            Seat::Upper => self.turned(&board),
        };
        if !self.rules().fits(mover, &board) {
            return Err(NotationError::Marks {
                found: shortened(text),
                form: self.rules().marks_form().unwrap_or_default(),
            });
        }
        let state = State::new(mover, board);
        let position = Position::new(state, stores);
        let (found, most) = (position.total() + self.in_hand(&board), self.seeds());
        if found > most {
            return Err(NotationError::Seeds { found, most });
        }
        // Only now can a move be played: its seeds fit the pits.
        match *rest {
            [] => Ok(position),
            [word] if self.rules().endless_moves() == super::EndlessMove::Annuls => {
                Ok(Position::new(self.during(&state, word)?, stores))
            }
            _ => Err(wrong()),
        }
    }

    fn read_pits(&self, text: &str) -> Result<Board, NotationError> {
        let (ranks, columns) = (self.shape().ranks(), self.shape().columns());
        let read: Vec<Vec<u8>> = text
            .split('/')
            .map(|rank| rank.split(',').map(|text| count("pits", text)).collect())
            .collect::<Result<_, _>>()?;
        if read.len() != ranks {
            return Err(NotationError::Ranks {
                found: read.len(),
                ranks,
            });
        }
        if let Some(rank) = read.iter().find(|rank| rank.len() != columns) {
            return Err(NotationError::Pits {
                found: rank.len(),
                pits: columns,
            });
        }
        Ok(Board::of(&read.concat()))
    }

    /// Returns the state during the move with this name, which never ends.
    fn during(&self, state: &State, word: &str) -> Result<State, NotationError> {
        let mut moves = Vec::new();
        self.moves(state, &mut moves);
        moves
            .into_iter()
            .filter(|&chosen| self.rules().move_text(state.mover(), chosen) == word)
            .map(|chosen| self.after(state, chosen).state)
            .find(|state| state.endless().is_some())
            .ok_or_else(|| NotationError::Endless(shortened(word)))
    }

    /// Returns the seeds in the hand of the side to move, in the middle of a move.
    fn in_hand(&self, board: &Board) -> u32 {
        self.rules().in_hand(board).into()
    }
}
