//! Why states were not solved.

use crate::Cancelled;

/// Why the states were not solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReachableError {
    /// The monitor cancelled.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
    /// There are more states than were allowed.
    #[error("more than {0} states can be reached")]
    TooMany(usize),
}
