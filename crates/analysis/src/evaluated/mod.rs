//! Searches with an evaluation from outside: what a position is thought to be worth, asked for many at once.

mod alpha_beta;
mod game;
mod mcts;
mod observed;

pub use alpha_beta::{MOST_DEPTH, alpha_beta};
pub use mcts::{MOST_TOGETHER, SampleRequest, sample};
pub use observed::{EvaluateCounts, EvaluatedSearch, WrittenMove, search_observed};

use sowlab_solvers::Cancelled;

/// What positions are worth to the side to choose in each, from there on, in stones: as many margins as
/// positions, in the same order. None of the positions is over. `None`: it failed, and the search stops.
pub type Evaluate<'a, Position> = dyn Fn(&[Position]) -> Option<Vec<f32>> + Sync + 'a;

/// What a search with an evaluation found. Margins are those of the side to choose, from the position on.
#[derive(Clone, Debug, PartialEq)]
pub struct Evaluated<Move> {
    /// The move to play: the first of the best.
    pub best: Move,
    /// What it is worth, in stones.
    pub value: f64,
    /// Every move, in the order of the game.
    pub choices: Vec<EvaluatedChoice<Move>>,
    /// How many positions were evaluated.
    pub evaluated: u64,
}

/// A move and what it is worth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EvaluatedChoice<Move> {
    /// The move.
    pub chosen: Move,
    /// What it is worth, in stones; of a move that was not tried 0.
    pub value: f64,
    /// How often it was tried; once by alpha-beta.
    pub visits: u32,
}

/// Why there is no finding.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EvaluatedError {
    /// The text is no position of the game.
    #[error("{0}")]
    Position(String),
    /// Nobody can choose.
    #[error("the game is over")]
    Over,
    /// The evaluation gave no margins, or not as many as positions, or some that are not finite.
    #[error("the evaluation gave no finite margin for each position")]
    Evaluation,
    /// There is no memory for the search.
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
