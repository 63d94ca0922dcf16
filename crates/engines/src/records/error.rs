//! Errors of records.

use std::io;
use std::path::{Path, PathBuf};

use sowlab_base::files::LockError;

use super::place::header_path;

/// The error of records that cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// The file system returns an error.
    #[error("{path}: {error}")]
    File {
        /// The file.
        path: PathBuf,
        /// The reason.
        error: io::Error,
    },
    /// Another process writes to the file, or the file cannot be locked.
    #[error(transparent)]
    Lock(#[from] LockError),
    /// The file exists already.
    #[error("{0} exists; resume it with --resume, or name another file")]
    Exists(PathBuf),
    /// A line is not a record.
    #[error("{path}, line {line}: {reason}")]
    Line {
        /// The file.
        path: PathBuf,
        /// The number of the line, from 1.
        line: usize,
        /// The reason.
        reason: String,
    },
    /// The file has the records of another tournament.
    #[error("{path} has the games of another tournament: {what} was {was}, not {is}")]
    Other {
        /// The file.
        path: PathBuf,
        /// The name of the setting that differs.
        what: String,
        /// The setting in the file.
        was: String,
        /// The setting of this tournament.
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
            "not a game of a tournament, or its header {} is missing",
            header_path(path).display()
        ),
    }
}

pub(super) fn no_file(path: &Path) -> RecordError {
    RecordError::Line {
        path: path.to_owned(),
        line: 1,
        reason: "not a regular file".into(),
    }
}
