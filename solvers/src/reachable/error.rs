//! Why states were not solved.

/// Why the states were not solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReachableError {
    /// The work was stopped from outside.
    #[error("interrupted")]
    Interrupted,
    /// There are more states than were allowed.
    #[error("more than {0} states can be reached")]
    TooMany(usize),
}
