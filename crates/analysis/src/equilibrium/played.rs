//! The three commit orders over the rounds of a game with optimal play up to a horizon.

use sowlab_solvers::equilibrium::{Horizon, Solver};
use sowlab_solvers::order::CommitOrder;
use sowlab_solvers::search::TranspositionTable;
use sowlab_solvers::{JointGame, Monitor, Problem};

use super::compared::OrderValues;
use super::requested::failed;
use crate::{Field, RequestError};
use sowlab_base::MemorySize;
use sowlab_games::stones::{Position, Record, Rules, StonesGame, record_of_choices};

/// A game in which both sides play optimally up to the horizon.
#[derive(Clone, Debug)]
pub struct WellPlayed {
    /// The rounds.
    pub rounds: Vec<WellPlayedRound>,
    /// The record of the rounds.
    pub record: Record,
    /// Whether play ended within the requested rounds, by the end of the game or in an endless round.
    pub ended: bool,
}

/// A round of the game.
#[derive(Clone, Copy, Debug)]
pub struct WellPlayedRound {
    /// The position at its start.
    pub position: Position,
    /// The values of that position under each commit order.
    pub values: OrderValues,
}

/// Plays at most `rounds` rounds from the opening under sequential commitment. Both sides make their first optimal
/// choice up to `horizon` rounds ahead. The board is never turned.
///
/// # Errors
/// The memory is too small for a table, or the monitor cancelled.
pub fn play_well(
    rules: &Rules,
    rounds: u32,
    horizon: u8,
    memory: MemorySize,
    monitor: &dyn Monitor,
) -> Result<WellPlayed, RequestError> {
    let game = StonesGame::new(rules);
    let table = TranspositionTable::new(memory.bytes())
        .map_err(|error| RequestError::field(Field::Memory, error))?;
    let horizon = Horizon::Rounds(horizon);
    let opening = Position::opening(rules);
    let mut choices = Vec::new();
    let mut played = Vec::new();
    let mut position = Some(opening);
    monitor.begin("nodes of optimal play", 0);
    for _ in 0..rounds {
        let Some(now) = position else { break };
        let board = now.canonical_board();
        if game.terminal(&board).is_some() {
            break;
        }
        let values = OrderValues::of(&game, &board, horizon, &table, monitor).map_err(failed)?;
        let solver = Solver::new(Problem::new(&game), CommitOrder::Open, &table, monitor);
        let solved = solver.solve(&board, horizon).map_err(failed)?;
        let first = solved.leader[0].choice;
        let reply = (solved.follower.iter()).find(|reply| reply.after == Some(first));
        choices.push((first, reply.expect("a reply to every choice").choice));
        played.push(WellPlayedRound {
            position: now,
            values,
        });
        let record = record_of_choices(game.sower(), opening, &choices);
        let replayed = record.replay(game.sower(), opening);
        let replayed = replayed.expect("choices of a solver can be played");
        position = replayed.last().and_then(|played| played.position);
    }
    let ended = position.is_none_or(|last| game.terminal(&last.canonical_board()).is_some());
    Ok(WellPlayed {
        rounds: played,
        record: record_of_choices(game.sower(), opening, &choices),
        ended,
    })
}
