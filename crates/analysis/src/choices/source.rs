//! Where values come from.

use serde::{Deserialize, Serialize};

/// Where a value comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Source {
    /// The rules: the game, or the round, ends there or never.
    Rules,
    /// Endgame tables.
    Table,
    /// A search.
    Search,
}
