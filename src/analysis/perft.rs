//! Counts of sequences of rounds or moves, to check one implementation against another.

use serde::Serialize;
use sowlab_solvers::Monitor;

use super::request::{Field, RequestError};
use crate::games::contest::Contest;
use crate::games::perft_plies;
use crate::games::stones::{self, Phase, Position, Rules, StonesGame};

pub use stones::PerftRound;

/// What to count.
#[derive(Clone, Debug)]
pub struct PerftRequest {
    /// Where to start, in the notation of the game; `None`: the opening.
    pub position: Option<String>,
    /// How many rounds, or plies in a game of one move at a time.
    pub depth: u32,
}

/// Counts from a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Perft {
    /// The full name of the game.
    pub game: String,
    /// The position, in full.
    pub position: String,
    /// The counts; fewer than asked for if the monitor cancelled.
    pub counts: PerftCounts,
}

/// Counts by depth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PerftCounts {
    /// Both sides sow at once.
    Rounds(Vec<PerftRound>),
    /// One side moves at a time.
    Plies(Vec<PerftPly>),
}

/// The sequences of so many moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct PerftPly {
    /// How many moves.
    pub ply: u32,
    /// How many sequences, endless moves included.
    pub nodes: u64,
    /// Of these the ones whose last move never ends, which are not continued; `None` in a game in
    /// which every move ends.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub endless: Option<u64>,
}

/// Counts sequences of rounds from the start of one.
///
/// # Errors
/// A hole is taken already, or a count exceeds 128 bits.
pub fn perft_of_rounds(
    rules: &Rules,
    position: &Position,
    depth: u32,
    monitor: &dyn Monitor,
) -> Result<Perft, RequestError> {
    if matches!(position.phase(), Phase::Gote { .. }) {
        return Err(RequestError::field(Field::Position, super::MID_ROUND));
    }
    let game = StonesGame::new(rules);
    let rounds = stones::perft(&game, position.canonical_board(), depth, monitor)
        .map_err(RequestError::failed)?;
    Ok(Perft {
        game: rules.to_string(),
        position: position.to_string(),
        counts: PerftCounts::Rounds(rounds),
    })
}

/// Counts sequences of moves in any sequential game.
pub fn perft_of_moves<C: Contest>(
    contest: &C,
    position: &C::Position,
    depth: u32,
    monitor: &dyn Monitor,
) -> Perft {
    let nodes = perft_plies(contest, contest.state(position), depth, monitor);
    perft_of_plies(contest, position, nodes)
}

/// Counts of each ply, counted by a faster way of the game's own.
pub fn perft_of_plies<C: Contest>(contest: &C, position: &C::Position, nodes: Vec<u64>) -> Perft {
    let plies = (1..).zip(nodes).map(|(ply, nodes)| PerftPly {
        ply,
        nodes,
        endless: None,
    });
    Perft {
        game: contest.full_name(),
        position: contest.position_text(position),
        counts: PerftCounts::Plies(plies.collect()),
    }
}
