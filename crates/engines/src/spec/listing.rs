//! The levels, the built-in engines and their options, as data.

use schemars::JsonSchema;
use serde::Serialize;

use super::defaults::{
    DEPTH, EXPLORATION, HASH, LEAST_HASH, LEAST_TREE, PLAYOUTS, SOLVED_HASH, SOLVED_TIME, TREE,
};
use crate::levels::LEVELS;
use crate::players::MOST_DEPTH;
use sowlab_base::MemorySize;

/// All levels and engines.
#[derive(Debug, Serialize, JsonSchema)]
pub struct EnginesDocument {
    /// The levels, weakest first.
    pub levels: Vec<ListedLevel>,
    /// The engines.
    pub engines: Vec<ListedEngine>,
}

/// A level: a name for an engine with its options.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ListedLevel {
    /// Its name, which is valid wherever an engine is.
    pub name: &'static str,
    /// The engine.
    pub engine: &'static str,
    /// A description of its play.
    pub about: &'static str,
    /// The measured gain in Elo over the level before in 55Stones; `null` for the first level.
    pub elo: Option<i32>,
    /// Half the width of the 95 % interval of `elo`.
    pub elo_error: Option<i32>,
}

/// An engine.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ListedEngine {
    /// Its name.
    pub name: &'static str,
    /// An example with options.
    pub example: &'static str,
    /// A description of its play.
    pub about: &'static str,
    /// Its options.
    pub options: Vec<EngineOption>,
}

/// An option of an engine.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct EngineOption {
    /// Its name.
    pub name: &'static str,
    /// The allowed values.
    pub allowed: String,
    /// The default; `null` if the option is required.
    pub default: Option<String>,
    /// The effect of the option.
    pub about: String,
}

/// Creates an option with a default.
fn option(
    name: &'static str,
    allowed: impl Into<String>,
    default: impl ToString,
    about: impl Into<String>,
) -> EngineOption {
    EngineOption {
        name,
        allowed: allowed.into(),
        default: Some(default.to_string()),
        about: about.into(),
    }
}

/// The defaults of a search.
struct SearchDefaults {
    depth: String,
    time: String,
    hash: MemorySize,
    eval: &'static str,
}

impl SearchDefaults {
    fn usual() -> SearchDefaults {
        SearchDefaults {
            depth: format!("{DEPTH} if no time is given"),
            time: "no limit".to_owned(),
            hash: HASH,
            eval: "none",
        }
    }

    fn of_solved() -> SearchDefaults {
        SearchDefaults {
            depth: "no limit".to_owned(),
            time: format!(
                "{} if no depth is given",
                humantime::format_duration(SOLVED_TIME)
            ),
            hash: SOLVED_HASH,
            eval: "built-in",
        }
    }
}

fn depth(default: &str) -> EngineOption {
    let allowed = format!("1..{MOST_DEPTH}");
    option("depth", allowed, default, "search depth in moves")
}

fn time(default: &str) -> EngineOption {
    option("time", "TIME", default, "time per move, as in 100ms or 2s")
}

fn eval(default: &str) -> EngineOption {
    let about = "learned weights that estimate margins (docs/engines.md)";
    option("eval", "built-in|FILE", default, about)
}

fn book() -> EngineOption {
    let about = "play optimally in the solved positions that ship with the program";
    option("book", "yes|no", "no", about)
}

fn search_options(defaults: &SearchDefaults) -> [EngineOption; 5] {
    let least = MemorySize::new(LEAST_HASH);
    [
        depth(&defaults.depth),
        time(&defaults.time),
        option(
            "hash",
            "SIZE",
            defaults.hash,
            format!("memory for the transposition table, {least} or more"),
        ),
        eval(defaults.eval),
        book(),
    ]
}

fn mcts_options() -> Vec<EngineOption> {
    let exploration = f64::from(EXPLORATION) / 1000.0;
    let least = MemorySize::new(LEAST_TREE);
    vec![
        option(
            "playouts",
            "N",
            format!("{PLAYOUTS} if no time is given"),
            "playouts per move, 1 or more",
        ),
        time("no limit"),
        option("c", "0..100", exploration, "weight of exploration"),
        option(
            "memory",
            "SIZE",
            TREE,
            format!("memory limit of the search tree, {least} or more"),
        ),
        eval("none"),
        book(),
    ]
}

fn listed() -> Vec<ListedEngine> {
    let engine = |name, example, about, options| ListedEngine {
        name,
        example,
        about,
        options,
    };
    let tables = EngineOption {
        name: "tables",
        allowed: "DIR".to_owned(),
        default: None,
        about: "directory with the endgame tables".to_owned(),
    };
    let default_tables = EngineOption {
        default: Some("the default directory".to_owned()),
        ..tables.clone()
    };
    let proof = option(
        "proof",
        "FILE",
        "the file in that directory named after the game",
        "proof written by `sowlab proof export`",
    );
    vec![
        engine("random", "random", "plays at random", Vec::new()),
        engine(
            "greedy",
            "greedy",
            "takes the best immediate margin",
            Vec::new(),
        ),
        engine(
            "alphabeta",
            "alphabeta:depth=8,hash=64M",
            "alpha-beta search",
            search_options(&SearchDefaults::usual()).into(),
        ),
        engine(
            "mcts",
            "mcts:playouts=10000,c=1.4",
            "Monte Carlo tree search",
            mcts_options(),
        ),
        engine(
            "perfect",
            "perfect:tables=DIR",
            "plays optimally where endgame tables reach, else as alphabeta",
            [tables]
                .into_iter()
                .chain(search_options(&SearchDefaults::usual()))
                .collect(),
        ),
        engine(
            "solved",
            "solved:tables=DIR,proof=FILE",
            "plays optimally where a proof and endgame tables reach, else as alphabeta",
            [default_tables, proof]
                .into_iter()
                .chain(search_options(&SearchDefaults::of_solved()))
                .collect(),
        ),
        engine(
            "external",
            "external:PROGRAM ARGUMENTS",
            "another program that speaks the engine protocol (docs/protocol.md)",
            Vec::new(),
        ),
    ]
}

impl EnginesDocument {
    /// Lists the levels and the engines.
    pub fn list() -> EnginesDocument {
        let level = |level: &crate::levels::Level| ListedLevel {
            name: level.name,
            engine: level.engine,
            about: level.about,
            elo: level.gain.map(|gain| gain.elo),
            elo_error: level.gain.map(|gain| gain.error),
        };
        EnginesDocument {
            levels: LEVELS.iter().map(level).collect(),
            engines: listed(),
        }
    }
}

/// Returns the names of the levels.
pub(super) fn levels() -> String {
    LEVELS.map(|level| level.name).join(", ")
}

/// Returns an example specification of every engine.
pub(super) fn examples() -> String {
    let examples: Vec<_> = listed().iter().map(|engine| engine.example).collect();
    examples.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::EngineSpec;
    use sowlab_games::Files;

    /// Returns the engines with their options, allowed values and, in brackets, defaults.
    #[test]
    fn listed_options_are_those_of_the_engines() {
        for engine in listed() {
            let own = EngineSpec::read(engine.example, Files::Allowed).unwrap();
            assert!(own.to_string().starts_with(engine.name), "{}", engine.name);
            for option in engine.options {
                let value = match (option.name, option.default.as_deref()) {
                    ("depth" | "playouts", _) => "5",
                    ("time", _) => "100ms",
                    ("tables" | "proof", _) => "some/where",
                    ("eval", _) => "built-in",
                    (_, default) => default.unwrap(),
                };
                let tables = match (engine.name, option.name) {
                    ("perfect", name) if name != "tables" => "tables=some/where,",
                    _ => "",
                };
                let text = format!("{}:{tables}{}={value}", engine.name, option.name);
                EngineSpec::read(&text, Files::Allowed).unwrap();
            }
        }
    }
}
