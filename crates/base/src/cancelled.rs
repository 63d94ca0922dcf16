//! That work was told to stop.

/// The work was told to stop before it had its result; [`Monitor::cancelled`](crate::Monitor::cancelled)
/// said so, or another part of it has the answer already. The one way to say it: errors that have other
/// causes too have a variant that holds this.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("cancelled")]
pub struct Cancelled;
