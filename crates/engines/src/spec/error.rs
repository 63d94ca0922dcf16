//! Errors of engine specifications.

use sowlab_solvers::search::TableSizeError;

use super::listing::{examples, levels};
use crate::player::Fault;
use crate::players::NoMemory;
use sowlab_analysis::learned::LearnedError;
use sowlab_analysis::secured::SolvedError;
use sowlab_analysis::tables::TablesError;

/// The error of a text that is not an engine.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SpecError {
    /// The engine is unknown.
    #[error("unknown engine '{0}': levels are {levels}; engines are written {examples}",
        levels = levels(), examples = examples())]
    Unknown(String),
    /// The engine does not have this option, or the option is malformed.
    #[error("{engine}: '{found}' is not an option; {allowed}")]
    Option {
        /// The engine.
        engine: &'static str,
        /// The option as given.
        found: String,
        /// The allowed options.
        allowed: &'static str,
    },
    /// The value of an option is invalid.
    #[error("{engine}: {option}={found}: {allowed}")]
    Value {
        /// The engine.
        engine: &'static str,
        /// The option.
        option: &'static str,
        /// The value as given.
        found: String,
        /// The allowed values.
        allowed: String,
    },
    /// A file or a program is named where that is not allowed.
    #[error("{engine}: {what} not allowed here")]
    Outside {
        /// The engine.
        engine: &'static str,
        /// The thing that may not be named, with a verb.
        what: &'static str,
    },
    /// An option is given twice.
    #[error("{engine}: option {option} is given twice")]
    Twice {
        /// The engine.
        engine: &'static str,
        /// The option.
        option: String,
    },
    /// A required option is missing.
    #[error("{engine}: {what}")]
    Missing {
        /// The engine.
        engine: &'static str,
        /// The missing option.
        what: &'static str,
    },
}

/// The error of an engine that cannot play a game.
#[derive(Debug, thiserror::Error)]
#[error("{engine}: {kind}")]
pub struct EngineError {
    /// The specification of the engine.
    pub engine: String,
    /// The reason.
    pub kind: EngineErrorKind,
}

/// The reason for which an engine cannot play a game.
#[derive(Debug, thiserror::Error)]
pub enum EngineErrorKind {
    /// The memory for the tree cannot be allocated.
    #[error(transparent)]
    Memory(#[from] NoMemory),
    /// The transposition table cannot be allocated with this size.
    #[error(transparent)]
    Hash(#[from] TableSizeError),
    /// The learned evaluation cannot be used.
    #[error(transparent)]
    Learned(#[from] LearnedError),
    /// The endgame tables cannot be used.
    #[error(transparent)]
    Tables(#[from] TablesError),
    /// The tables and the proof of `solved` cannot be used.
    #[error(transparent)]
    Solved(#[from] SolvedError),
    /// The machine has no cache folder, and no folder for tables is given.
    #[error("this machine has no cache directory; give tables=DIR")]
    NoFolder,
    /// The player cannot begin a game.
    #[error(transparent)]
    Start(#[from] Fault),
}
