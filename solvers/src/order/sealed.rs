//! What is committed.

/// A choice sealed by the follower, and what it takes instead if the leader has
/// made the first impossible (both want the same thing: the leader has it).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Sealed<C> {
    /// What is taken where it is legal.
    pub choice: C,
    /// What is taken otherwise; `None` if the first is always legal.
    pub otherwise: Option<C>,
}
