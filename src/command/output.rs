//! The standard output of a command.

use std::io::{self, Write};
use std::path::Path;

use clap::ValueEnum;
use schemars::JsonSchema;
use serde::Serialize;
use sowlab_base::files::{LockError, OutputLock, is_owned};

use super::failure::{Failure, Finished};
use sowlab_analysis::tables::is_table;

/// The maximum width of a printed line, where it can be kept.
pub(super) const WIDTH: usize = 80;

/// For whom to print.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people; in colour on a terminal unless NO_COLOR is set
    Text,
    /// For programs: one JSON document
    Json,
}

/// The version of the documents, which increases when a field changes its meaning or is removed. docs/schemas describes
/// them.
const VERSION: u32 = 1;

#[derive(Serialize, JsonSchema)]
pub(crate) struct Versioned<'a, T> {
    version: u32,
    #[serde(flatten)]
    data: &'a T,
}

/// The document of a command that prints a text.
#[derive(Serialize, JsonSchema)]
pub(crate) struct TextDocument<'a> {
    /// The text.
    text: &'a str,
}

/// The result of a command, for both formats.
pub struct Document {
    text: String,
    json: String,
    interrupted: Option<Finished>,
    refused: Option<String>,
    failed: Option<String>,
}

impl Document {
    /// Creates a result as text (which may be coloured) and as data.
    pub fn new(text: String, data: &impl Serialize) -> Document {
        let data = Versioned {
            version: VERSION,
            data,
        };
        Document {
            text,
            json: serde_json::to_string_pretty(&data).expect("plain data is JSON"),
            interrupted: None,
            refused: None,
            failed: None,
        }
    }

    /// Creates a text for other programs, which is printed unchanged. As data it is the field `text`.
    pub(super) fn verbatim(bytes: Vec<u8>) -> Document {
        let text = String::from_utf8_lossy(&bytes);
        Document::new(text.clone().into_owned(), &TextDocument { text: &text })
    }

    /// Marks the result as the completed part of interrupted work.
    #[must_use]
    pub fn interrupted_if(mut self, interrupted: bool) -> Document {
        self.interrupted = interrupted.then_some(Finished::Printed);
        self
    }

    /// Names the file or folder, if any, from which interrupted work can be resumed.
    #[must_use]
    pub fn kept_in(mut self, path: Option<&Path>) -> Document {
        if let (Some(finished), Some(path)) = (&mut self.interrupted, path) {
            *finished = Finished::In(path.to_owned());
        }
        self
    }

    /// Marks the result as a refusal of the input: the data are printed, the text is not, and the command fails with
    /// this line.
    #[must_use]
    pub fn refused_if(mut self, reason: Option<String>) -> Document {
        self.refused = reason;
        self
    }

    /// Marks the result as wrong: it is printed, and the command fails with this line.
    #[must_use]
    pub fn failed_if(mut self, reason: Option<String>) -> Document {
        self.failed = reason;
        self
    }

    /// Removes the text if another output replaces it on standard output.
    #[must_use]
    pub(super) fn silent_if(mut self, silent: bool) -> Document {
        if silent {
            self.text.clear();
        }
        self
    }

    pub(super) fn failed(&self) -> Option<&str> {
        self.failed.as_deref()
    }

    pub(super) fn refused(&self) -> Option<&str> {
        self.refused.as_deref()
    }

    pub(super) fn interrupted(&self) -> Option<&Finished> {
        self.interrupted.as_ref()
    }

    /// Returns the data as they are printed.
    pub(super) fn data(&self) -> String {
        format!("{}\n", self.json)
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

/// The paths that name standard output; `./-` is a file.
const STANDARD_OUTPUT: [&str; 4] = ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"];

/// Returns whether a path names standard output.
pub(super) fn is_standard_output(path: &Path) -> bool {
    STANDARD_OUTPUT.iter().any(|name| path == Path::new(name))
}

/// Refuses standard output where an option needs a file or folder.
pub(super) fn refuse_standard_output(option: &str, path: &Path) -> Result<(), Failure> {
    check_not_standard_output(path)
        .map_err(|error| Failure::input(option, format!("{}: {error}", path.display())))
}

/// Returns an error if a path names standard output.
pub(super) fn check_not_standard_output(path: &Path) -> io::Result<()> {
    match is_standard_output(path) {
        true => Err(io::Error::new(
            io::ErrorKind::InvalidInput,
            "cannot be standard output; name a file or directory (./- for one that is called -)",
        )),
        false => Ok(()),
    }
}

/// Verifies before the work that the file of an option can be written.
pub(super) fn try_file(option: &str, path: &Path) -> Result<(), Failure> {
    refuse_standard_output(option, path)?;
    // A folder or a device would be replaced by a regular file.
    if path.exists() && !path.is_file() {
        let reason = format!(
            "{}: not a regular file, and only those can be replaced",
            path.display()
        );
        return Err(Failure::input(option, reason));
    }
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    if let Some(kept) = work_of_ours(folder, path) {
        let reason = format!(
            "{}: exists and is {kept}; name another file",
            path.display()
        );
        return Err(Failure::input(option, reason));
    }
    try_writing(option, folder)
}

/// Returns the kind of an existing file of this program that no output may replace; `None` for other files.
fn work_of_ours(folder: &Path, path: &Path) -> Option<&'static str> {
    if is_table(path) {
        return Some("an endgame table");
    }
    (path.exists() && is_owned(folder)).then_some("part of a directory that sowlab manages")
}

/// Locks a file that an option names and that is replaced repeatedly, against other processes.
pub(super) fn lock(option: &str, path: &Path) -> Result<OutputLock, Failure> {
    try_file(option, path)?;
    OutputLock::of_file(path).map_err(|error| match &error {
        LockError::File { error: cause, .. } => Failure::file(option, &error, cause),
        LockError::Busy(_) => Failure::Other(format!("{option}: {error}")),
    })
}

/// Verifies that files can be written in the folder that an option names, and creates the folder if it is missing.
pub(super) fn try_folder(option: &str, folder: &Path) -> Result<(), Failure> {
    refuse_standard_output(option, folder)?;
    std::fs::create_dir_all(folder)
        .map_err(|error| Failure::input(option, format!("{}: {error}", folder.display())))?;
    try_writing(option, folder)
}

fn try_writing(option: &str, folder: &Path) -> Result<(), Failure> {
    // The file has no name, so that nothing of it remains.
    match tempfile::tempfile_in(folder) {
        Ok(_) => Ok(()),
        Err(error) => {
            // The reason leaves out the name of the file that was tried.
            let reason = io::Error::from(error.kind());
            let folder = folder.display();
            let reason = format!("cannot write in {folder}: {reason}");
            Err(Failure::input(option, reason))
        }
    }
}
