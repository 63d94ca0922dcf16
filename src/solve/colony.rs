//! The Colony: the graph of all states where they are few, otherwise deepening over choices.

use sowlab_solvers::search::{Searchable, TranspositionTable};
use sowlab_solvers::{Game, Monitor, Reachable};

use super::best::keeping;
use super::repeating::{Searched, search_repeating};
use super::{Bounds, Solution};
use crate::games::colony::{Colony, Position};

/// The most states that are listed: a second or two, and some hundred megabytes.
const STATES: usize = 1_000_000;

/// Proves what a position is worth to the side to move, as far as `monitor` lets it. A margin of 0 is
/// an equal count, which one side wins all the same.
pub fn solve_colony(
    game: &Colony,
    position: &Position,
    table: &TranspositionTable,
    monitor: &dyn Monitor,
) -> Solution {
    let state = position.state();
    if let Ok(reachable) = Reachable::solve(game, state, STATES, monitor)
        && let Some(value) = reachable.value(game.code(&state))
    {
        let options = game
            .choices(&state)
            .into_iter()
            .filter_map(|choice| {
                let (after, gain) = game.play(&state, choice);
                let reply = reachable.value(game.code(&after))?;
                let worth = reply.of_move(gain, after.mover() == state.mover());
                Some((choice.text(game.board()), worth))
            })
            .collect();
        return Solution {
            bounds: Bounds::of(value),
            best: keeping(options, value),
            best_complete: true,
            nodes: reachable.states() as u64,
            pie: None,
        };
    }
    let Searched {
        bounds,
        best,
        nodes,
    } = search_repeating(game, state, |_| None, u8::MAX, table, monitor);
    Solution {
        bounds,
        best: best
            .map(|choice| choice.text(game.board()))
            .into_iter()
            .collect(),
        best_complete: game.choices(&state).len() <= 1,
        nodes,
        pie: None,
    }
}
