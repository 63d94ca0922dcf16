//! What a command prints on standard output.

use std::io::{self, Write};

use clap::ValueEnum;
use serde::Serialize;

use super::failure::Failure;

/// For whom to print.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people, in colour on a terminal (unless NO_COLOR is set)
    Text,
    /// For programs: one JSON document
    Json,
}

/// The result of a command, ready for both formats.
pub struct Document {
    text: String,
    json: String,
    interrupted: bool,
    refused: Option<String>,
    failed: Option<String>,
}

impl Document {
    /// A result as text (which may be coloured) and as data.
    pub fn new(text: String, data: &impl Serialize) -> Document {
        Document {
            text,
            json: serde_json::to_string_pretty(data).expect("plain data is JSON"),
            interrupted: false,
            refused: None,
            failed: None,
        }
    }

    /// Marks the result as what was finished before an interruption.
    #[must_use]
    pub fn interrupted_if(mut self, interrupted: bool) -> Document {
        self.interrupted = interrupted;
        self
    }

    /// Marks the result as a refusal of the input: the data are printed, text is not, and the
    /// command fails with this line.
    #[must_use]
    pub fn refused_if(mut self, reason: Option<String>) -> Document {
        self.refused = reason;
        self
    }

    /// Marks the result as one that is not as it should be: it is printed, and the command fails with
    /// this line.
    #[must_use]
    pub fn failed_if(mut self, reason: Option<String>) -> Document {
        self.failed = reason;
        self
    }

    pub(super) fn failed(&self) -> Option<&str> {
        self.failed.as_deref()
    }

    pub(super) fn refused(&self) -> Option<&str> {
        self.refused.as_deref()
    }

    pub(super) fn interrupted(&self) -> bool {
        self.interrupted
    }

    pub(super) fn print(&self, format: Format) -> Result<(), Failure> {
        let mut out = anstream::stdout().lock();
        match format {
            Format::Text if self.refused.is_some() => {}
            Format::Text => out.write_all(self.text.as_bytes())?,
            Format::Json => writeln!(out, "{}", self.json)?,
        }
        out.flush()?;
        Ok(())
    }
}

/// Prints bytes as they are.
pub(super) fn raw(bytes: &[u8]) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    out.write_all(bytes)?;
    out.flush()?;
    Ok(())
}
