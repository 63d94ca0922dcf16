//! The stones family: deepening over rounds, for both readings of infinite play at once.

use sowlab_solvers::Monitor;
use sowlab_solvers::search::TranspositionTable;
use sowlab_solvers::search::rounds::{Deepening, Intervals, RoundSearch, SearchableJoint};

use super::{Bounds, Solution, exact};
use crate::games::stones::{Board, Position, Side};

/// Proves what a position at the start of a round is worth to the side with sente, as far as
/// `monitor` lets it. The game is a [`StonesGame`](crate::games::stones::StonesGame), or one with
/// [tables](super::TabledStones).
pub fn solve_stones(
    game: &impl SearchableJoint<State = Board, Choice = u8>,
    position: &Position,
    table: &TranspositionTable,
    monitor: &dyn Monitor,
) -> Solution {
    let board = position.canonical_board();
    let search = RoundSearch::new(game, table, monitor);
    let mut deepening = Deepening::new(&search, board);
    loop {
        let Intervals {
            lower,
            upper,
            rounds,
        } = deepening.proven();
        let what = format!(
            "round {}, proven {:+} to {:+}, nodes",
            rounds + 1,
            lower.0,
            upper.1
        );
        monitor.begin(&what, 0);
        if !deepening.deepen() {
            break;
        }
    }
    let Intervals { lower, upper, .. } = deepening.proven();
    let bounds = Bounds {
        lower: lower.0..=lower.1,
        // Between the other two, whatever part infinite play has.
        zero: lower.0..=upper.1,
        upper: upper.0..=upper.1,
    };
    let best = exact(&bounds.lower)
        .and_then(|_| deepening.securing())
        .map(|hole| {
            let holes = position.holes();
            let sente = position.sente();
            let hole = usize::from(hole) + 1;
            // The search has sente at East's end.
            let hole = match sente {
                Side::East => hole,
                Side::West => holes + 1 - hole,
            };
            format!("{}{hole}", sente.letter())
        });
    Solution {
        bounds,
        best: best.into_iter().collect(),
        best_complete: false,
        nodes: search.nodes(),
        pie: None,
    }
}
