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
    /// It goes beyond what was computed.
    Conjectured,
    /// Samples, games or times.
    Measured,
    /// Exact, by searches or tables of this program.
    Solved {
        /// The number of independent ways that agree.
        ways: usize,
    },
    /// An independent checker confirmed it.
    Verified {
        /// The number of claims that it checked.
        claims: u64,
    },
}

impl Certainty {
    /// The labels, strongest first.
    pub const LABELS: [&'static str; 4] = ["verified", "solved", "measured", "conjectured"];

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
}
