//! Alpha-beta to a fixed depth, with the horizon evaluated before the search.

use rustc_hash::{FxHashMap, FxHashSet};
use sowlab_solvers::search::{AlphaBeta, DepthLimited, TranspositionTable};
use sowlab_solvers::{Cancelled, Game, Monitor, Problem, Step};

use super::game::{Fine, PARTS, Whole};
use super::{Evaluate, Evaluated, EvaluatedChoice, EvaluatedError};
use sowlab_games::contest::Contest;

/// The maximum depth. The number of states at the horizon grows with each move.
pub const MOST_DEPTH: u8 = 12;
/// The maximum number of states to evaluate in one call.
const TOGETHER: usize = 4096;
/// The size of the transposition table in bytes.
const TABLE: usize = 1 << 24;

/// Returns the distinct states after `depth` moves, without those in which the game is over.
fn horizon<C: Contest>(
    game: &Fine<'_, C>,
    from: Whole<C>,
    depth: u8,
    monitor: &dyn Monitor,
) -> Result<Vec<Whole<C>>, Cancelled> {
    let mut states = vec![from];
    let mut moves = Vec::new();
    for _ in 0..depth {
        let mut next = FxHashSet::default();
        let mut ordered = Vec::new();
        for state in &states {
            monitor.check()?;
            moves.clear();
            game.moves(state, &mut moves);
            for &chosen in &moves {
                let Step { state, .. } = game.play(state, chosen);
                if game.terminal(&state).is_none() && next.insert(state) {
                    ordered.push(state);
                }
            }
        }
        states = ordered;
    }
    Ok(states)
}

/// Searches to a depth of 1 to [`MOST_DEPTH`] moves, where an extra turn counts as a move. The positions at the horizon
/// are evaluated before the search, thousands in one call. Every move gets its value.
///
/// # Errors
/// The game is over, the evaluation failed, or the monitor cancelled.
pub fn alpha_beta<C: Contest>(
    game: &C,
    position: &C::Position,
    depth: u8,
    evaluate: &Evaluate<'_, C::Position>,
    monitor: &dyn Monitor,
) -> Result<Evaluated<C::Move>, EvaluatedError> {
    let depth = depth.clamp(1, MOST_DEPTH);
    let fine = Fine::new(game, evaluate);
    let root = Whole::new(game, position);
    let moves = fine.root_moves(&root)?;
    let states = horizon(&fine, root, depth, monitor)?;
    monitor.begin("positions evaluated", states.len() as u64);
    let mut known: FxHashMap<Whole<C>, i32> = FxHashMap::default();
    for states in states.chunks(TOGETHER) {
        monitor.check()?;
        let margins = fine.margins(states)?;
        known.extend(states.iter().copied().zip(margins));
        monitor.advance(states.len() as u64);
    }
    let table = TranspositionTable::new(TABLE).map_err(|_| EvaluatedError::Memory)?;
    let estimate = |whole: &Whole<C>| known.get(whole).copied().unwrap_or(0);
    let limited = DepthLimited::new(Problem::new(&fine).with_guide(&fine), estimate);
    let search = AlphaBeta::new(limited, &table, monitor);
    let mut choices = Vec::with_capacity(moves.len());
    let mut guess = 0;
    for chosen in moves {
        let step = fine.play(&root, chosen);
        let rest = search.value(&limited.limit(step.state, depth - 1), guess, &mut |_| ())?;
        guess = rest;
        choices.push(EvaluatedChoice {
            chosen,
            value: f64::from(step.margin(rest)) / f64::from(PARTS),
            visits: 1,
        });
    }
    // The first of equal moves.
    let mut best = choices[0];
    for choice in &choices {
        if choice.value > best.value {
            best = *choice;
        }
    }
    Ok(Evaluated {
        best: best.chosen,
        value: best.value,
        choices,
        evaluated: fine.evaluated(),
    })
}
