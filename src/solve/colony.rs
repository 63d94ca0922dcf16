//! The Colony: the graph of all states where they are few, otherwise deepening over choices.

use sowlab_solvers::search::{Searchable, TranspositionTable};
use sowlab_solvers::{Game, Monitor, Reachable, ReachableError};

use super::best::keeping;
use super::repeating::{Searched, search_repeating};
use super::{Bounds, Solution};
use crate::games::colony::{Colony, Position, State};

/// The most states that are listed: a second or two, and some hundred megabytes.
const STATES: usize = 1_000_000;

/// Proves what a position is worth to the side to move, as far as `monitor` lets it. A margin of 0 is
/// an equal count, which one side wins all the same. `table` is asked for a table only where there are
/// too many states to list: to clear one takes a while.
///
/// # Errors
/// Those of `table`.
pub fn solve_colony<E>(
    game: &Colony,
    position: &Position,
    table: impl FnOnce() -> Result<TranspositionTable, E>,
    monitor: &dyn Monitor,
) -> Result<Solution, E> {
    let state = position.state();
    match Reachable::solve(game, state, STATES, monitor) {
        Ok(reachable) => return Ok(known(game, &state, &reachable)),
        Err(ReachableError::Interrupted) => {
            let bound = game.bound(&state);
            return Ok(Solution {
                bounds: Bounds::alike(-bound..=bound),
                best: Vec::new(),
                best_complete: game.choices(&state).is_empty(),
                nodes: 0,
                pie: None,
            });
        }
        Err(ReachableError::TooMany(_)) => {}
    }
    let Searched {
        bounds,
        best,
        nodes,
    } = search_repeating(game, state, |_| None, u8::MAX, &table()?, monitor);
    let best = best.map(|choice| choice.text(game.board()));
    let best: Vec<_> = best.into_iter().collect();
    Ok(Solution {
        bounds,
        best_complete: best.len() == game.choices(&state).len(),
        best,
        nodes,
        pie: None,
    })
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
        let (after, gain) = game.play(state, choice);
        let worth = of(&after).of_move(gain, after.mover() == state.mover());
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
