//! How a check can end other than well.

use std::path::Path;

/// What was asked for, or why a check did not succeed.
pub type Result<T, E = CheckError> = std::result::Result<T, E>;

/// A check did not succeed.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub enum CheckError {
    /// The input cannot be read: missing, damaged, of another game or format.
    Input(String),
    /// The input cannot be read at all.
    Io(#[from] std::io::Error),
    /// The input was read, and something that it says does not hold.
    Refused(String),
}

impl CheckError {
    /// The input cannot be read.
    pub fn input(reason: impl ToString) -> CheckError {
        CheckError::Input(reason.to_string().replace(char::is_control, " "))
    }

    /// The same, about this file.
    pub fn of(self, file: &Path) -> CheckError {
        let same = if let CheckError::Refused(_) = self {
            CheckError::Refused
        } else {
            CheckError::Input
        };
        same(format!("{}: {self}", file.display()))
    }
}

/// Input that cannot be read, unless this holds.
pub fn input_unless(holds: bool, reason: impl ToString) -> Result<()> {
    if holds {
        Ok(())
    } else {
        Err(CheckError::input(reason))
    }
}

/// Something is wrong, unless this holds.
pub fn refuse_unless(holds: bool, reason: impl ToString) -> Result<()> {
    if holds {
        Ok(())
    } else {
        Err(CheckError::Refused(reason.to_string()))
    }
}
