//! Counts of sequences of rounds or moves, to compare implementations of the rules.

use rayon::prelude::*;
use schemars::JsonSchema;
use serde::Serialize;
use sowlab_base::interrupt::stoppable;
use sowlab_solvers::Monitor;

use super::request::{Field, RequestError};
use sowlab_games::contest::Contest;
use sowlab_games::perft_plies;
use sowlab_games::stones::{self, Phase, Position, Rules, StonesGame};

pub use stones::PerftRound;

/// The request for a count.
#[derive(Clone, Debug)]
pub struct PerftRequest {
    /// The start, in the notation of the game. `None`: the opening.
    pub position: Option<String>,
    /// The number of rounds, or of plies in a game of one move at a time.
    pub depth: u32,
}

/// Counts from a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Perft {
    /// The full name of the game.
    pub game: String,
    /// The position with all its fields.
    pub position: String,
    /// The counts. They end early if the monitor cancelled.
    pub counts: PerftCounts,
}

/// Counts by depth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PerftCounts {
    /// Counts of rounds, in a game in which both sides sow at once.
    Rounds(Vec<PerftRound>),
    /// Counts of plies, in a game in which one side moves at a time.
    Plies(Vec<PerftPly>),
}

/// The sequences of a number of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PerftPly {
    /// The number of moves.
    pub ply: u32,
    /// The number of sequences, including those that end in a move without end.
    pub nodes: u64,
    /// The number of sequences whose last move never ends. They are not continued. `None` in a game in which every move
    /// ends.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub endless: Option<u64>,
}

/// Counts sequences of rounds from the start of a round.
///
/// # Errors
/// Sente has taken a hole already, or a count exceeds 128 bits.
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

/// Counts sequences of moves in a sequential game. With `endless_moves`, counts sequences that end in a move without
/// end too, and all choices of a [round](sowlab_games::contest::Arbitration::mid_round) count as one move.
pub fn perft_of_moves<C: Contest>(
    contest: &C,
    position: &C::Position,
    depth: u32,
    endless_moves: bool,
    monitor: &dyn Monitor,
) -> Perft {
    let state = contest.state(position);
    if !endless_moves {
        return perft_of_plies(
            contest,
            position,
            perft_plies(contest, state, depth, monitor),
        );
    }
    Perft {
        game: contest.full_name(),
        position: contest.position_text(position),
        counts: PerftCounts::Plies(endless_plies(contest, state, depth, monitor)),
    }
}

/// Returns the document for counts from a faster counter of the game.
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

/// The number of plies that are expanded before threads share the work.
const SHARED_PLIES: u32 = 3;

/// The number of sequences, by whether the last move ends.
#[derive(Clone, Copy, Default)]
struct Leaves {
    ending: u64,
    endless: u64,
}

impl std::iter::Sum for Leaves {
    fn sum<I: Iterator<Item = Leaves>>(leaves: I) -> Leaves {
        leaves.fold(Leaves::default(), |one, other| Leaves {
            ending: one.ending + other.ending,
            endless: one.endless + other.endless,
        })
    }
}

fn endless_plies<C: Contest>(
    game: &C,
    from: C::State,
    depth: u32,
    monitor: &dyn Monitor,
) -> Vec<PerftPly> {
    let mut shared = vec![from];
    let mut plies = Vec::new();
    for ply in 1..=depth {
        let beyond = ply.saturating_sub(SHARED_PLIES);
        monitor.begin(&format!("ply {ply}"), shared.len() as u64);
        let count = |leaf| {
            let counted = count(game, leaf, beyond.max(1), monitor);
            monitor.advance(1);
            counted
        };
        let counted: Leaves = match stoppable(|| shared.par_iter().map(count).sum()) {
            Ok(counted) if !monitor.cancelled() => counted,
            _ => break,
        };
        plies.push(PerftPly {
            ply,
            nodes: counted.ending + counted.endless,
            endless: Some(counted.endless),
        });
        if ply <= SHARED_PLIES {
            let played = stoppable(|| shared.iter().flat_map(|leaf| next(game, leaf)).collect());
            let Ok(next) = played else { break };
            shared = next;
        }
    }
    plies
}

/// Returns the states after each move. All choices of a round are one move.
fn next<C: Contest>(game: &C, from: &C::State) -> Vec<C::State> {
    let mut states = Vec::new();
    append_next(game, from, &mut states);
    states
}

fn append_next<C: Contest>(game: &C, from: &C::State, states: &mut Vec<C::State>) {
    let mut moves = Vec::new();
    if !game.endless(from) {
        game.moves(from, &mut moves);
    }
    states.reserve(moves.len());
    for chosen in moves {
        let after = game.play(from, chosen).state;
        match game.mid_round(&after) {
            true => append_next(game, &after, states),
            false => states.push(after),
        }
    }
}

/// Counts the sequences of `depth` moves. The count is meaningless once the monitor cancels.
fn count<C: Contest>(game: &C, from: &C::State, depth: u32, monitor: &dyn Monitor) -> Leaves {
    if depth > 4 && monitor.cancelled() {
        return Leaves::default();
    }
    let after = next(game, from).into_iter();
    after
        .map(|state| match (depth, game.endless(&state)) {
            (1, true) => Leaves {
                endless: 1,
                ..Leaves::default()
            },
            (1, false) => Leaves {
                ending: 1,
                ..Leaves::default()
            },
            _ => count(game, &state, depth - 1, monitor),
        })
        .sum()
}
