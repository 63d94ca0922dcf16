//! The setting of a tournament, which determines the games.

use std::time::Duration;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::rating::Sprt;
use super::referee::Unfinished;
use super::schedule::Form;
use super::seed_text;

/// Everything that determines which games are played, as it was given: equal settings play equal
/// games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Setting {
    /// The full name of the game.
    pub game: String,
    /// Whether the pie rule is played, in the stones family.
    pub pie: bool,
    /// The engines.
    pub engines: Vec<String>,
    /// Who plays whom.
    pub form: Form,
    /// Games of each pairing.
    pub games: u64,
    /// The seed of everything that uses chance.
    #[serde(with = "seed_text::one")]
    #[schemars(with = "String")]
    pub seed: u64,
    /// The openings.
    pub openings: Vec<String>,
    /// Limit on the rounds of a game (two moves each).
    pub max_rounds: u32,
    /// How games that do not end are scored.
    pub unfinished: Unfinished,
    /// Time to think about a move, instead of what the engines were set up with.
    pub move_time: Option<Duration>,
    /// Sequential test that ends the tournament.
    pub sprt: Option<Sprt>,
    /// Directory of the endgame tables that adjudicate games.
    pub adjudicate: Option<String>,
}

impl Setting {
    /// Returns the first field in which two settings differ: its name, and its value in each.
    pub(super) fn difference(&self, other: &Setting) -> Option<(String, String, String)> {
        let fields = |setting: &Setting| match serde_json::to_value(setting) {
            Ok(serde_json::Value::Object(fields)) => fields,
            _ => serde_json::Map::new(),
        };
        let others = fields(other);
        fields(self).into_iter().find_map(|(name, was)| {
            let is = others.get(&name).cloned().unwrap_or_default();
            (was != is).then(|| (name, was.to_string(), is.to_string()))
        })
    }
}

/// Mixes numbers into a seed, with the finaliser of splitmix64 after each.
pub(super) fn mixed(seed: u64, numbers: &[u64]) -> u64 {
    numbers.iter().fold(seed, |mixed, &number| {
        let mut word = mixed ^ number.wrapping_add(0x9e37_79b9_7f4a_7c15);
        word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ word >> 31
    })
}
