//! Parsing of engine specifications.

use std::path::PathBuf;
use std::str::FromStr;

use super::EngineSpec;
use super::defaults::{EXPLORATION, LEAST_TREE, PLAYOUTS, TIMEOUT, TREE};
use super::error::SpecError;
use super::options::{Options, SearchSpec};
use crate::levels::engine_of;
use crate::players::ExternalSetting;
use sowlab_base::MemorySize;
use sowlab_games::{Files, shortened};

const NONE: &str = "the engine has none";
const SEARCH: &str = "write name=value with depth, time, hash, eval or book";
const MCTS: &str = "write name=value with playouts, time, c, memory, eval or book";
const SOLVED: &str = "write name=value with tables, proof, depth, time, hash, eval or book";
const PERFECT: &str = "write name=value with tables, depth, time, hash, eval or book";

impl FromStr for EngineSpec {
    type Err = SpecError;

    /// Parses an engine; files and programs are not allowed, unlike in [`EngineSpec::read`].
    ///
    /// ```
    /// use sowlab_engines::spec::EngineSpec;
    /// let engine: EngineSpec = "alphabeta:depth=8,hash=64M".parse().unwrap();
    /// assert_eq!(engine.to_string(), "alphabeta:depth=8,hash=64M");
    /// assert!("alphabeta:depth=0".parse::<EngineSpec>().is_err());
    /// ```
    fn from_str(text: &str) -> Result<EngineSpec, SpecError> {
        EngineSpec::read(text, Files::Refused)
    }
}

impl EngineSpec {
    /// The engines that play from the tables of a folder.
    pub const BY_TABLES: [&str; 2] = ["perfect", "solved"];

    /// Returns an engine that plays from the tables of this folder, with its other options at their defaults. Returns
    /// `None` if the name is not one [of those](EngineSpec::BY_TABLES).
    pub fn by_tables(name: &str, tables: PathBuf) -> Option<EngineSpec> {
        let options = |engine| Options::parse(engine, NONE, None, Files::Refused).ok();
        match name {
            "perfect" => Some(EngineSpec::Perfect {
                tables,
                search: options("perfect")?.search().ok()?,
            }),
            "solved" => Some(EngineSpec::Solved {
                tables: Some(tables),
                proof: None,
                search: SearchSpec::beside_a_proof(),
            }),
            _ => None,
        }
    }

    /// Parses an engine. If `files` is [`Files::Refused`], the text must not name a file or a program.
    ///
    /// # Errors
    /// The engine is unknown, or one of its options is invalid.
    pub fn read(text: &str, files: Files) -> Result<EngineSpec, SpecError> {
        let text = engine_of(text).unwrap_or(text);
        let (name, rest) = match text.split_once(':') {
            Some((name, rest)) => (name, Some(rest)),
            None => (text, None),
        };
        match name {
            "random" => {
                Options::parse("random", NONE, rest, files)?.end()?;
                Ok(EngineSpec::Random)
            }
            "greedy" => {
                Options::parse("greedy", NONE, rest, files)?.end()?;
                Ok(EngineSpec::Greedy)
            }
            "alphabeta" => {
                let mut options = Options::parse("alphabeta", SEARCH, rest, files)?;
                let search = options.search()?;
                options.end()?;
                Ok(EngineSpec::AlphaBeta(search))
            }
            "mcts" => {
                let mut options = Options::parse("mcts", MCTS, rest, files)?;
                let playouts = options.take("playouts", "write a number, 1 or more", |text| {
                    text.parse().ok().filter(|&playouts| playouts > 0)
                })?;
                let time = options.time()?;
                let exploration = options.take("c", "write a number from 0 to 100", |text| {
                    let c: f64 = text.parse().ok()?;
                    (0.0..=100.0)
                        .contains(&c)
                        .then_some((1000.0 * c).round() as u32)
                })?;
                let memory = options.take(
                    "memory",
                    &format!("write a size, {} or more", MemorySize::new(LEAST_TREE)),
                    |text| {
                        text.parse()
                            .ok()
                            .filter(|size: &MemorySize| size.bytes() >= LEAST_TREE)
                    },
                )?;
                let eval = options.eval()?;
                let book = options.book()?;
                options.end()?;
                Ok(EngineSpec::Mcts {
                    playouts: playouts.or(time.is_none().then_some(PLAYOUTS)),
                    time,
                    exploration: exploration.unwrap_or(EXPLORATION),
                    memory: memory.unwrap_or(TREE),
                    eval,
                    book,
                })
            }
            "perfect" => {
                let mut options = Options::parse("perfect", PERFECT, rest, files)?;
                let tables = options.path("tables", "a directory")?;
                let search = options.search()?;
                options.end()?;
                let tables = tables.ok_or(SpecError::Missing {
                    engine: "perfect",
                    what: "requires tables=DIR, the directory of its tables",
                })?;
                Ok(EngineSpec::Perfect { tables, search })
            }
            "solved" => {
                let mut options = Options::parse("solved", SOLVED, rest, files)?;
                let tables = options.path("tables", "a directory")?;
                let proof = options.path("proof", "a file")?;
                let search = options.search_or(SearchSpec::beside_a_proof())?;
                options.end()?;
                Ok(EngineSpec::Solved {
                    tables,
                    proof,
                    search,
                })
            }
            "external" if files == Files::Refused => Err(SpecError::Outside {
                engine: "external",
                what: "other programs are",
            }),
            "external" => {
                let words = shlex::split(rest.unwrap_or_default()).ok_or(SpecError::Missing {
                    engine: "external",
                    what: "a quote is not closed; quote arguments as in a shell",
                })?;
                let mut words = words.into_iter();
                let program = words.next().ok_or(SpecError::Missing {
                    engine: "external",
                    what: "requires a program, with arguments quoted as in a shell: external:./engine --fast",
                })?;
                Ok(EngineSpec::External(ExternalSetting {
                    program,
                    arguments: words.collect(),
                    timeout: TIMEOUT,
                    log: None,
                }))
            }
            _ => Err(SpecError::Unknown(shortened(name))),
        }
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
            "alphabeta:depth=3,hash=64K,eval=some/weights.eval",
            "alphabeta:depth=3,hash=64K,book=yes",
            "mcts:time=20ms,c=0.4,memory=1M,eval=built-in,book=yes",
            "mcts:time=20ms,c=0.4,memory=1M,eval=built-in",
            "mcts:playouts=10000,c=1.4,memory=32M",
            "mcts:time=20ms,c=0.4,memory=1M",
            "perfect:tables=some/where,depth=4,hash=4M",
            "solved:depth=3,hash=4M,eval=some/weights.eval",
            "solved:proof=a.complete,time=1s,hash=64M,eval=built-in",
            "solved:tables=some/where,proof=a.complete,depth=9,hash=64M,eval=built-in",
            "external:./engine --fast x",
            "external:'my engine' --name 'a b'",
        ] {
            let spec = EngineSpec::read(text, Files::Allowed).unwrap();
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
                "random: 'seed' is not an option; the engine has none",
            ),
            ("alphabeta:deep=8", "depth, time, hash, eval or book"),
            ("alphabeta:depth=0", "depth=0: write 1 to 200"),
            ("alphabeta:book=maybe", "book=maybe: write yes or no"),
            ("alphabeta:depth=8,depth=9", "twice"),
            ("alphabeta:time=soon", "time=soon"),
            ("alphabeta:hash=1", "hash=1"),
            (
                "alphabeta:eval=",
                "eval=: write built-in or a file of weights",
            ),
            ("alphabeta:", "'' is not an option"),
            ("mcts:c=-1", "c=-1"),
            ("mcts:playouts=0", "playouts=0"),
            ("perfect", "tables=DIR"),
            ("solved:playouts=3", "with tables, proof, depth"),
            ("external:", "a program"),
            ("external:'./my engine", "a quote is not closed"),
        ] {
            let error = EngineSpec::read(text, Files::Allowed)
                .unwrap_err()
                .to_string();
            assert!(error.contains(part), "{text}: {error}");
        }
    }

    #[test]
    fn unless_files_are_allowed_none_is_named() {
        for text in [
            "alphabeta:eval=some/weights.eval",
            "alphabeta:depth=3,eval=/dev/ptmx",
            "mcts:playouts=10,eval=/dev/ptmx",
            "perfect:tables=some/where",
            "perfect:tables=some/where,eval=a.eval",
            "solved:tables=some/where",
            "solved:proof=a.complete",
            "solved:eval=some/weights.eval",
            "external:./engine",
            "external:",
        ] {
            let error = text.parse::<EngineSpec>().unwrap_err().to_string();
            assert!(
                !error.contains("some") && error.contains("not"),
                "{text}: {error}"
            );
        }
        for text in ["mcts:eval=built-in", "solved", "strong"] {
            assert!(text.parse::<EngineSpec>().is_ok(), "{text}");
        }
    }

    #[test]
    fn engines_by_tables_have_the_defaults_of_their_text() {
        for name in EngineSpec::BY_TABLES {
            let text = format!("{name}:tables=some/where");
            let read = EngineSpec::read(&text, Files::Allowed).unwrap();
            assert_eq!(EngineSpec::by_tables(name, "some/where".into()), Some(read));
        }
        assert_eq!(EngineSpec::by_tables("greedy", "some/where".into()), None);
    }
}
