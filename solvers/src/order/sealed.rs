//! What is committed.

/// A choice sealed by the side without sente, and what it takes instead if the side with sente has
/// made the first impossible (both want the same thing: sente has it).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Sealed<C> {
    /// What is taken where it is legal.
    pub choice: C,
    /// What is taken otherwise; `None` if the first is always legal.
    pub otherwise: Option<C>,
}

/// What a side commits to in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action<C> {
    /// A choice that the other side's cannot make impossible.
    Choice(C),
    /// A choice sealed by the side without sente.
    Sealed(Sealed<C>),
}
