//! The request.

use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::solve::{DEFAULT_MEMORY, SolveRequest};
use sowlab_base::MemorySize;
use sowlab_findings::Selection;

/// Which position to ask about, and with what.
#[derive(Clone, Debug)]
pub struct ChoicesRequest {
    /// The position, in the notation of the game; `None`: the opening.
    pub position: Option<String>,
    /// The directory of endgame tables, which are only read. `None`: those of
    /// [the default folder](crate::tables::default_folder) where it has any, otherwise tables
    /// that are built within seconds.
    pub tables: Option<PathBuf>,
    /// A directory in which tables are built as far as they pay, and found again by the next request, if
    /// none are given and the default folder does not exist. `None`: a temporary one.
    pub scratch: Option<PathBuf>,
    /// The memory for tables and searches.
    pub memory: MemorySize,
    /// When to stop; what is proven by then is the finding.
    pub time_limit: Option<Duration>,
    /// Whether to search for what tables do not hold.
    pub search: bool,
    /// Whether to value every reply to every choice, not only the best.
    pub replies: bool,
    /// Files of proven claims that a search of the stones family may use: each about these rules, only read.
    pub proofs: Vec<PathBuf>,
    /// Which of the positions after a reply are proven.
    pub part: Selection,
    /// Whether to compute again what ships with the program solved.
    pub recompute: bool,
}

/// The opening, with 1 GB and no time limit, from solved positions first.
impl Default for ChoicesRequest {
    fn default() -> ChoicesRequest {
        ChoicesRequest {
            position: None,
            tables: None,
            scratch: None,
            memory: DEFAULT_MEMORY,
            time_limit: None,
            search: true,
            replies: false,
            proofs: Vec::new(),
            part: Selection::All,
            recompute: false,
        }
    }
}

impl ChoicesRequest {
    /// The same position with the same means as a request to solve it.
    pub fn of(request: &SolveRequest, replies: bool) -> ChoicesRequest {
        ChoicesRequest {
            position: request.position.clone(),
            tables: request.tables.clone(),
            memory: request.memory,
            time_limit: request.time_limit,
            replies,
            recompute: request.recompute,
            proofs: request.proofs.clone(),
            ..ChoicesRequest::default()
        }
    }

    /// The opening, searched again with tables in a directory and this much memory, without a time limit.
    pub fn of_opening(tables: &Path, memory: MemorySize) -> ChoicesRequest {
        ChoicesRequest {
            tables: Some(tables.to_owned()),
            memory,
            recompute: true,
            ..ChoicesRequest::default()
        }
    }
}
