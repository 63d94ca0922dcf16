//! The options of the experiment.

use std::num::NonZeroU64;
use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use sowlab_analysis::tables::TablesTo;
use sowlab_base::MemorySize;

/// Openings of the stones family, each solved by proof search with tables.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Solve {
    /// The memory of each search, half of it for tables, as in `512M` or `10G`.
    pub memory: MemorySize,
    /// The tables to probe, built before the search if they are missing. `None`: tables are built during the search
    /// when they speed it up, and discarded afterwards.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tables: Option<TablesTo>,
    /// The directory for proven claims, which does not affect the results: an interrupted search, or one that hit its
    /// time limit, resumes from there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proofs: Option<PathBuf>,
    /// The number of claims in the result's proof, which can be checked: those that took the most work.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub top_claims: Option<usize>,
    /// The node budget per claim before the search turns to easier claims;
    /// [`DEFAULT_NODE_BUDGET`](sowlab_analysis::solve::DEFAULT_NODE_BUDGET) by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[serde(alias = "patience")]
    pub node_budget: Option<NonZeroU64>,
    /// The time limit of each search, as in `90s` or `2h`; the bounds proven by then are the result. The time of
    /// resumed runs counts, that of building `tables` does not.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        with = "humantime_serde"
    )]
    pub time_limit: Option<Duration>,
}
