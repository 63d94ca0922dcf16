//! A small alpha-beta over any game in which play always ends, to check published values.

use std::collections::HashMap;

use sowlab_solvers::{Game, Step};

/// The proven margin from `start` on for the side to move.
pub(crate) fn value<G: Game>(game: &G, start: G::State) -> i32 {
    let bound = game.bound(&start);
    let mut table = HashMap::new();
    alpha_beta(game, start, -bound, bound, &mut table)
}

/// Fail-soft; the table holds proven lower and upper bounds.
fn alpha_beta<G: Game>(
    game: &G,
    state: G::State,
    mut alpha: i32,
    beta: i32,
    table: &mut HashMap<G::State, (i32, i32)>,
) -> i32 {
    if let Some(margin) = game.terminal(&state) {
        return margin;
    }
    let bound = game.bound(&state);
    let (low, high) = table.get(&state).copied().unwrap_or((-bound, bound));
    if low >= beta || low == high {
        return low;
    }
    if high <= alpha {
        return high;
    }
    let window = alpha;
    let mut moves = Vec::new();
    game.moves(&state, &mut moves);
    let mut best = i32::MIN;
    for &chosen in moves.iter().rev() {
        let Step {
            state: after,
            gain: gained,
            ..
        } = game.play(&state, chosen);
        let margin = if game.side_to_move(&after) == game.side_to_move(&state) {
            gained + alpha_beta(game, after, alpha - gained, beta - gained, table)
        } else {
            gained - alpha_beta(game, after, gained - beta, gained - alpha, table)
        };
        best = best.max(margin);
        alpha = alpha.max(best);
        if alpha >= beta {
            break;
        }
    }
    let proven = table.entry(state).or_insert((-bound, bound));
    if best > window {
        proven.0 = proven.0.max(best);
    }
    if best < beta {
        proven.1 = proven.1.min(best);
    }
    best
}
