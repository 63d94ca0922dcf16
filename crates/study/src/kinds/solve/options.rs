//! The options.

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
    /// Memory for each search, half of it for tables, as in `512M` or `10G`.
    pub memory: MemorySize,
    /// Tables to look boards up in, built before the search if need be; otherwise tables are made on
    /// the way, as far as they pay, and go with the search.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tables: Option<TablesTo>,
    /// A directory for what is proven, no part of the results: a search that was interrupted, or whose
    /// time was up, resumes from there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proofs: Option<PathBuf>,
    /// The number of claims, those that took most work, that become part of the results, as a proof that can be
    /// checked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub top_claims: Option<usize>,
    /// The node budget of a claim before the search turns to easier claims;
    /// [`DEFAULT_NODE_BUDGET`](sowlab_analysis::solve::DEFAULT_NODE_BUDGET) by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[serde(alias = "patience")]
    pub node_budget: Option<NonZeroU64>,
    /// A search stops after this time, as in `90s` or `2h`, and what is proven by then is the result. The
    /// time of the runs that it resumes counts, that of building `tables` does not.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        with = "humantime_serde"
    )]
    pub time_limit: Option<Duration>,
}
