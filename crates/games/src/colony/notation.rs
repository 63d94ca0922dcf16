//! Positions as one line of text.

use std::fmt::Write;

use super::super::shortened;
use super::board::{Log, MAX_EGGS, MAX_LOGS};
use super::play::{Colony, Entry};
use super::position::Position;
use super::state::{Colour, Phase, State};

/// The reason for which a line is not a position of the game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotationError {
    /// Fields are missing, or there are too many.
    #[error(
        "write the rows of logs, the side to move and, if it is not the start of a game, Red's and \
         Black's captured eggs, `free` or `must`, and the phase; number of fields given: {0}"
    )]
    Fields(usize),
    /// The logs are not those of the board.
    #[error("rows: {found} logs in the rows, but the board has {expected}")]
    Rows {
        /// The lengths of the rows.
        found: String,
        /// The numbers that the board needs.
        expected: String,
    },
    /// The text is not a number of eggs.
    #[error(
        "{field} '{text}': a number from 0 to {MAX_EGGS}, on a log with r or b after it if \
             there is an ant"
    )]
    Eggs {
        /// The field.
        field: String,
        /// The text of the field.
        text: String,
    },
    /// Too many eggs.
    #[error("{0} eggs: there are at most {MAX_EGGS}")]
    Total(usize),
    /// Too many ants.
    #[error("{colour:?} has {found} ants on the board, but only {allowed}")]
    Ants {
        /// The side.
        colour: Colour,
        /// The number of ants in the line.
        found: u32,
        /// The number of ants of a side.
        allowed: u8,
    },
    /// The text does not name a side.
    #[error("side to move '{0}': write R or B")]
    Mover(String),
    /// The text does not state whether the second phase is mandatory.
    #[error("second phase '{0}': write free or must")]
    Mandatory(String),
    /// The text is not a phase, or contradicts the rest of the line.
    #[error(
        "phase '{0}': log, exit:LOG:EGGS at a log with several exits, enter:LOG (entry=stop) on a \
         log with three eggs and no ant, or ant where there is something to decide"
    )]
    Phase(String),
}

impl Colony {
    /// Reads `3,3r,0/3,2b,… R 4 5 must log`. The fields: the eggs of each log, row by row, with `r` or `b` for an ant;
    /// the side to move; the captures of Red and of Black; the second phase as `free` or `must`; and the decision. The
    /// decision is `log` (pick up a log), `exit:M4:5` (an exit for five eggs from M4), `enter:T3` (an ant on T3 or
    /// not), `ant`, or `endless:T1:3` (the three eggs sown from T1 never come to rest). The last four fields may be
    /// left out; they default to no captures, `free` and `log`.
    ///
    /// # Errors
    /// The error names the wrong field and the allowed values.
    ///
    /// ```
    /// use sowlab_games::colony::ColonyVariant;
    /// let game = "colony:board=toy".parse::<ColonyVariant>().unwrap().game();
    /// let position = game.parse_position("3/0r,2/1b R 4 2 must log").unwrap();
    /// assert_eq!(game.position_text(&position), "3/0r,2/1b R 4 2 must log");
    /// ```
    pub fn parse_position(&self, text: &str) -> Result<Position, NotationError> {
        let fields: Vec<&str> = text.split_whitespace().collect();
        let (&[rows, mover], rest) = fields
            .split_first_chunk::<2>()
            .filter(|(_, rest)| matches!(rest.len(), 0 | 2 | 4))
            .ok_or(NotationError::Fields(fields.len()))?;
        let (eggs, ants) = self.parse_rows(rows)?;
        let mover = match mover {
            "R" => Colour::Red,
            "B" => Colour::Black,
            _ => return Err(NotationError::Mover(shortened(mover))),
        };
        let mut captured = [0; 2];
        for (eggs, text) in captured.iter_mut().zip(rest) {
            *eggs = number("captured", text)?;
        }
        let mandatory = match rest.get(2) {
            None | Some(&"free") => false,
            Some(&"must") => true,
            Some(text) => return Err(NotationError::Mandatory(shortened(text))),
        };
        let mut state = State {
            eggs,
            ants,
            mover,
            mandatory,
            phase: Phase::Log,
        };
        let all = eggs.iter().chain(&captured).map(|&eggs| usize::from(eggs));
        let all = all.sum::<usize>();
        if all > MAX_EGGS {
            return Err(NotationError::Total(all));
        }
        if let Some(text) = rest.get(3) {
            state.phase = self
                .parse_phase(&state, text)
                .ok_or_else(|| NotationError::Phase(shortened(text)))?;
        }
        Position::new(state, captured).ok_or(NotationError::Total(all + usize::from(state.hand())))
    }

    fn parse_rows(&self, text: &str) -> Result<([u8; MAX_LOGS], [u32; 2]), NotationError> {
        let rows: Vec<Vec<&str>> = text
            .split('/')
            .map(|row| row.split(',').collect())
            .collect();
        let lengths: Vec<usize> = rows.iter().map(Vec::len).collect();
        if lengths != self.board().rows {
            let list = |lengths: &[usize]| {
                let texts: Vec<String> = lengths.iter().take(8).map(usize::to_string).collect();
                texts.join("/")
            };
            return Err(NotationError::Rows {
                found: list(&lengths),
                expected: list(&self.board().rows),
            });
        }
        let (mut eggs, mut ants) = ([0; MAX_LOGS], [0u32; 2]);
        for (log, text) in rows.into_iter().flatten().enumerate() {
            let (digits, colour) = match text.strip_suffix(['r', 'b']) {
                None => (text, None),
                Some(digits) if text.ends_with('r') => (digits, Some(Colour::Red)),
                Some(digits) => (digits, Some(Colour::Black)),
            };
            let name = self.board().log_name(log as Log);
            eggs[log] = number(name, digits).map_err(|_| NotationError::Eggs {
                field: name.to_owned(),
                text: shortened(text),
            })?;
            if let Some(colour) = colour {
                ants[colour as usize] |= 1 << log;
            }
        }
        for colour in Colour::BOTH {
            let found = ants[colour as usize].count_ones();
            if found > u32::from(self.board().ants()) {
                return Err(NotationError::Ants {
                    colour,
                    found,
                    allowed: self.board().ants(),
                });
            }
        }
        Ok((eggs, ants))
    }

    fn parse_phase(&self, state: &State, text: &str) -> Option<Phase> {
        let mut parts = text.split(':');
        let kind = parts.next()?;
        let log = match parts.next() {
            Some(name) => Some(self.board().log(name)?),
            None => None,
        };
        let hand = match parts.next() {
            Some(text) => Some(number("phase", text).ok().filter(|&eggs| eggs > 0)?),
            None => None,
        };
        if parts.next().is_some() {
            return None;
        }
        match (kind, log, hand) {
            ("log", None, None) => Some(Phase::Log),
            ("ant", None, None) => self.second_phase_is_open(state).then_some(Phase::Ant),
            ("exit", Some(at), Some(hand)) => {
                let choice = self.board().exits(at).len() > 1;
                choice.then_some(Phase::Exit { at, hand })
            }
            ("enter", Some(at), None) => {
                let three = state.eggs(at) == super::lap::STOPPING && state.ant(at).is_none();
                let open = self.entry() == Entry::Stop && self.in_hand(state, state.mover) > 0;
                (three && open).then_some(Phase::Entry { at })
            }
            ("endless", Some(at), Some(hand)) => {
                let fits = state
                    .eggs
                    .iter()
                    .map(|&eggs| usize::from(eggs))
                    .sum::<usize>()
                    + usize::from(hand)
                    <= MAX_EGGS;
                (fits && self.is_endless(state, at, hand)).then_some(Phase::Endless { at, hand })
            }
            _ => None,
        }
    }

    /// A position as [`Colony::parse_position`] reads it, with all fields.
    pub fn position_text(&self, position: &Position) -> String {
        let state = position.state();
        let mut text = String::new();
        for (row, logs) in self.board().rows().enumerate() {
            for (place, log) in logs.enumerate() {
                let before = match (row, place) {
                    (0, 0) => "",
                    (_, 0) => "/",
                    _ => ",",
                };
                let ant = state.ant(log).map_or("", Colour::mark);
                // Writing to a string cannot fail.
                let _ = write!(text, "{before}{}{ant}", state.eggs(log));
            }
        }
        let name = |log| self.board().log_name(log);
        let phase = match state.phase {
            Phase::Log => "log".to_owned(),
            Phase::Exit { at, hand } => format!("exit:{}:{hand}", name(at)),
            Phase::Entry { at } => format!("enter:{}", name(at)),
            Phase::Ant => "ant".to_owned(),
            Phase::Endless { at, hand } => format!("endless:{}:{hand}", name(at)),
        };
        format!(
            "{text} {} {} {} {} {phase}",
            state.mover.letter(),
            position.captured(Colour::Red),
            position.captured(Colour::Black),
            if state.mandatory { "must" } else { "free" },
        )
    }
}

fn number(field: &str, text: &str) -> Result<u8, NotationError> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse()
        .ok()
        .filter(|&eggs: &u8| digits && usize::from(eggs) <= MAX_EGGS)
        .ok_or_else(|| NotationError::Eggs {
            field: field.to_owned(),
            text: shortened(text),
        })
}
