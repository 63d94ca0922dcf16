//! Solutions of two-rank positions from tables.

use sowlab_findings::{Bounds, Solution};
use sowlab_solvers::{Game, Value};

use sowlab_findings::best_by_convention;
use sowlab_games::two_rank::{State, TwoRank};

/// Returns the solution of a position that is in the tables. The positions after its moves are then
/// in the tables too.
pub(super) fn look_up(
    game: &TwoRank,
    state: State,
    value: Value,
    known: impl Fn(&State) -> Option<Value>,
) -> Solution {
    let mut nodes = 1;
    let options = game
        .legal(state)
        .filter_map(|chosen| {
            nodes += 1;
            let step = game.play(&state, chosen);
            let worth = step.value(known(&step.state)?);
            Some((game.move_text(state.mover(), chosen), worth))
        })
        .collect();
    Solution {
        bounds: Bounds::of(value),
        best: best_by_convention(options, value),
        best_complete: true,
        nodes,
        pie: None,
    }
}
