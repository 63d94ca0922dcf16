//! The built-in engines and their options, for help texts and error messages.

use super::defaults::{
    DEPTH, EXPLORATION, HASH, LEAST_HASH, LEAST_TREE, PLAYOUTS, SOLVED_HASH, SOLVED_TIME, TREE,
};
use crate::levels::{LEVELS, Level};
use crate::players::MOST_DEPTH;
use sowlab_base::MemorySize;

struct Listed {
    /// An example specification.
    example: &'static str,
    about: &'static str,
    options: Vec<String>,
}

/// The width of the lines in characters: that of a narrow terminal.
const WIDTH: usize = 80;

const BOOK: &str =
    "book=yes or no: plays optimally in the solved positions that ship with the program [no]";
const EVAL: &str = "eval=file of weights, or built-in: estimates margins (docs/engines.md) [none]";

fn search_options() -> Vec<String> {
    vec![
        format!("depth=1 to {MOST_DEPTH} choices ahead [{DEPTH} if no time is given]"),
        "time=how long to think about a move, as 100ms [no limit]".into(),
        format!(
            "hash=memory of its table, from {} on [{HASH}]",
            MemorySize::new(LEAST_HASH)
        ),
        EVAL.into(),
        BOOK.into(),
    ]
}

fn listed() -> Vec<Listed> {
    vec![
        Listed {
            example: "random",
            about: "any move, with equal chances",
            options: Vec::new(),
        },
        Listed {
            example: "greedy",
            about: "the best margin at once",
            options: Vec::new(),
        },
        Listed {
            example: "alphabeta:depth=8,hash=64M",
            about: "searches ahead",
            options: search_options(),
        },
        Listed {
            example: "mcts:playouts=10000,c=1.4",
            about: "Monte Carlo tree search",
            options: vec![
                format!("playouts=N a move, from 1 on [{PLAYOUTS} if no time is given]"),
                "time=how long to think about a move, as 100ms [no limit]".into(),
                format!(
                    "c=weight of exploration, 0 to 100 [{}]",
                    f64::from(EXPLORATION) / 1000.0
                ),
                format!(
                    "memory=the most for its tree, from {} on [{TREE}]",
                    MemorySize::new(LEAST_TREE)
                ),
                EVAL.into(),
                BOOK.into(),
            ],
        },
        Listed {
            example: "perfect:tables=DIR",
            about: "plays by endgame tables, above them as alphabeta",
            options: [
                vec!["tables=folder of the tables (must be given)".into()],
                search_options(),
            ]
            .concat(),
        },
        Listed {
            example: "solved:tables=DIR,proof=FILE",
            about: "holds what a complete proof and endgame tables secure",
            options: vec![
                "tables=folder of the tables [the default folder]".into(),
                "proof=a file of `sowlab proof export` [the one in that folder named after the game]".into(),
                format!(
                    "depth, time, hash, eval and book as of alphabeta, where nothing is secured [time={},hash={SOLVED_HASH},eval=built-in]",
                    humantime::format_duration(SOLVED_TIME)
                ),
            ],
        },
        Listed {
            example: "external:PROGRAM ARGUMENTS",
            about: "another program (docs/protocol.md)",
            options: Vec::new(),
        },
    ]
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

/// Appends an entry, wrapped for a terminal; lines after the first are indented.
fn push_wrapped(text: &mut String, entry: &str, indent: usize) {
    let indent = " ".repeat(indent);
    let options = textwrap::Options::new(WIDTH).subsequent_indent(&indent);
    text.push_str(&textwrap::fill(entry, options));
    text.push('\n');
}

/// Returns the engines with their options, allowed values and, in brackets, defaults.
pub fn engines_text() -> String {
    let mut text = String::from(
        "Levels, each the name of an engine, and their Elo over the level before in 55Stones:\n",
    );
    for Level {
        name,
        engine,
        about,
        gain,
        ..
    } in LEVELS
    {
        let gain = gain.map_or(String::new(), |gain| format!(": {gain}"));
        let entry = format!("  {name:10} {about} ({engine}){gain}");
        push_wrapped(&mut text, &entry, 13);
    }
    text += "Engines, their options and [defaults]:\n";
    for Listed {
        example,
        about,
        options,
    } in listed()
    {
        push_wrapped(&mut text, &format!("  {example:28} {about}"), 31);
        for option in options {
            push_wrapped(&mut text, &format!("      {option}"), 8);
        }
    }
    text
}
