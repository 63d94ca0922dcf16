//! Searches with an evaluation of observations: positions as rows of numbers.

use sowlab_games::catalog::{CatalogGame, Family};
use sowlab_games::contest::Contest;
use sowlab_games::for_family;
use sowlab_solvers::Monitor;

use super::{Evaluated, EvaluatedChoice, EvaluatedError, SampleRequest, alpha_beta, sample};

/// An evaluation of observations. It gets all observations, one after the other, and the length of each. See
/// [`Evaluate`](super::Evaluate).
pub type EvaluateCounts<'a> = dyn Fn(Vec<u8>, usize) -> Option<Vec<f32>> + Sync + 'a;

/// A search with an evaluation.
#[derive(Clone, Copy, Debug)]
pub enum EvaluatedSearch {
    /// Alpha-beta to this depth.
    AlphaBeta {
        /// The depth, in moves.
        depth: u8,
    },
    /// Monte Carlo tree search.
    Sample(SampleRequest),
}

/// A move as text and as an action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenMove {
    /// The move as text.
    pub text: String,
    /// Its action: see [`Encode`](sowlab_games::contest::Encode).
    pub action: usize,
}

/// Searches a position. `pie` enables the pie rule in a game that has it.
///
/// # Errors
/// The text is not a position, the game is over, the evaluation fails, or there is not enough memory.
pub fn search_observed(
    game: &CatalogGame,
    pie: bool,
    position: &str,
    search: &EvaluatedSearch,
    evaluate: &EvaluateCounts<'_>,
    monitor: &dyn Monitor,
) -> Result<Evaluated<WrittenMove>, EvaluatedError> {
    for_family!(game, family => {
        let game = family.contest(pie).map_err(EvaluatedError::position)?;
        search_of(&game, position, search, evaluate, monitor)
    })
}

fn search_of<C: Contest>(
    game: &C,
    position: &str,
    search: &EvaluatedSearch,
    evaluate: &EvaluateCounts<'_>,
    monitor: &dyn Monitor,
) -> Result<Evaluated<WrittenMove>, EvaluatedError> {
    let position = game
        .read_position(position)
        .map_err(EvaluatedError::position)?;
    let margins = |positions: &[C::Position]| {
        let width = game.shape().counts();
        let mut counts = vec![0; width * positions.len()];
        for (position, counts) in positions.iter().zip(counts.chunks_exact_mut(width)) {
            game.observe(position, counts);
        }
        evaluate(counts, width)
    };
    let found = match search {
        EvaluatedSearch::AlphaBeta { depth } => {
            alpha_beta(game, &position, *depth, &margins, monitor)?
        }
        EvaluatedSearch::Sample(request) => sample(game, &position, request, &margins, monitor)?,
    };
    let written = |chosen| WrittenMove {
        text: game.move_text(&position, chosen),
        action: game.action(&position, chosen),
    };
    Ok(Evaluated {
        best: written(found.best),
        value: found.value,
        choices: (found.choices.iter())
            .map(|one| EvaluatedChoice {
                chosen: written(one.chosen),
                value: one.value,
                visits: one.visits,
            })
            .collect(),
        evaluated: found.evaluated,
    })
}
