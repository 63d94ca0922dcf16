//! The Colony: the graph of all states where they are few, otherwise deepening over choices.

use sowlab_solvers::search::{Searchable, TableSizeError};
use sowlab_solvers::{Game, Monitor, Reachable};

use super::best::keeping;
use super::repeating::solve_repeating;
use super::{Bounds, MemorySize, Solution};
use crate::games::colony::{Choice, Colony, Position, State};

/// The most states that are listed: a second or two, and some hundred megabytes.
const STATES: usize = 1_000_000;

/// Proves what a position is worth to the side to move, as far as `monitor` lets it. A margin of 0 is
/// an equal count, which one side wins all the same. `memory` is for a table of what a search finds, where
/// there are too many states to list.
///
/// # Errors
/// A search is needed, and the memory is not there, or too little for a table.
pub fn solve_colony(
    game: &Colony,
    position: &Position,
    memory: MemorySize,
    monitor: &dyn Monitor,
) -> Result<Solution, TableSizeError> {
    let state = position.state();
    if let Ok(reachable) = Reachable::solve(game, state, STATES, monitor) {
        return Ok(known(game, &state, &reachable));
    }
    let text = |choice: Choice| choice.text(game.board());
    solve_repeating(game, state, |_| None, memory, text, monitor)
}

/// What the graph of all states says of one.
fn known(game: &Colony, state: &State, reachable: &Reachable) -> Solution {
    let of = |state: &State| {
        let value = reachable.value(game.code(state));
        value.expect("every state that can be reached is listed")
    };
    let value = of(state);
    let choices = game.choices(state).into_iter();
    let options = choices.map(|choice| {
        let step = game.play(state, choice);
        let worth = step.value(of(&step.state));
        (choice.text(game.board()), worth)
    });
    Solution {
        bounds: Bounds::of(value),
        best: keeping(options.collect(), value),
        best_complete: true,
        nodes: reachable.states() as u64,
        pie: None,
    }
}
