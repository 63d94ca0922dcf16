//! How a check can end other than well.

use std::path::Path;

/// A check did not succeed.
#[derive(Debug, thiserror::Error)]
pub enum CheckError {
    /// The input cannot be read: missing, damaged, of another game or format.
    #[error("{0}")]
    Input(String),
    /// The input was read, and something that it says does not hold.
    #[error("{0}")]
    Refused(String),
}

impl CheckError {
    /// The input cannot be read.
    pub fn input(reason: impl ToString) -> CheckError {
        CheckError::Input(reason.to_string().replace(char::is_control, " "))
    }

    /// Input that cannot be read, unless this holds.
    pub fn input_unless(holds: bool, reason: impl ToString) -> Result<(), CheckError> {
        if holds { Ok(()) } else { Err(CheckError::input(reason)) }
    }

    /// Something is wrong, unless this holds.
    pub fn refuse_unless(holds: bool, reason: impl ToString) -> Result<(), CheckError> {
        if holds { Ok(()) } else { Err(CheckError::Refused(reason.to_string())) }
    }

    /// The same, about this file.
    #[must_use]
    pub fn of(self, file: &Path) -> CheckError {
        let file = file.display();
        match self {
            CheckError::Input(reason) => CheckError::Input(format!("{file}: {reason}")),
            CheckError::Refused(reason) => CheckError::Refused(format!("{file}: {reason}")),
        }
    }
}

impl From<std::io::Error> for CheckError {
    fn from(error: std::io::Error) -> CheckError {
        CheckError::input(error)
    }
}
