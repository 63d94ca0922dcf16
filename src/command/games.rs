//! `sowlab games`.

use std::fmt::Write;

use super::draw::{BOLD, DIM};
use super::output::{Document, WIDTH};
use sowlab_games::catalog::{GameOption, GamesDocument, ListedGame};

/// The indentation of the description of an option.
const INDENT: &str = "        ";

/// Returns the lines of a text that is wrapped to the width left by `before` columns.
fn wrapped(text: &str, before: usize) -> Vec<std::borrow::Cow<'_, str>> {
    textwrap::wrap(text, WIDTH - before)
}

/// Returns whether two games have options of the same names.
fn alike(one: &ListedGame, other: &ListedGame) -> bool {
    let names = |game: &ListedGame| -> Vec<&str> {
        game.options.iter().map(|option| option.name).collect()
    };
    !one.options.is_empty() && names(one) == names(other)
}

pub(super) fn run() -> Document {
    let mut text = String::new();
    let document = GamesDocument::list();
    let names = document.games.iter().map(|entry| entry.name.len());
    let width = names.max().unwrap_or(0) + 2;
    for (place, entry) in document.games.iter().enumerate() {
        let about = format!("{} ({} family)", entry.about, entry.family);
        let name = format!("{:width$}", entry.name);
        let empty = " ".repeat(width);
        for (number, line) in wrapped(&about, name.len()).iter().enumerate() {
            let name = if number == 0 { &name } else { &empty };
            let _ = writeln!(text, "{BOLD}{name}{BOLD:#}{line}");
        }
        let like = document.games[..place]
            .iter()
            .find(|&other| alike(other, entry));
        if let Some(like) = like {
            let _ = writeln!(
                text,
                "    the options of {}, where not said otherwise",
                like.name
            );
        }
        let said = |option: &&GameOption| like.is_some_and(|like| like.options.contains(option));
        for option in entry.options.iter().filter(|option| !said(option)) {
            let GameOption {
                name,
                allowed,
                default,
                about,
            } = option;
            let _ = writeln!(text, "    {name}={allowed}");
            for line in wrapped(&format!("{about} [default: {default}]"), INDENT.len()) {
                let _ = writeln!(text, "{INDENT}{DIM}{line}{DIM:#}");
            }
        }
    }
    text.push_str("\nOptions follow the name: stones:holes=7,seeds=4,both-out=end\n");
    Document::new(text, &document)
}
