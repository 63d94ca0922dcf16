//! States as numbers.

use crate::Successors;

/// How states are written as numbers.
pub trait Packing<S>: Sync {
    /// REQUIRED. How many bytes hold any state, 1 to 16.
    fn packed_bytes(&self) -> usize;

    /// REQUIRED. The number of a state, another one for each.
    fn pack(&self, state: &S) -> u128;

    /// REQUIRED. The state of a number that [`Packing::pack`] gave.
    fn unpack(&self, code: u128) -> S;
}

/// A game whose states can be written as numbers.
pub trait PackedStates: Successors {
    /// What writes them: the game itself, or the one of whose rounds this one has some.
    type Packing: Packing<Self::State>;

    /// REQUIRED. What writes them.
    fn packing(&self) -> &Self::Packing;
}
