//! The request to solve a position.

use std::num::NonZeroU64;
use std::path::PathBuf;
use std::time::Duration;

use sowlab_solvers::search::TableSizeError;

use crate::{Field, RequestError};
use sowlab_base::MemorySize;

/// The position to solve, and the means to use.
#[derive(Clone, Debug)]
pub struct SolveRequest {
    /// The position, in the notation of the game. `None`: the opening.
    pub position: Option<String>,
    /// The directory of endgame tables, which are only read. `None`: tables that speed up the search are built, in the
    /// stones family in [the default directory](crate::tables::default_folder) if it exists.
    pub tables: Option<PathBuf>,
    /// The memory limit. In the stones family half of it is for tables.
    pub memory: MemorySize,
    /// The time limit. The finding has the results proven by then.
    pub time_limit: Option<Duration>,
    /// Proof caches or complete proofs to search from, which are only read (the stones family only).
    pub proofs: Vec<PathBuf>,
    /// The proof cache to resume from and to save to (the stones family only).
    pub save_proof: Option<PathBuf>,
    /// The node budget of a claim before the search turns to easier claims (the stones family only). `None`:
    /// [`DEFAULT_NODE_BUDGET`](crate::solve::DEFAULT_NODE_BUDGET).
    pub node_budget: Option<NonZeroU64>,
    /// Whether to find a principal variation too (the stones family only).
    pub explain: bool,
    /// Whether to search even if a solved position is the answer, which then adds to the result of the search. The
    /// options of a search imply it.
    pub search: bool,
    /// Whether to compute values again that ship with the program.
    pub recompute: bool,
}

/// The default memory limit.
pub(crate) const DEFAULT_MEMORY: MemorySize = MemorySize::new(1 << 30);

/// The opening, with 1 GB of memory and no time limit, from solved positions first.
impl Default for SolveRequest {
    fn default() -> SolveRequest {
        SolveRequest {
            position: None,
            tables: None,
            memory: DEFAULT_MEMORY,
            time_limit: None,
            proofs: Vec::new(),
            save_proof: None,
            node_budget: None,
            explain: false,
            search: false,
            recompute: false,
        }
    }
}

impl SolveRequest {
    /// Returns whether the request needs the start of a round, for a principal variation or a file of claims.
    pub fn of_rounds(&self) -> bool {
        self.explain || !self.proofs.is_empty() || self.save_proof.is_some()
    }

    /// Returns whether the request has options of a search, so that a solved position alone is not an answer.
    pub(crate) fn says_how_to_search(&self) -> bool {
        self.search || self.of_rounds() || self.tables.is_some() || self.node_budget.is_some()
    }

    /// Rejects options for games in which both sides sow at once.
    pub(super) fn refuse_rounds(&self, game: &str) -> Result<(), RequestError> {
        let given = [
            (
                Field::SaveProof,
                self.save_proof.is_some(),
                "only the stones family has proofs",
            ),
            (
                Field::Proof,
                !self.proofs.is_empty(),
                "only the stones family has proofs",
            ),
            (
                Field::Explain,
                self.explain,
                "lines of play are only for the stones family",
            ),
            (
                Field::NodeBudget,
                self.node_budget.is_some(),
                "only searches of the stones family have a node budget",
            ),
        ];
        match given.iter().find(|(_, given, _)| *given) {
            None => Ok(()),
            Some((field, _, why)) => Err(RequestError::field(*field, format!("{game}: {why}"))),
        }
    }
}

pub(in crate::solve) fn too_large(error: TableSizeError) -> RequestError {
    let wrong = match error {
        // The table gets a part of the given memory, so that its size in bytes would mislead.
        TableSizeError::TooSmall { .. } => "too little for a table".to_owned(),
        error => error.to_string(),
    };
    let allowed = "give a size with K, M or G, as in 512M";
    RequestError::field(Field::Memory, format!("{wrong}; {allowed}"))
}
