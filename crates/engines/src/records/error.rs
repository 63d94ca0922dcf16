//! What can be wrong with records.

use std::io;
use std::path::{Path, PathBuf};

use sowlab_base::files::LockError;

use super::place::header_path;

/// Why records cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// The file system refuses.
    #[error("{path}: {error}")]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// Another process writes to the file, or its lock fails.
    #[error(transparent)]
    Lock(#[from] LockError),
    /// There is a file already.
    #[error("{0} exists already: continue it with --resume")]
    Exists(PathBuf),
    /// A line that is no record.
    #[error("{path}, line {line}: {reason}")]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        reason: String,
    },
    /// The records of another tournament.
    #[error("{path} has the games of another tournament: {what} was {was}, not {is}")]
    Other {
        /// The file.
        path: PathBuf,
        /// Which part of the setting differs.
        what: String,
        /// What it is in the file.
        was: String,
        /// What it is now.
        is: String,
    },
}

pub(super) fn at(path: &Path) -> impl Fn(io::Error) -> RecordError + '_ {
    move |error| RecordError::File {
        path: path.to_owned(),
        error,
    }
}

pub(super) fn no_header(path: &Path) -> RecordError {
    RecordError::Line {
        path: path.to_owned(),
        line: 1,
        reason: format!(
            "no game of a tournament, or {} is missing, which --out writes beside it",
            header_path(path).display()
        ),
    }
}

pub(super) fn no_file(path: &Path) -> RecordError {
    RecordError::Line {
        path: path.to_owned(),
        line: 1,
        reason: "this is no file that could hold games".into(),
    }
}
