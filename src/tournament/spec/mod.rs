//! Engines by specification, as in `alphabeta:depth=8,hash=64M`.

mod defaults;
mod error;
mod listing;
mod options;

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use defaults::{EXPLORATION, LEAST_TREE, PLAYOUTS, TREE};
use options::{Options, write_time};

pub use defaults::TIMEOUT;
pub use error::{EngineError, EngineErrorKind, SpecError};
pub use listing::engines_text;
pub use options::SearchSpec;

use super::player::Player;
use super::players::{
    AlphaBetaPlayer, External, ExternalSetting, Greedy, Mcts, OpenTables, Perfect, Random, Reserved,
};
use crate::analysis::solve::MemorySize;
use crate::games::contest::Contest;
use crate::games::shortened;

/// What an engine is made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EngineSpec {
    /// Any move, with equal chances.
    Random,
    /// The best margin at once.
    Greedy,
    /// A search ahead.
    AlphaBeta(SearchSpec),
    /// Monte Carlo tree search.
    Mcts {
        /// So many playouts a move.
        playouts: Option<u64>,
        /// So long.
        time: Option<Duration>,
        /// The weight of exploration, in thousandths of the bound on the margin.
        exploration: u32,
        /// The most memory for the tree.
        memory: MemorySize,
    },
    /// Endgame tables where they reach, a search above them.
    Perfect {
        /// The directory of the tables.
        tables: PathBuf,
        /// The search.
        search: SearchSpec,
    },
    /// Another program.
    External(ExternalSetting),
}

const NONE: &str = "it has none";
const SEARCH: &str = "written name=value, it has depth, time and hash";
const MCTS: &str = "written name=value, it has playouts, time, c and memory";
const PERFECT: &str = "written name=value, it has tables, depth, time and hash";

impl FromStr for EngineSpec {
    type Err = SpecError;

    /// ```
    /// use sowlab::tournament::spec::EngineSpec;
    /// let engine: EngineSpec = "alphabeta:depth=8,hash=64M".parse().unwrap();
    /// assert_eq!(engine.to_string(), "alphabeta:depth=8,hash=64M");
    /// assert!("alphabeta:depth=0".parse::<EngineSpec>().is_err());
    /// ```
    fn from_str(text: &str) -> Result<EngineSpec, SpecError> {
        let (name, rest) = match text.split_once(':') {
            Some((name, rest)) => (name, Some(rest)),
            None => (text, None),
        };
        match name {
            "random" => {
                Options::parse("random", NONE, rest)?.end()?;
                Ok(EngineSpec::Random)
            }
            "greedy" => {
                Options::parse("greedy", NONE, rest)?.end()?;
                Ok(EngineSpec::Greedy)
            }
            "alphabeta" => {
                let mut options = Options::parse("alphabeta", SEARCH, rest)?;
                let search = options.search()?;
                options.end()?;
                Ok(EngineSpec::AlphaBeta(search))
            }
            "mcts" => {
                let mut options = Options::parse("mcts", MCTS, rest)?;
                let playouts = options.take("playouts", "a number from 1 on", |text| {
                    text.parse().ok().filter(|&playouts| playouts > 0)
                })?;
                let time = options.time()?;
                let exploration = options.take("c", "a number from 0 to 100", |text| {
                    let c: f64 = text.parse().ok()?;
                    (0.0..=100.0)
                        .contains(&c)
                        .then_some((1000.0 * c).round() as u32)
                })?;
                let memory = options.take(
                    "memory",
                    &format!("a size from {} on", MemorySize::new(LEAST_TREE)),
                    |text| {
                        text.parse()
                            .ok()
                            .filter(|size: &MemorySize| size.bytes() >= LEAST_TREE)
                    },
                )?;
                options.end()?;
                Ok(EngineSpec::Mcts {
                    playouts: playouts.or(time.is_none().then_some(PLAYOUTS)),
                    time,
                    exploration: exploration.unwrap_or(EXPLORATION),
                    memory: memory.unwrap_or(TREE),
                })
            }
            "perfect" => {
                let mut options = Options::parse("perfect", PERFECT, rest)?;
                let tables = options.take("tables", "a directory", |text| {
                    (!text.is_empty()).then(|| PathBuf::from(text))
                })?;
                let search = options.search()?;
                options.end()?;
                let tables = tables.ok_or(SpecError::Missing {
                    engine: "perfect",
                    what: "tables=DIR says where its tables are",
                })?;
                Ok(EngineSpec::Perfect { tables, search })
            }
            "external" => {
                let mut words = rest
                    .unwrap_or_default()
                    .split_whitespace()
                    .map(str::to_owned);
                let program = words.next().ok_or(SpecError::Missing {
                    engine: "external",
                    what: "a program, and its arguments by spaces, as in external:./engine --fast",
                })?;
                Ok(EngineSpec::External(ExternalSetting {
                    program,
                    arguments: words.collect(),
                    timeout: TIMEOUT,
                }))
            }
            _ => Err(SpecError::Unknown(shortened(name))),
        }
    }
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
            } => {
                f.write_str("mcts:")?;
                if let Some(playouts) = playouts {
                    write!(f, "playouts={playouts},")?;
                }
                write_time(f, *time)?;
                write!(f, "c={},memory={memory}", f64::from(*exploration) / 1000.0)
            }
            EngineSpec::Perfect { tables, search } => {
                write!(f, "perfect:tables={},{search}", tables.display())
            }
            EngineSpec::External(setting) => {
                write!(f, "external:{}", setting.program)?;
                setting
                    .arguments
                    .iter()
                    .try_for_each(|argument| write!(f, " {argument}"))
            }
        }
    }
}

impl EngineSpec {
    fn error(&self, kind: impl Into<EngineErrorKind>) -> EngineError {
        EngineError {
            engine: self.to_string(),
            kind: kind.into(),
        }
    }

    /// Whether its choices depend on chance, so that it plays different games from one start.
    pub fn uses_chance(&self) -> bool {
        matches!(
            self,
            EngineSpec::Random | EngineSpec::Greedy | EngineSpec::Mcts { .. }
        )
    }

    /// Reserves the memory that one of its players cannot do without during a game.
    ///
    /// # Errors
    /// There is not so much memory.
    pub fn reserve(&self) -> Result<Option<Reserved>, EngineError> {
        match self {
            EngineSpec::Mcts { memory, .. } => Reserved::new(*memory)
                .map(Some)
                .map_err(|error| self.error(error)),
            _ => Ok(None),
        }
    }

    /// Makes a player of a game.
    ///
    /// # Errors
    /// Tables that are missing, or a table that does not fit the memory.
    pub fn player<C: Contest>(&self, contest: &C) -> Result<Box<dyn Player<C>>, EngineError> {
        let search = |&SearchSpec { depth, time, hash }: &SearchSpec| {
            AlphaBetaPlayer::new(depth, time, hash).map_err(|error| self.error(error))
        };
        Ok(match self {
            EngineSpec::Random => Box::new(Random::new()),
            EngineSpec::Greedy => Box::new(Greedy::new()),
            EngineSpec::AlphaBeta(spec) => Box::new(search(spec)?),
            &EngineSpec::Mcts {
                playouts,
                time,
                exploration,
                memory,
            } => {
                let exploration = exploration as f32 / 1000.0;
                let mcts = Mcts::new(playouts, time, exploration, memory);
                Box::new(mcts.map_err(|error| self.error(error))?)
            }
            EngineSpec::Perfect {
                tables,
                search: spec,
            } => {
                let tables =
                    OpenTables::open(contest, tables).map_err(|error| self.error(error))?;
                Box::new(Perfect::new(tables.into(), search(spec)?))
            }
            EngineSpec::External(setting) => {
                Box::new(External::new(setting.clone(), contest.full_name()))
            }
        })
    }

    /// Makes a player of a game and begins a game with it.
    ///
    /// # Errors
    /// As [`EngineSpec::player`]; a program that cannot be started.
    pub fn start<C: Contest>(
        &self,
        contest: &C,
        seed: u64,
    ) -> Result<Box<dyn Player<C>>, EngineError> {
        let mut player = self.player(contest)?;
        player.new_game(seed).map_err(|fault| self.error(fault))?;
        Ok(player)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn specifications_are_read_back() {
        for text in [
            "random",
            "greedy",
            "alphabeta:depth=8,hash=64M",
            "alphabeta:time=100ms,hash=4M",
            "alphabeta:depth=3,time=1s500ms,hash=64K",
            "mcts:playouts=10000,c=1.4,memory=32M",
            "mcts:time=20ms,c=0.4,memory=1M",
            "perfect:tables=some/where,depth=4,hash=4M",
            "external:./engine --fast x",
        ] {
            let spec: EngineSpec = text.parse().unwrap();
            assert_eq!(spec.to_string(), text);
        }
        let plain: EngineSpec = "alphabeta".parse().unwrap();
        assert_eq!(plain.to_string(), "alphabeta:depth=6,hash=4M");
    }

    #[test]
    fn errors_name_what_is_wrong_and_what_is_allowed() {
        for (text, part) in [
            ("", "unknown engine ''"),
            ("alfabeta", "alphabeta:depth=8"),
            (
                "random:seed=1",
                "random: 'seed' is not an option: it has none",
            ),
            ("alphabeta:deep=8", "depth, time and hash"),
            ("alphabeta:depth=0", "depth=0: 1 to 200"),
            ("alphabeta:depth=8,depth=9", "twice"),
            ("alphabeta:time=soon", "time=soon"),
            ("alphabeta:hash=1", "hash=1"),
            ("alphabeta:", "'' is not an option"),
            ("mcts:c=-1", "c=-1"),
            ("mcts:playouts=0", "playouts=0"),
            ("perfect", "tables=DIR"),
            ("external:", "a program"),
        ] {
            let error = text.parse::<EngineSpec>().unwrap_err().to_string();
            assert!(error.contains(part), "{text}: {error}");
        }
    }
}
