//! What can be wrong with an engine.

use sowlab_solvers::search::TableSizeError;

use super::listing::{examples, levels};
use crate::player::Fault;
use crate::players::{NoMemory, SolvedError};
use sowlab_analysis::learned::LearnedError;
use sowlab_analysis::tables::TablesError;

/// Why a text is no engine.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SpecError {
    /// There is no such engine.
    #[error("unknown engine '{0}': levels are {levels}; engines are written {examples}",
        levels = levels(), examples = examples())]
    Unknown(String),
    /// An option that the engine has not, or that is not of the form.
    #[error("{engine}: '{found}' is not an option: {allowed}")]
    Option {
        /// The engine.
        engine: &'static str,
        /// What was written.
        found: String,
        /// What may be written.
        allowed: &'static str,
    },
    /// An option that is wrong.
    #[error("{engine}: {option}={found}: {allowed}")]
    Value {
        /// The engine.
        engine: &'static str,
        /// The option.
        option: &'static str,
        /// What was written.
        found: String,
        /// What may be written.
        allowed: String,
    },
    /// A file or a program where none may be named.
    #[error("{engine}: {what} not for this interface")]
    Outside {
        /// The engine.
        engine: &'static str,
        /// What may not be named, and a verb.
        what: &'static str,
    },
    /// An option twice.
    #[error("{engine}: option {option} is given twice")]
    Twice {
        /// The engine.
        engine: &'static str,
        /// The option.
        option: String,
    },
    /// An option that must be given.
    #[error("{engine}: {what}")]
    Missing {
        /// The engine.
        engine: &'static str,
        /// What is missing.
        what: &'static str,
    },
}

/// Why an engine cannot play a game.
#[derive(Debug, thiserror::Error)]
#[error("{engine}: {kind}")]
pub struct EngineError {
    /// The specification of the engine.
    pub engine: String,
    /// What is wrong with it.
    pub kind: EngineErrorKind,
}

/// What is wrong with an engine.
#[derive(Debug, thiserror::Error)]
pub enum EngineErrorKind {
    /// Memory for its tree.
    #[error(transparent)]
    Memory(#[from] NoMemory),
    /// A transposition table of the size that it was given.
    #[error(transparent)]
    Hash(#[from] TableSizeError),
    /// A learned evaluation.
    #[error(transparent)]
    Learned(#[from] LearnedError),
    /// Endgame tables.
    #[error(transparent)]
    Tables(#[from] TablesError),
    /// Tables and a proof.
    #[error(transparent)]
    Solved(#[from] SolvedError),
    /// There is no folder for tables unless one is given.
    #[error("this machine has no cache folder: tables=DIR says where the tables are")]
    NoFolder,
    /// A process or a table for a new game.
    #[error(transparent)]
    Start(#[from] Fault),
}
