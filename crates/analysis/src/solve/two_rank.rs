//! The two-rank games: tables, search where play always ends, proof search where it may not.

use sowlab_findings::Solution;
use sowlab_solvers::search::TableSizeError;
use sowlab_solvers::{Game, Monitor};

use super::TwoRankTables;
use super::ending::search_ending;
use super::looked_up::look_up;
use super::repeating_proof::prove_repeating;
use sowlab_base::MemorySize;
use sowlab_games::two_rank::{Position, State, TwoRank};

/// Proves what a position is worth to the side to move, as far as `monitor` lets it. Positions that
/// the tables know are not searched; `memory` is for a table of what the search finds, and a quarter of it for boards
/// with few seeds; half of it where play may repeat itself.
///
/// # Errors
/// A search is needed, and the memory is not there, or too little for a table.
pub fn solve_two_rank(
    game: &TwoRank,
    position: &Position,
    tables: Option<&TwoRankTables>,
    memory: MemorySize,
    monitor: &dyn Monitor,
) -> Result<Solution, TableSizeError> {
    let state = position.state();
    let known = |state: &State| tables.and_then(|tables| tables.value(*state));
    if let Some(value) = known(&state) {
        return Ok(look_up(game, state, value, known));
    }
    if game.always_ends() {
        return search_ending(game, state, tables, memory, monitor);
    }
    prove_repeating(game, state, tables, memory, monitor)
}
