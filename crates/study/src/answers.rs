//! The results that a directory holds, by kind.

use std::any::Any;
use std::path::Path;

use serde::de::DeserializeOwned;
use sowlab_base::files::read_limited;

use super::asked::Asked;
use super::error::StudyError;
use super::report::source::Source;

/// The most bytes of a file of results.
pub(super) const LONGEST: u64 = 1 << 30;

/// Where a result comes from.
#[derive(Clone, Debug)]
pub(super) struct Origin {
    /// The folder of its study, as part of a link.
    pub(super) folder: String,
    /// The command that made it, without options that make no difference to what is found.
    pub(super) command: String,
    pub(super) threads: usize,
    /// Its files.
    pub(super) files: Vec<String>,
}

impl Origin {
    /// The name of a file of its study, as a link.
    pub(super) fn link(&self, file: &str) -> String {
        format!("{}/{file}", self.folder)
    }

    /// A file of its own, and the command that made it.
    pub(super) fn source_of(&self, file: &str) -> Source {
        Source {
            data: self.link(file),
            command: self.command.clone(),
        }
    }
}

/// An experiment of any kind, and where its result is.
pub(super) struct Reference<'a> {
    pub(super) asked: Asked<'a>,
    /// The options of the kind, by which kinds are told apart.
    pub(super) options: &'a dyn Any,
    pub(super) origin: Origin,
}

/// All results of a directory.
pub(super) struct Answers<'a> {
    pub(super) directory: &'a Path,
    /// By folder and file name.
    pub(super) all: Vec<Reference<'a>>,
}

/// Reads a file of results.
///
/// # Errors
/// With the path.
pub(super) fn read_json<T: DeserializeOwned>(path: &Path) -> Result<T, StudyError> {
    let text = read_limited(path, LONGEST).map_err(|error| StudyError::unreadable(path, error))?;
    serde_json::from_slice(&text).map_err(|error| StudyError::unreadable(path, error))
}
