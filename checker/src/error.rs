//! How a check can end other than well.

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
        CheckError::Input(reason.to_string())
    }

    /// Something does not hold.
    pub fn refused(reason: impl ToString) -> CheckError {
        CheckError::Refused(reason.to_string())
    }
}
