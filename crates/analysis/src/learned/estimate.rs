//! Margins of states from weights.

use super::evaluation::Evaluation;
use super::pair_tables::MOST_CELLS;
use sowlab_games::contest::Encode;

/// Estimates the margin of the side to move from a state on, in stones. If the cells do not determine the rest of the
/// game, as within a round, it is the best estimate after a move.
pub fn estimate<G: Encode>(game: &G, eval: &Evaluation, state: &G::State) -> i32 {
    if let Some(margin) = game.terminal(state) {
        return margin;
    }
    let mut cells = [0; MOST_CELLS];
    let cells = &mut cells[..eval.description().cells];
    if game.cells(state, cells) {
        return eval.margin(cells, game.bound(state));
    }
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let worth = |chosen| {
        let step = game.play(state, chosen);
        step.margin(estimate(game, eval, &step.state))
    };
    moves.into_iter().map(worth).max().unwrap_or(0)
}
