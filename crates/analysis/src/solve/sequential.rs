//! Sequential games of any kind: the graph of all states if there are few, otherwise a search.

use sowlab_findings::{Bounds, Solution};
use sowlab_solvers::search::TableSizeError;
use sowlab_solvers::search::proof::ProofTable;
use sowlab_solvers::{
    Deadline, Game, Guide, Monitor, Numbers, Player, Problem, Reachable, Sequential,
};

use super::effort::Effort;
use super::repeating::{solve_repeating, table_bytes};
use super::sequential_proof::SequentialProofSearch;
use crate::RequestError;
use sowlab_base::MemorySize;
use sowlab_findings::best_by_convention;
use sowlab_games::catalog::{CatalogGame, Family};
use sowlab_games::contest::{Contest, legal_moves};
use sowlab_games::for_family;

/// The default limit on listed states, which take a second or two and some hundred megabytes.
pub const LISTED_STATES: usize = 1_000_000;

/// The limit on listed states before a search with a node budget.
const FEW_STATES: usize = 20_000;
/// The limits on consecutive choices without a capture in a proof search.
const QUIET: [u8; 3] = [6, 12, 24];

/// The search of states that are too many to be listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beyond {
    /// Iterative deepening over moves.
    Deepening,
    /// Proof search, which decides the sign first.
    Proof,
}

/// Proves the value of a position for the side to move until `monitor` cancels. At most `states` states are listed. If
/// there are more, `memory` is for a table of the search.
///
/// # Errors
/// A search is needed, and the memory is not available, or too small for a table.
pub fn solve_sequential<C: Contest>(
    game: &C,
    position: &C::Position,
    (states, beyond): (usize, Beyond),
    memory: MemorySize,
    monitor: &dyn Monitor,
) -> Result<Solution, TableSizeError> {
    let state = game.state(position);
    if let Ok(reachable) = Reachable::solve(game, state, states, monitor) {
        return Ok(known(game, position, &reachable));
    }
    let text = |chosen| game.move_text(position, chosen);
    match beyond {
        Beyond::Deepening => solve_repeating(game, state, memory, text, monitor),
        Beyond::Proof => prove(game, state, memory, text, monitor),
    }
}

/// Proves bounds of an opening by proof search within a number of nodes, which includes listed states. In a pool of one
/// thread the bounds are deterministic.
///
/// # Errors
/// There is not enough memory.
pub fn prove_opening(
    game: &CatalogGame,
    nodes: u64,
    memory: MemorySize,
    monitor: &dyn Monitor,
) -> Result<Solution, RequestError> {
    fn prove<C: Contest>(
        game: &C,
        memory: MemorySize,
        budget: &Deadline<'_>,
    ) -> Result<Solution, RequestError> {
        let searched = (FEW_STATES, Beyond::Proof);
        solve_sequential(game, &game.opening(), searched, memory, budget)
            .map_err(RequestError::failed)
    }
    let budget = Deadline::of_nodes(monitor, nodes);
    for_family!(game, family => prove(&family.contest(false)?, memory, &budget))
}

/// Solves a state by proof search.
fn prove<C: Contest>(
    game: &C,
    state: C::State,
    memory: MemorySize,
    text: impl Fn(C::Move) -> String,
    monitor: &dyn Monitor,
) -> Result<Solution, TableSizeError> {
    let table = ProofTable::new(table_bytes(memory.bytes(), monitor))?;
    let sequential = Sequential(game);
    let problem = Problem::new(&sequential);
    let guide = ByShare(game);
    let mut proof_search = SequentialProofSearch::new(state, &QUIET, &QUIET);
    proof_search.search(problem.with_guide(&guide), &table, monitor);
    let best = proof_search.best();
    let mut moves = Vec::new();
    game.moves(&state, &mut moves);
    Ok(Solution {
        bounds: proof_search.bounds(game.bound(&state)),
        best_complete: best.is_some() && moves.len() == 1,
        best: best.map(text).into_iter().collect(),
        nodes: proof_search.nodes(),
        pie: None,
    })
}

/// A guide in which the work for a claim grows with its share of the seeds left.
struct ByShare<'a, G>(&'a G);

impl<G: Game> Guide<G::State, G::Move> for ByShare<'_, G> {
    #[inline]
    fn effort(&self, state: &G::State, _: Player, need: i32) -> Numbers {
        let left = self.0.bound(state).unsigned_abs();
        Effort::STONES.numbers(left, left, need.into())
    }
}

/// Returns the solution of a state from the graph of all states.
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
        best: best_by_convention(options.collect(), value),
        best_complete: true,
        nodes: reachable.states() as u64,
        pie: None,
    }
}
