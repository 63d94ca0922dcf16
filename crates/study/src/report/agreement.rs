//! The comparison of a result with an earlier one.

use serde::Serialize;

/// The agreement of a result with an earlier one of the same experiment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "agreement", content = "why", rename_all = "kebab-case")]
pub enum Agreement {
    /// All figures are equal, except times; for a search: it proves the same bounds.
    Same,
    /// The bounds of two searches differ but do not contradict each other.
    Compatible,
    /// The first difference, with both values.
    Differs(String),
}
