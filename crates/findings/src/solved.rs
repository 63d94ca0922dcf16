//! Proven values of a position, and lines of best play.

use schemars::JsonSchema;
use serde::Serialize;

use super::bounds::Bounds;
use super::certainty::Evidence;
use super::choices::Estimate;
use super::values::{BoundsMembers, PieMembers, Values, bounds_members, letter, pie_members};

/// The proven value of a position, with its best choices.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Solution {
    /// The bounds.
    #[serde(flatten, serialize_with = "bounds_members")]
    #[schemars(with = "BoundsMembers")]
    pub bounds: Bounds,
    /// The bounds of an opening under the pie rule, for the side that may swap.
    #[serde(flatten, serialize_with = "pie_members")]
    #[schemars(with = "PieMembers")]
    pub pie: Option<Bounds>,
    /// Choices that attain `lower`, where it is proven; none if the game is over. Where all values of all choices are
    /// known, only those that attain `zero` as well, if any do, and of these only those that attain `upper`.
    pub best: Vec<String>,
    /// Whether every choice that is as good is in `best`.
    pub best_complete: bool,
    /// The nodes searched.
    pub nodes: u64,
}

/// The proven value of a position of any game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Solved {
    /// The full name of the game.
    pub game: String,
    /// The position.
    pub position: String,
    /// The side whose margin the value is, the first chooser or the side to move; in JSON its letter: E or W, L or U, R or B.
    #[serde(serialize_with = "letter")]
    pub margin_of: &'static str,
    /// The proven value.
    #[serde(flatten)]
    pub solution: Solution,
    /// The values of side and starter in Random Mancala; empty in other games.
    #[serde(skip)]
    pub choices: Vec<SolvedChoice>,
    /// Lines of best play, if they were asked for.
    #[serde(flatten)]
    pub lines: Option<Lines>,
    /// An estimate of `zero`, where it is not proven.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub estimate: Option<Estimate>,
    /// Optimal choices under the pie rule, in an opening, where they are known.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pie_best: Vec<String>,
    /// The evidence for a value that ships with the program.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub evidence: Option<Evidence>,
}

/// A choice and its bounds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct SolvedChoice {
    /// The choice.
    pub choice: String,
    /// The bounds of the margin of the side that chooses.
    #[serde(flatten, serialize_with = "bounds_members")]
    #[schemars(with = "BoundsMembers")]
    pub bounds: Bounds,
}

/// Lines of best play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Lines {
    /// The line where the value does not depend on infinite play.
    pub explanation: Option<Line>,
    /// A line for each infinite-play convention where it does, or where the value is not proven; `null` where none was
    /// found by the tables.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub explanations: Option<Values<Option<Line>>>,
}

/// Best play by both sides.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Line {
    /// The rounds, from the position on.
    pub rounds: Vec<LineRound>,
    /// How the line ends.
    pub ends: LineEnd,
}

/// A round of best play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct LineRound {
    /// The position before it.
    pub position: String,
    /// The round.
    pub round: String,
    /// East's hole, as `sow` reads it.
    pub east: u8,
    /// West's hole.
    pub west: u8,
    /// The margin of the first chooser from here on.
    pub value: i32,
}

/// The end of a line of best play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum LineEnd {
    /// The game is over.
    Over,
    /// The next board was on the line before, since the last capture.
    Recurs,
    /// The last round never ends.
    Endless,
    /// The search was told to stop.
    Stopped,
}
