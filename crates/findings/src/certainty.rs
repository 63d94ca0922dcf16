//! How sure a value is.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How sure a value is, with its evidence: the later, the surer. A value that nobody computed has none.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(tag = "label", rename_all = "lowercase")]
pub enum Certainty {
    /// A statement that goes beyond what was computed.
    Conjectured,
    /// Found from samples, played games or a clock, and stated with an error or the conditions.
    Measured,
    /// Exact, by a search or by tables of this program.
    Solved {
        /// The number of independent ways that agree.
        ways: usize,
    },
    /// Confirmed by an independent checker, which shares no code with the search that found the result.
    Verified {
        /// The number of claims that it checked.
        claims: u64,
    },
}

impl Certainty {
    /// The labels, strongest first.
    pub const LABELS: [&'static str; 4] = ["verified", "solved", "measured", "conjectured"];

    /// The definitions of the labels, as every page states them.
    pub const DEFINITIONS: [&'static str; 4] = [
        "Confirmed by an independent checker, which shares no code with the search that found the result.",
        "Exact, by a search or by tables of this program.",
        "Found from samples, played games or a clock, and stated with an error or the conditions.",
        "A statement that goes beyond what was computed.",
    ];

    /// Returns how sure a value is that so many ways solve; `None` without any.
    pub fn solved(ways: usize) -> Option<Certainty> {
        (ways > 0).then_some(Certainty::Solved { ways })
    }
}

/// Writes the label.
impl fmt::Display for Certainty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [verified, solved, measured, conjectured] = Certainty::LABELS;
        f.write_str(match self {
            Certainty::Verified { .. } => verified,
            Certainty::Solved { .. } => solved,
            Certainty::Measured => measured,
            Certainty::Conjectured => conjectured,
        })
    }
}

/// Evidence for a value that was not computed for the answer but ships with the program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Evidence {
    /// How sure it is; of several values, the least sure.
    pub certainty: Certainty,
    /// The committed result that it comes from.
    pub file: String,
    /// The command that computes it again.
    pub recompute: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_from_the_strongest_to_the_weakest() {
        let all = [
            Some(Certainty::Verified { claims: 1 }),
            Certainty::solved(2),
            Certainty::solved(1),
            Some(Certainty::Measured),
            Some(Certainty::Conjectured),
            Certainty::solved(0),
        ];
        assert!(all.is_sorted_by(|surer, other| surer > other));
        let mut labels: Vec<String> = all.iter().flatten().map(Certainty::to_string).collect();
        labels.dedup();
        assert_eq!(labels, Certainty::LABELS);
    }

    #[test]
    fn the_schema_has_the_definitions() {
        let schema = schemars::schema_for!(Certainty);
        let mut described: Vec<&str> = (schema.get("oneOf").and_then(|kinds| kinds.as_array()))
            .into_iter()
            .flatten()
            .filter_map(|kind| kind.get("description")?.as_str())
            .collect();
        described.reverse();
        assert_eq!(described, Certainty::DEFINITIONS);
    }
}
