//! That work was told to stop.

/// The work was told to stop before it had its result; [`Monitor::cancelled`](crate::Monitor::cancelled)
/// said so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("cancelled")]
pub struct Cancelled;
