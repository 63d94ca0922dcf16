//! Engines by specification, as in `alphabeta:depth=8,hash=64M`.

mod defaults;
mod error;
mod listing;
mod options;
mod parse;
mod setup;

use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

pub use defaults::TIMEOUT;
pub use error::{EngineError, EngineErrorKind, SpecError};
pub use listing::{EngineOption, EnginesDocument, ListedEngine, ListedLevel};
pub use options::{EvalSpec, SearchSpec};

use super::levels::LEVELS;
use super::players::{AgentSetting, ExternalSetting};
use options::{write_book, write_eval, write_time};
use sowlab_base::MemorySize;

/// The specification of an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EngineSpec {
    /// Random moves, with uniform probability.
    Random,
    /// The best immediate margin.
    Greedy,
    /// An alpha-beta search.
    AlphaBeta(SearchSpec),
    /// Monte Carlo tree search.
    Mcts {
        /// The playouts per move.
        playouts: Option<u64>,
        /// The time per move.
        time: Option<Duration>,
        /// The weight of exploration, in thousandths of the bound on the margin.
        exploration: u32,
        /// The maximum memory of the tree.
        memory: MemorySize,
        /// The evaluation that replaces playouts.
        eval: Option<EvalSpec>,
        /// Whether it plays optimally in the solved positions that ship with the program.
        book: bool,
    },
    /// Endgame tables where they reach, and a search above them.
    Perfect {
        /// The directory of the tables.
        tables: PathBuf,
        /// The search above the tables.
        search: SearchSpec,
    },
    /// The margins secured by a complete proof and endgame tables, and a search elsewhere.
    Solved {
        /// The folder of the tables; `None`: the default folder.
        tables: Option<PathBuf>,
        /// The proof; `None`: the file in the folder of the tables that is named after the game.
        proof: Option<PathBuf>,
        /// The search where nothing is secured.
        search: SearchSpec,
    },
    /// An external program.
    External(ExternalSetting),
    /// A player implemented by the program that runs the tournament; it has no readable specification.
    Agent(AgentSetting),
}

impl fmt::Display for EngineSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EngineSpec::Random => f.write_str("random"),
            EngineSpec::Greedy => f.write_str("greedy"),
            EngineSpec::AlphaBeta(search) => write!(f, "alphabeta:{search}"),
            EngineSpec::Mcts {
                playouts,
                time,
                exploration,
                memory,
                eval,
                book,
            } => {
                f.write_str("mcts:")?;
                if let Some(playouts) = playouts {
                    write!(f, "playouts={playouts},")?;
                }
                write_time(f, *time)?;
                write!(f, "c={},memory={memory}", f64::from(*exploration) / 1000.0)?;
                write_eval(f, eval.as_ref())?;
                write_book(f, *book)
            }
            EngineSpec::Perfect { tables, search } => {
                write!(f, "perfect:tables={},{search}", tables.display())
            }
            EngineSpec::Solved {
                tables,
                proof,
                search,
            } => {
                f.write_str("solved:")?;
                for (name, path) in [("tables", tables), ("proof", proof)] {
                    if let Some(path) = path {
                        write!(f, "{name}={},", path.display())?;
                    }
                }
                search.fmt(f)
            }
            EngineSpec::External(setting) => {
                let words = [&setting.program].into_iter().chain(&setting.arguments);
                // Only a word with a null byte cannot be quoted, and parsing refuses those.
                let quoted = shlex::try_join(words.map(String::as_str)).unwrap_or_default();
                write!(f, "external:{quoted}")
            }
            EngineSpec::Agent(setting) => f.write_str(&setting.name),
        }
    }
}

impl EngineSpec {
    /// Returns the time per move, for an engine that searches by the clock.
    pub fn thinking_time(&self) -> Option<Duration> {
        match self {
            EngineSpec::AlphaBeta(search)
            | EngineSpec::Perfect { search, .. }
            | EngineSpec::Solved { search, .. } => search.time,
            EngineSpec::Mcts { time, .. } => *time,
            _ => None,
        }
    }

    /// Returns whether the engine plays optimally in the solved positions that ship with the program.
    pub fn has_book(&self) -> bool {
        match self {
            EngineSpec::AlphaBeta(search)
            | EngineSpec::Perfect { search, .. }
            | EngineSpec::Solved { search, .. } => search.book,
            EngineSpec::Mcts { book, .. } => *book,
            _ => false,
        }
    }

    /// Returns the engine as a level plays it against people: with the solved positions and the tables of this folder, if
    /// the level of this name has a book.
    pub fn as_opponent(mut self, name: &str, tables: Option<PathBuf>) -> EngineSpec {
        let has_book = LEVELS.iter().any(|level| level.name == name && level.book);
        if let EngineSpec::AlphaBeta(search)
        | EngineSpec::Perfect { search, .. }
        | EngineSpec::Solved { search, .. } = &mut self
        {
            search.book |= has_book;
        }
        match (self, tables) {
            (EngineSpec::AlphaBeta(search), Some(tables)) if has_book => {
                EngineSpec::Perfect { tables, search }
            }
            (engine, _) => engine,
        }
    }

    /// Returns whether the engine's choices are random, so that it plays different games from one start.
    pub fn uses_chance(&self) -> bool {
        matches!(
            self,
            EngineSpec::Random | EngineSpec::Greedy | EngineSpec::Mcts { .. }
        )
    }
}
