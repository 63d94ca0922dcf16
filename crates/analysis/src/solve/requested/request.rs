//! The request.

use std::num::NonZeroU64;
use std::path::PathBuf;
use std::time::Duration;

use sowlab_solvers::search::TableSizeError;

use crate::{Field, RequestError};
use sowlab_base::MemorySize;

/// What to prove, and with what.
#[derive(Clone, Debug)]
pub struct SolveRequest {
    /// The position, in the notation of the game; `None`: the opening.
    pub position: Option<String>,
    /// The directory of endgame tables, which are only read. `None`: tables that speed up the search
    /// are made, in the stones family in [the default folder](crate::tables::default_folder)
    /// if it exists.
    pub tables: Option<PathBuf>,
    /// The memory allowed; in the stones family half of it is for tables.
    pub memory: MemorySize,
    /// When to stop; what is proven by then is the finding.
    pub time_limit: Option<Duration>,
    /// Files of proven claims to search from, proof caches or complete proofs: only read (the stones family only).
    pub proofs: Vec<PathBuf>,
    /// The proof cache to resume from and to save to (the stones family only).
    pub save_proof: Option<PathBuf>,
    /// The node budget of a claim before the search turns to easier claims (stones family only);
    /// `None`: [`DEFAULT_NODE_BUDGET`](crate::solve::DEFAULT_NODE_BUDGET).
    pub node_budget: Option<NonZeroU64>,
    /// Whether to find a line of best play too (the stones family only).
    pub explain: bool,
    /// Whether to search even where a solved position is the answer, which then adds to what the search finds. The options
    /// that only a search has imply it.
    pub search: bool,
    /// Whether to compute again what ships with the program solved.
    pub recompute: bool,
}

/// The memory of a request that names none.
pub(crate) const DEFAULT_MEMORY: MemorySize = MemorySize::new(1 << 30);

/// The opening, with 1 GB and no time limit, from solved positions first.
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
    /// Whether it asks for what only the start of a round has: a line of best play, or a file of claims.
    pub fn of_rounds(&self) -> bool {
        self.explain || !self.proofs.is_empty() || self.save_proof.is_some()
    }

    /// Returns whether it says how to search, so that a solved position alone is no answer.
    pub(crate) fn says_how_to_search(&self) -> bool {
        self.search || self.of_rounds() || self.tables.is_some() || self.node_budget.is_some()
    }

    /// Refuses what only games have in which both sides sow at once.
    pub(super) fn refuse_rounds(&self, game: &str) -> Result<(), RequestError> {
        let given = [
            (
                Field::SaveProof,
                self.save_proof.is_some(),
                "proofs are kept of the stones family only",
            ),
            (
                Field::Proof,
                !self.proofs.is_empty(),
                "proofs are kept of the stones family only",
            ),
            (
                Field::Explain,
                self.explain,
                "lines are shown of the stones family only",
            ),
            (
                Field::NodeBudget,
                self.node_budget.is_some(),
                "claims take turns in the stones family only",
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
        // Of the memory given the table has a part, so its bytes would say little.
        TableSizeError::TooSmall { .. } => "too little for a table".to_owned(),
        error => error.to_string(),
    };
    let allowed = "give a size with K, M or G, as in 512M";
    RequestError::field(Field::Memory, format!("{wrong}; {allowed}"))
}
