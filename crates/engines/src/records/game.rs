//! A game as it is recorded.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::referee::Ending;
use crate::seed_text;

/// A game that was played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct GameRecord {
    /// Its number: 0 and 1 are the first pair.
    pub game: u64,
    /// The numbers of the engines, from 0: that of the side that is first in the opening before.
    pub players: [usize; 2],
    /// Their specifications.
    pub engines: [String; 2],
    /// The position it began in.
    pub start: String,
    /// The seeds of the players' chances.
    #[serde(with = "seed_text::two")]
    #[schemars(with = "[String; 2]")]
    pub seeds: [u64; 2],
    /// The moves, as they are written in the protocol.
    pub moves: Vec<String>,
    /// For each move the margin from there on that the player expected, for himself, if he said.
    pub values: Vec<Option<i32>>,
    /// The moves in the notation of records.
    pub record: String,
    /// The last position.
    pub position: String,
    /// How it ended.
    pub ending: Ending,
    /// The margin of the first side; `null` after a fault.
    pub margin: Option<i32>,
    /// Points of both sides: 0, ½ or 1.
    pub points: [f64; 2],
    /// Equal for equal games, in hexadecimal.
    pub course: String,
    /// The fault of a player, if there was one.
    pub fault: Option<String>,
    /// Remarks on the conduct of players; left out if there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// How long it took.
    pub seconds: f64,
}

impl GameRecord {
    /// Returns the flaw of a record that was read, if its points are impossible.
    pub(super) fn flaw(&self) -> Option<String> {
        let [one, other] = self.points;
        let possible = [0.0, 0.5, 1.0].contains(&one) && one + other == 1.0;
        (!possible).then(|| {
            format!("points are {one} and {other}, but each must be 0, 0.5 or 1, and the sum 1")
        })
    }
}
