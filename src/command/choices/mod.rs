//! `--choices`: the value of every choice, as data, as text and as CSV.

mod cells;
mod csv;
mod matrix;
mod text;

use sowlab_findings::Choices;
use std::path::PathBuf;

use clap::Args;

use super::failure::Failure;
use super::output::Format;
use super::target::Target;

pub(super) use text::{
    estimate_text, evidence_text, in_line, interval_text, of_chooser, readings_text,
    row_under_holes, text,
};

/// What `show`, `solve` and `tables probe` have in common.
#[derive(Debug, Args)]
pub(super) struct ChoicesArguments {
    /// Compute the value and the best reply of every move, in an opening also under the pie rule
    #[arg(long)]
    choices: bool,
    /// Compute the value of every reply to every move (implies --choices)
    #[arg(long)]
    replies: bool,
    /// Write the values of --choices or --replies to this CSV file; - for standard output
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
}

impl ChoicesArguments {
    /// Returns whether choices are to be valued.
    pub(super) fn wanted(&self) -> bool {
        self.choices || self.replies
    }

    /// Returns whether replies are to be valued.
    pub(super) fn replies(&self) -> bool {
        self.replies
    }

    /// Returns the CSV file of the values. Refuses a file that would not be written, or that cannot be written.
    pub(super) fn table(&self, format: Format) -> Result<Table<'_>, Failure> {
        match &self.csv {
            Some(_) if !self.wanted() => Err(Failure::input(
                "--csv",
                "there are no values to write; add --choices or --replies",
            )),
            Some(path) => Ok(Table(Some(Target::new("--csv", path, format)?))),
            None => Ok(Table(None)),
        }
    }
}

/// The CSV file of the values, if one is requested.
pub(super) struct Table<'a>(Option<Target<'a>>);

impl Table<'_> {
    /// Returns whether it replaces the text on standard output.
    pub(super) fn is_standard_output(&self) -> bool {
        self.0.is_some_and(|target| target.is_standard_output())
    }

    /// Writes the file, if one is requested.
    pub(super) fn write(&self, choices: &Choices) -> Result<(), Failure> {
        match &self.0 {
            Some(target) => target.write("--csv", &csv::table(choices)?),
            None => Ok(()),
        }
    }
}
