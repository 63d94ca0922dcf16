//! Searches with an evaluation by the caller, which gets many positions at once.

mod alpha_beta;
mod game;
mod mcts;
mod observed;

pub use alpha_beta::{MOST_DEPTH, alpha_beta};
pub use mcts::{MOST_TOGETHER, SampleRequest, sample};
pub use observed::{EvaluateCounts, EvaluatedSearch, WrittenMove, search_observed};

use sowlab_solvers::Cancelled;

/// An evaluation of positions in stones, each for the side to choose, from the position on. It returns as many margins
/// as positions, in the same order. None of the positions is over. `None`: the evaluation failed, and the search stops.
pub type Evaluate<'a, Position> = dyn Fn(&[Position]) -> Option<Vec<f32>> + Sync + 'a;

/// The result of a search with an evaluation. Margins are those of the side to choose, from the position on.
#[derive(Clone, Debug, PartialEq)]
pub struct Evaluated<Move> {
    /// The move to play: the first of the best.
    pub best: Move,
    /// The margin after the move to play, in stones.
    pub value: f64,
    /// Every move, in the order of the game.
    pub choices: Vec<EvaluatedChoice<Move>>,
    /// How many positions were evaluated.
    pub evaluated: u64,
}

/// A move and its margin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EvaluatedChoice<Move> {
    /// The move.
    pub chosen: Move,
    /// The margin in stones; 0 if the move was not tried.
    pub value: f64,
    /// The number of times the move was tried; 1 in alpha-beta.
    pub visits: u32,
}

/// The reason for which a search has no result.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EvaluatedError {
    /// The text is not a position of the game.
    #[error("{0}")]
    Position(String),
    /// No side can choose.
    #[error("the game is over")]
    Over,
    /// The evaluation returned no margins, not one per position, or a margin that is not finite.
    #[error("the evaluation gave no finite margin for each position")]
    Evaluation,
    /// There is not enough memory for the search.
    #[error("there is no memory for the search")]
    Memory,
    /// The monitor cancelled.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

impl EvaluatedError {
    fn position(error: impl std::error::Error) -> EvaluatedError {
        EvaluatedError::Position(error.to_string())
    }
}
