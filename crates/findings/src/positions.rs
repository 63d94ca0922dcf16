//! Positions with the value of every choice.

use schemars::JsonSchema;
use serde::Serialize;

use super::choices::Choices;

/// Positions of random games in which the value of every choice is exact.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ExactPositions {
    /// The full name of the game.
    pub game: String,
    /// The seed of the random games.
    pub seed: u64,
    /// The number of random games, of each of which one position was drawn.
    pub games: u64,
    /// How many of these positions were left out because a choice has no exact value within the limit.
    pub inexact: u64,
    /// The positions, each once, in the order of the draw.
    pub positions: Vec<ExactPosition>,
}

/// A position with the value of every choice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ExactPosition {
    /// The position.
    pub position: String,
    /// The number of moves since the opening.
    pub ply: u64,
    /// The values.
    #[serde(flatten)]
    pub values: Choices,
    /// The optimal choices.
    pub best: Vec<String>,
}
