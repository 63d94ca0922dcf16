//! Sequential games in which play may repeat itself: iterative deepening over moves, for `lower` and `upper` together.

use sowlab_findings::{Bounds, Solution, exact};
use sowlab_solvers::search::rounds::{Deepening, Intervals, RoundSearch};
use sowlab_solvers::search::{TableSizeError, TranspositionTable};
use sowlab_solvers::{Game, Keyed, Monitor, Oracle, Problem, Sequential};

use sowlab_base::MemorySize;

/// The size in bytes of a table for a search that is already cancelled.
const LEAST_TABLE: usize = 1 << 12;

/// Returns the size of a table for a search, at most `most` bytes. It is small for a cancelled search, because clearing
/// gigabytes takes a second.
pub(super) fn table_bytes(most: usize, monitor: &dyn Monitor) -> usize {
    match monitor.cancelled() {
        true => most.min(LEAST_TABLE),
        false => most,
    }
}

/// Proves the value of a state for the side to move until `monitor` cancels. The memory is for a table of results.
/// `text` writes a move.
pub(super) fn solve_repeating<G: Game + Keyed<G::State>>(
    game: &G,
    state: G::State,
    memory: MemorySize,
    text: impl Fn(G::Move) -> String,
    monitor: &dyn Monitor,
) -> Result<Solution, TableSizeError> {
    let table = TranspositionTable::new(table_bytes(memory.bytes(), monitor))?;
    let Searched {
        bounds,
        best,
        nodes,
    } = search_repeating(game, state, &(), u8::MAX, &table, monitor);
    let best: Vec<String> = best.map(text).into_iter().collect();
    let mut moves = Vec::new();
    game.moves(&state, &mut moves);
    Ok(Solution {
        bounds,
        best_complete: best.len() == moves.len(),
        best,
        nodes,
        pie: None,
    })
}

/// The bounds of a state, and a move that secures `lower` if that is proven.
pub(crate) struct Searched<M> {
    pub(crate) bounds: Bounds,
    pub(crate) best: Option<M>,
    pub(crate) nodes: u64,
}

/// Proves the value of a state for the side to move, until `monitor` cancels and at most `most_moves` moves deep.
/// States with an entry in `known` are not searched.
pub(crate) fn search_repeating<G: Game + Keyed<G::State>>(
    game: &G,
    state: G::State,
    known: &impl Oracle<G::State>,
    most_moves: u8,
    table: &TranspositionTable,
    monitor: &dyn Monitor,
) -> Searched<G::Move> {
    let game = Sequential(game);
    let search = RoundSearch::new(Problem::new(&game).with_oracle(known), table, monitor);
    let mut deepening = Deepening::new(&search, state);
    loop {
        let Intervals {
            lower,
            upper,
            rounds,
        } = deepening.proven();
        let what = format!(
            "move {}, proven {:+} to {:+}, nodes",
            rounds + 1,
            lower.low,
            upper.high
        );
        monitor.begin(&what, 0);
        if rounds >= most_moves || deepening.deepen() != Ok(true) {
            break;
        }
    }
    let bounds = Bounds::from(deepening.proven());
    let best = exact(&bounds.lower).and_then(|_| deepening.securing_choice().ok()?);
    Searched {
        bounds,
        best,
        nodes: search.nodes(),
    }
}
