//! Errors of checks.

use std::path::Path;

use crate::reason::Reason;

/// The result of a check, or the reason for which it failed.
pub type Result<T, E = CheckError> = std::result::Result<T, E>;

/// The error of a check.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.reason())]
pub enum CheckError {
    /// The input is invalid: missing, unreadable, damaged, of another game or format.
    Input(Reason),
    /// The input was read, but a statement in it does not hold.
    Refused(Reason),
}

impl CheckError {
    /// Returns the reason.
    pub fn reason(&self) -> &Reason {
        match self {
            CheckError::Input(reason) | CheckError::Refused(reason) => reason,
        }
    }

    /// Adds the file to an error.
    pub fn of(self, file: &Path) -> CheckError {
        let in_file = |reason| Reason::File {
            file: file.display().to_string(),
            reason: Box::new(reason),
        };
        match self {
            CheckError::Input(reason) => CheckError::Input(in_file(reason)),
            CheckError::Refused(reason) => CheckError::Refused(in_file(reason)),
        }
    }
}

impl From<std::io::Error> for CheckError {
    fn from(error: std::io::Error) -> CheckError {
        CheckError::Input(Reason::Unreadable {
            cause: printable(error),
        })
    }
}

/// A statement does not hold for this reason.
impl From<Reason> for CheckError {
    fn from(reason: Reason) -> CheckError {
        CheckError::Refused(reason)
    }
}

/// Returns a text from a file or the system without control characters.
pub(crate) fn printable(text: impl ToString) -> String {
    text.to_string().replace(char::is_control, " ")
}

/// Returns the error of invalid input, unless this holds.
pub fn input_unless(holds: bool, reason: Reason) -> Result<()> {
    if holds {
        Ok(())
    } else {
        Err(CheckError::Input(reason))
    }
}

/// Returns the error of a wrong statement, unless this holds.
pub fn refuse_unless(holds: bool, reason: Reason) -> Result<()> {
    if holds {
        Ok(())
    } else {
        Err(CheckError::Refused(reason))
    }
}
