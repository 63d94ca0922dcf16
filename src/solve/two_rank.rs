//! The two-rank games in which play always ends.

use sowlab_solvers::Monitor;
use sowlab_solvers::search::{AlphaBeta, Horizon, Proven, TranspositionTable};

use super::{Bounds, Solution, exact};
use crate::games::two_rank::{Position, State, TwoRank};

/// How many moves deep the store difference is searched for a first guess.
const GUESS_DEPTH: u8 = 14;

/// Proves what a position is worth to the side to move, as far as `monitor` lets it. `None` if play
/// by these rules may repeat itself.
pub fn solve_two_rank(
    game: &TwoRank,
    position: &Position,
    table: &TranspositionTable,
    monitor: &dyn Monitor,
) -> Option<Solution> {
    let ending = game.ending()?;
    let state = position.state();
    let search = AlphaBeta::new(&ending, table, monitor);
    let say = |lower: i32, upper: i32| {
        monitor.begin(&format!("proven {lower:+} to {upper:+}, nodes"), 0);
    };
    let seeds = state.seeds() as i32;
    say(-seeds, seeds);
    // Kept in the same table: its codes say how far the horizon is.
    let horizon = Horizon::new(&ending, |_: &State| 0);
    let guessing = AlphaBeta::new(&horizon, table, monitor);
    let near = horizon.limit(state, GUESS_DEPTH);
    let guess = guessing.value(&near, 0, &mut |_| ());
    let guess = if guess.lower > 0 {
        guess.lower
    } else {
        guess.upper.min(0)
    };
    let Proven { lower, upper } = search.value(&state, guess, &mut |proven| {
        say(proven.lower, proven.upper);
    });
    let bounds = Bounds::alike(lower..=upper);
    let best = exact(&bounds.lower).and_then(|margin| search.securing(&state, margin));
    Some(Solution {
        bounds,
        best: best
            .map(|chosen| game.move_text(state.mover(), chosen))
            .into_iter()
            .collect(),
        nodes: guessing.nodes() + search.nodes(),
        pie: None,
    })
}
