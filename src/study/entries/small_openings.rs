//! Openings of small boards of the games with one choice at a time.

use serde::{Deserialize, Serialize};

/// What an opening is worth to the player who moves first.
#[derive(Serialize, Deserialize)]
pub(in crate::study) struct Opening {
    pub(in crate::study) game: String,
    /// Where infinite play loses all that is left.
    pub(in crate::study) lower: i32,
    /// Where it counts for nobody.
    pub(in crate::study) zero: i32,
    /// Where it wins all that is left.
    pub(in crate::study) upper: i32,
    /// Best first choices.
    pub(in crate::study) best: Vec<String>,
    /// The two ways that agree.
    pub(in crate::study) ways: [Way; 2],
}

impl Opening {
    /// Whether the value depends on what infinite play counts for.
    pub(in crate::study) fn infinite_play_matters(&self) -> bool {
        self.lower != self.upper
    }
}

/// How a value was found.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(in crate::study) enum Way {
    /// Tables of every position.
    Tables,
    /// The graph of all positions that can be reached.
    Graph,
    /// Search where play always ends.
    AlphaBeta,
    /// Search to a depth, which gave the value.
    Deepening,
    /// The same, which gave an interval that the value lies in.
    #[serde(rename = "deepening (interval)")]
    DeepeningToInterval,
}

impl Way {
    /// As tables and files write it.
    pub(in crate::study) fn name(self) -> &'static str {
        match self {
            Way::Tables => "tables",
            Way::Graph => "graph",
            Way::AlphaBeta => "alpha-beta",
            Way::Deepening => "deepening",
            Way::DeepeningToInterval => "deepening (interval)",
        }
    }
}
