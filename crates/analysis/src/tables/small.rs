//! Small tables, built when they are first needed.

use sowlab_solvers::ranking::boards_to;

use super::game::TabledGame;

/// The maximum number of positions in small tables. On eleven holes they reach 18 stones, in 12 MB
/// and 20 CPU seconds. A page, which builds them on one thread, has fewer.
const POSITIONS: u64 = if cfg!(target_arch = "wasm32") {
    4_000_000
} else {
    35_000_000
};

/// Returns the maximum number of stones or seeds in the small tables of a game.
pub fn most_of_small_tables(game: &dyn TabledGame) -> u32 {
    let cells = game.board_cells();
    let fits = |stones: &u32| boards_to(cells, *stones as usize) <= POSITIONS;
    (0..).take_while(fits).last().unwrap_or(0)
}
