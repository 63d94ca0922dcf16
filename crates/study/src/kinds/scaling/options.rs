//! What is asked of evaluations that differ in one thing each.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::kinds::ladder::Ladder;

/// The options.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scaling {
    /// The list of models that `scripts/scale-evaluation` made, with the weights beside it. The first is the one from
    /// which the others differ in one thing each.
    pub models: PathBuf,
    /// The layers on which estimates are compared with exact margins, by stones on the board.
    pub layers: Vec<u32>,
    /// The first and the last layer that the weights were learned from.
    pub learned: [u32; 2],
    /// Positions of each layer.
    pub positions: u64,
    /// The engine that plays with each of the weights, against itself without.
    pub engine: String,
    /// How many games, an even number.
    pub games_each: u64,
    /// The directory of the tables, which is no part of the results [default: that of `sowlab solve`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub directory: Option<PathBuf>,
    /// The seed of the positions and of the games.
    pub seed: u64,
}

impl Scaling {
    /// Two engines that play each other.
    pub(super) fn ladder(&self, engines: [String; 2]) -> Ladder {
        Ladder {
            engines: engines.to_vec(),
            games_each: self.games_each,
            openings: "random:4".to_owned(),
            pie: vec![false],
            seed: self.seed,
            sprt: None,
            sides: false,
        }
    }
}
