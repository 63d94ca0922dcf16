//! Start positions of games.

use std::fmt;
use std::str::FromStr;

use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use sowlab_solvers::search::{AlphaBeta, DepthLimited, Estimate, TranspositionTable};

use sowlab_games::contest::{Contest, lead, legal_moves};
use sowlab_solvers::Problem;

/// The openings of a tournament. Each is played twice, with the sides exchanged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Openings {
    /// The opening of the game.
    Start,
    /// This number of random moves from the opening, resampled until the position is about even.
    Random(u32),
    /// The positions of a list.
    Positions(Vec<String>),
}

/// The maximum number of samples for one random opening; the most even of them is used.
const DRAWS: u32 = 32;
/// The margin in stones up to which a sample is accepted at once.
const EVEN: i32 = 1;
/// The depth in moves of the search that estimates the margin of an opening.
const DEPTH: u8 = 4;
/// The size of the transposition table of that search, in bytes.
const TABLE: usize = 1 << 16;

/// The error of invalid openings.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OpeningsError {
    /// The text is not of the form.
    #[error("'{0}': write start, random:MOVES with 1 to 99 moves, or file:PATH")]
    Form(String),
    /// The list has no positions.
    #[error("the file has no position")]
    Empty,
    /// A position cannot be read.
    #[error("opening {number}: {reason}")]
    Position {
        /// The number of the position, from 1.
        number: usize,
        /// The reason.
        reason: String,
    },
    /// A position has no legal moves.
    #[error("opening {0}: the game is over")]
    Over(usize),
}

/// Parses `start` or `random:4`; the caller reads the file of `file:PATH`.
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
            Openings::Positions(positions) if positions.len() == 1 => f.write_str("1 position"),
            Openings::Positions(positions) => write!(f, "{} positions", positions.len()),
        }
    }
}

impl Openings {
    /// Reads the positions of a file, one per line; empty lines and lines that begin with # are skipped.
    ///
    /// # Errors
    /// The file has no positions.
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

    /// Reads the positions of a game.
    ///
    /// # Errors
    /// The first position that is invalid, or in which the game is over.
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
    /// A list that is repeated in order.
    List(Vec<C::Position>),
    /// Random openings after the given number of moves.
    Random(u32),
}

impl<C: Contest> Source<C> {
    /// Returns the opening with this number; equal seeds give equal openings.
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
                // If every sampled game ended too early, the opening itself is used.
                best.map_or_else(|| contest.opening(), |(_, position)| position)
            }
        }
    }
}

/// Samples a position after random moves, plus one more move if a round would be incomplete. Returns `None` if the game
/// is over by then.
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

/// Returns the absolute final margin in stones that a short search estimates.
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
