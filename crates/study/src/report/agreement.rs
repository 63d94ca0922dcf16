//! How a result compares with an earlier one.

use serde::Serialize;

/// How a result compares with an earlier one of the same experiment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "agreement", content = "why", rename_all = "kebab-case")]
pub enum Agreement {
    /// All figures are the same, but for times; of a search: it proves the same.
    Same,
    /// A search proves less than the other, or more, and nothing that contradicts it.
    Compatible,
    /// The first figure that is not the same, and both.
    Differs(String),
}
