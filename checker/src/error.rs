//! Errors of checks.

use std::path::Path;

/// The result of a check, or the reason for which it failed.
pub type Result<T, E = CheckError> = std::result::Result<T, E>;

/// The error of a check.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub enum CheckError {
    /// The input is invalid: missing, damaged, of another game or format.
    Input(String),
    /// The input cannot be read.
    Io(#[from] std::io::Error),
    /// The input was read, but a statement in it does not hold.
    Refused(String),
}

impl CheckError {
    /// Creates the error of invalid input.
    pub fn input(reason: impl ToString) -> CheckError {
        CheckError::Input(reason.to_string().replace(char::is_control, " "))
    }

    /// Adds the file to an error.
    pub fn of(self, file: &Path) -> CheckError {
        let same = if let CheckError::Refused(_) = self {
            CheckError::Refused
        } else {
            CheckError::Input
        };
        same(format!("{}: {self}", file.display()))
    }
}

/// Returns the error of invalid input, unless this holds.
pub fn input_unless(holds: bool, reason: impl ToString) -> Result<()> {
    if holds {
        Ok(())
    } else {
        Err(CheckError::input(reason))
    }
}

/// Returns the error of a wrong statement, unless this holds.
pub fn refuse_unless(holds: bool, reason: impl ToString) -> Result<()> {
    if holds {
        Ok(())
    } else {
        Err(CheckError::Refused(reason.to_string()))
    }
}
