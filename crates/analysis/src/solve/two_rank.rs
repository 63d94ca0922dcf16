//! The two-rank games: tables, alpha-beta if play always ends, proof search if it may not.

use sowlab_findings::Solution;
use sowlab_solvers::search::TableSizeError;
use sowlab_solvers::{Game, Monitor};

use super::TwoRankTables;
use super::ending::search_ending;
use super::looked_up::look_up;
use super::repeating_proof::prove_repeating;
use sowlab_base::MemorySize;
use sowlab_games::two_rank::{Position, State, TwoRank};

/// Proves the value of a position for the side to move until `monitor` cancels. Positions in the tables are not
/// searched. `memory` is for a table of the search. A quarter of it is for boards with few seeds, half of it if play
/// may repeat itself.
///
/// # Errors
/// A search is needed, and the memory is not available, or too small for a table.
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
