//! Where games begin.

use std::fmt;
use std::str::FromStr;

use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use sowlab_solvers::search::{AlphaBeta, DepthLimited, Estimate, TranspositionTable};

use sowlab_games::contest::{Contest, lead, legal_moves};
use sowlab_solvers::Problem;

/// Which openings are played; each by both sides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Openings {
    /// The opening of the game.
    Start,
    /// This number of random moves from there, by chance until the position is about even.
    Random(u32),
    /// The positions of a list.
    Positions(Vec<String>),
}

/// How many random openings are drawn for one; the most even of them is taken.
const DRAWS: u32 = 32;
/// A margin up to this is taken for even at once.
const EVEN: i32 = 1;
/// How deep openings are searched to see how even they are.
const DEPTH: u8 = 4;
/// The transposition table of that search, in bytes.
const TABLE: usize = 1 << 16;

/// Why openings are refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OpeningsError {
    /// It is not of the form.
    #[error("'{0}': openings are start, random:MOVES with 1 to 99 moves, or file:PATH")]
    Form(String),
    /// A list without positions.
    #[error("there is no position in the file of openings")]
    Empty,
    /// A position that cannot be read.
    #[error("opening {number}: {reason}")]
    Position {
        /// Its number, from 1.
        number: usize,
        /// What is wrong with it.
        reason: String,
    },
    /// A position in which no move is legal.
    #[error("opening {0}: the game is over")]
    Over(usize),
}

/// `start` or `random:4`; a file is for the caller to read.
impl FromStr for Openings {
    type Err = OpeningsError;

    fn from_str(text: &str) -> Result<Openings, OpeningsError> {
        let wrong = || OpeningsError::Form(sowlab_games::shortened(text));
        match text.split_once(':') {
            None if text == "start" => Ok(Openings::Start),
            Some(("random", moves)) => moves
                .parse()
                .ok()
                .filter(|moves| (1..=99).contains(moves))
                .map(Openings::Random)
                .ok_or_else(wrong),
            _ => Err(wrong()),
        }
    }
}

impl fmt::Display for Openings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Openings::Start => f.write_str("start"),
            Openings::Random(moves) => write!(f, "random:{moves}"),
            Openings::Positions(positions) => write!(f, "{} positions", positions.len()),
        }
    }
}

impl Openings {
    /// The positions of a file: one a line; empty lines and such that begin with # do not count.
    ///
    /// # Errors
    /// There are none.
    pub fn from_lines(text: &str) -> Result<Openings, OpeningsError> {
        let lines = text.lines().map(str::trim);
        let positions: Vec<String> = lines
            .filter(|line| !line.is_empty() && !line.starts_with('#'))
            .map(str::to_owned)
            .collect();
        match positions.is_empty() {
            true => Err(OpeningsError::Empty),
            false => Ok(Openings::Positions(positions)),
        }
    }

    /// Reads the positions.
    ///
    /// # Errors
    /// Names the first that is none, or in which the game is over.
    pub fn read<C: Contest>(&self, contest: &C) -> Result<Source<C>, OpeningsError> {
        Ok(match self {
            Openings::Start => Source::List(vec![contest.opening()]),
            &Openings::Random(moves) => Source::Random(moves),
            Openings::Positions(texts) => {
                let read = |(number, text): (usize, &String)| {
                    let wrong = |error: C::PositionError| OpeningsError::Position {
                        number,
                        reason: error.to_string(),
                    };
                    let position = contest.read_position(text).map_err(wrong)?;
                    match legal_moves(contest, &position).is_empty() {
                        true => Err(OpeningsError::Over(number)),
                        false => Ok(position),
                    }
                };
                let positions: Result<_, _> = (1..).zip(texts).map(read).collect();
                Source::List(positions?)
            }
        })
    }
}

/// Openings of one game, by number.
pub enum Source<C: Contest> {
    /// One after the other, and again.
    List(Vec<C::Position>),
    /// Drawn, the given number of moves long.
    Random(u32),
}

impl<C: Contest> Source<C> {
    /// The opening with this number; the same seed gives the same.
    pub fn get(&self, contest: &C, seed: u64, number: u64) -> C::Position {
        match self {
            Source::List(positions) => positions[(number % positions.len() as u64) as usize],
            &Source::Random(moves) => {
                let mut random = SmallRng::seed_from_u64(super::setting::mixed(seed, &[number]));
                let mut best: Option<(i32, C::Position)> = None;
                for _ in 0..DRAWS {
                    let Some(position) = drawn(contest, moves, &mut random) else {
                        continue;
                    };
                    let margin = margin(contest, &position);
                    if best.as_ref().is_none_or(|&(least, _)| margin < least) {
                        best = Some((margin, position));
                    }
                    if margin <= EVEN {
                        break;
                    }
                }
                // If every game is over by then, there is nothing but the start.
                best.map_or_else(|| contest.opening(), |(_, position)| position)
            }
        }
    }
}

/// A position after random moves; one more where the last is pending. `None` if the game is over.
fn drawn<C: Contest>(contest: &C, moves: u32, random: &mut impl RngExt) -> Option<C::Position> {
    let mut position = contest.opening();
    let mut played = 0;
    loop {
        let legal = legal_moves(contest, &position);
        if legal.is_empty() {
            return None;
        }
        if played >= moves && !contest.mid_round(&contest.state(&position)) {
            return Some(position);
        }
        position = contest.advance(&position, *legal.choose(random)?);
        played += 1;
    }
}

/// By how much one side is ahead, as far as a short search sees.
fn margin<C: Contest>(contest: &C, position: &C::Position) -> i32 {
    let state = contest.state(position);
    let problem = Problem::new(contest).with_guide(contest);
    let nothing: &Estimate<'_, C::State> = &|_| 0;
    let horizon = DepthLimited::new(problem, nothing);
    let Ok(table) = TranspositionTable::new(TABLE) else {
        return i32::MAX;
    };
    let search = AlphaBeta::new(horizon, &table, &());
    let root = horizon.limit(state, DEPTH);
    let value = search.value(&root, 0, &mut |_| ());
    let value = value.expect("nobody cancels it");
    let sign = match contest.side_to_move(&state) {
        sowlab_solvers::Side::First => 1,
        sowlab_solvers::Side::Second => -1,
    };
    (lead(contest, position) + sign * value).abs()
}
