//! Sequential games of any kind: the graph of all states where they are few, otherwise deepening over
//! moves.

use sowlab_solvers::search::TableSizeError;
use sowlab_solvers::{Monitor, Reachable};

use super::best::keeping;
use super::repeating::solve_repeating;
use super::{Bounds, MemorySize, Solution};
use crate::games::contest::{Contest, legal_moves};

/// The most states that are listed of most games: a second or two, and some hundred megabytes.
pub const LISTED_STATES: usize = 1_000_000;

/// Proves what a position is worth to the side to move, as far as `monitor` lets it. At most `states`
/// states are listed; `memory` is for a table of what a search finds, where there are more.
///
/// # Errors
/// A search is needed, and the memory is not there, or too little for a table.
pub fn solve_sequential<C: Contest>(
    game: &C,
    position: &C::Position,
    states: usize,
    memory: MemorySize,
    monitor: &dyn Monitor,
) -> Result<Solution, TableSizeError> {
    let state = game.state(position);
    if let Ok(reachable) = Reachable::solve(game, state, states, monitor) {
        return Ok(known(game, position, &reachable));
    }
    let text = |chosen| game.move_text(position, chosen);
    solve_repeating(game, state, memory, text, monitor)
}

/// What the graph of all states says of one.
fn known<C: Contest>(game: &C, position: &C::Position, reachable: &Reachable) -> Solution {
    let of = |state: &C::State| {
        let value = reachable.value(game.key(state));
        value.expect("every state that can be reached is listed")
    };
    let state = game.state(position);
    let value = of(&state);
    let options = legal_moves(game, position).into_iter().map(|chosen| {
        let step = game.play(&state, chosen);
        let worth = step.value(of(&step.state));
        (game.move_text(position, chosen), worth)
    });
    Solution {
        bounds: Bounds::of(value),
        best: keeping(options.collect(), value),
        best_complete: true,
        nodes: reachable.states() as u64,
        pie: None,
    }
}
