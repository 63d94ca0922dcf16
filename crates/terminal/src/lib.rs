//! The messages of the programs in a terminal: errors of arguments in one line, help, and notes.

use std::io::{self, Write as _};

/// The messages of parsers of numbers and times, with advice for people.
const PARSER_WORDS: [(&str, &str); 7] = [
    (
        "invalid digit found in string",
        "write a whole number, as in 3",
    ),
    (
        "cannot parse integer from empty string",
        "write a whole number, as in 3",
    ),
    (
        "number too large to fit in target type",
        "the number is too large",
    ),
    (
        "number would be zero for non-zero type",
        "the number must be at least 1",
    ),
    ("invalid float literal", "write a number, as in 2.5"),
    ("expected number at 0", "write a time, as in 10s or 2m"),
    ("value was empty", "write a time, as in 10s or 2m"),
];

/// Returns the message of the argument parser in one line.
pub fn argument_error(error: &clap::Error) -> String {
    let text = error.render().to_string();
    // The message, without the usage and the pointer to help that follow it.
    let parts: Vec<&str> = text
        .lines()
        .map(str::trim)
        .take_while(|line| !line.starts_with("Usage:") && !line.starts_with("For more"))
        .filter(|line| !line.starts_with("tip: to pass"))
        .filter(|line| !line.is_empty())
        .collect();
    let line = parts.join(" ").replace(" tip: ", "; ");
    let line = PARSER_WORDS
        .iter()
        .fold(line, |line, (words, better)| line.replace(words, better));
    line.strip_prefix("error: ").unwrap_or(&line).to_owned()
}

/// A line on standard error. That nobody reads it is no reason to stop work.
pub fn note(line: &str) {
    let _ = writeln!(io::stderr().lock(), "{line}");
}

/// Prints help or a version, which the argument parser hands over as an error.
///
/// # Errors
/// If standard output cannot be written.
pub fn print_help(help: &clap::Error) -> io::Result<()> {
    help.print()?;
    io::stdout().flush()
}
