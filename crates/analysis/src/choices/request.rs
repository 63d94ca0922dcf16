//! The request for values of choices.

use std::path::{Path, PathBuf};

use crate::solve::{DEFAULT_MEMORY, SolveRequest};
use sowlab_base::{Limit, MemorySize};
use sowlab_findings::Selection;

/// The position to value, and the means to use.
#[derive(Clone, Debug)]
pub struct ChoicesRequest {
    /// The position, in the notation of the game. `None`: the opening.
    pub position: Option<String>,
    /// The directory of endgame tables, which are only read. `None`: those of [the default
    /// directory](crate::tables::default_folder), if it has any, otherwise tables that are built within seconds.
    pub tables: Option<PathBuf>,
    /// A directory for tables that save time, which the next request finds again. It is used if no tables are given and
    /// the default directory does not exist. `None`: a temporary directory.
    pub scratch: Option<PathBuf>,
    /// The memory for tables and searches.
    pub memory: MemorySize,
    /// The limit on the search. The finding has the values proven by then. Under a limit on nodes one thread searches, so
    /// that the finding is the same on every machine.
    pub limit: Option<Limit>,
    /// Whether to search positions that are not in tables.
    pub search: bool,
    /// Whether to value every reply to every choice, not only the best.
    pub replies: bool,
    /// Files of proven claims under these rules that a search of the stones family may use. They are only read.
    pub proofs: Vec<PathBuf>,
    /// The positions after a reply to prove.
    pub part: Selection,
    /// Whether to compute values again that ship with the program.
    pub recompute: bool,
}

/// The opening, with 1 GB of memory and no limit, from solved positions first.
impl Default for ChoicesRequest {
    fn default() -> ChoicesRequest {
        ChoicesRequest {
            position: None,
            tables: None,
            scratch: None,
            memory: DEFAULT_MEMORY,
            limit: None,
            search: true,
            replies: false,
            proofs: Vec::new(),
            part: Selection::All,
            recompute: false,
        }
    }
}

impl ChoicesRequest {
    /// Creates a request with the position and the means of a request to solve.
    pub fn of(request: &SolveRequest, replies: bool) -> ChoicesRequest {
        ChoicesRequest {
            position: request.position.clone(),
            tables: request.tables.clone(),
            memory: request.memory,
            limit: request.time_limit.map(Limit::Time),
            replies,
            recompute: request.recompute,
            proofs: request.proofs.clone(),
            ..ChoicesRequest::default()
        }
    }

    /// Creates a request for the opening without solved positions or a limit, with tables in a directory.
    pub fn of_opening(tables: &Path, memory: MemorySize) -> ChoicesRequest {
        ChoicesRequest {
            tables: Some(tables.to_owned()),
            memory,
            recompute: true,
            ..ChoicesRequest::default()
        }
    }
}
