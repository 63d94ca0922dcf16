//! Games and engines with their options, as `games` and `engines` list them.

use std::borrow::Cow;
use std::fmt::Write;

use textwrap::WordSplitter;

use super::draw::{BOLD, DIM};
use super::output::WIDTH;

/// The indentation of the description of an option.
const INDENT: &str = "        ";

/// Returns the lines of a text that is wrapped to the width left by `before` columns.
fn wrapped(text: &str, before: usize) -> Vec<Cow<'_, str>> {
    let options = textwrap::Options::new(WIDTH - before);
    textwrap::wrap(text, options.word_splitter(WordSplitter::NoHyphenation))
}

/// Appends a name and its description, which is wrapped beside it.
pub(super) fn push_entry(text: &mut String, name: &str, width: usize, about: &str) {
    for (number, line) in wrapped(about, width).iter().enumerate() {
        let name = if number == 0 { name } else { "" };
        let _ = writeln!(text, "{BOLD}{name:width$}{BOLD:#}{line}");
    }
}

/// Appends an option: its allowed values, then its description and its default.
pub(super) fn push_option(
    text: &mut String,
    (name, allowed): (&str, &str),
    about: &str,
    default: Option<&str>,
) {
    let _ = writeln!(text, "    {name}={allowed}");
    let default = match default {
        Some(default) => format!("[default: {default}]"),
        None => "[required]".to_owned(),
    };
    for line in wrapped(&format!("{about} {default}"), INDENT.len()) {
        let _ = writeln!(text, "{INDENT}{DIM}{line}{DIM:#}");
    }
}
