//! States as numbers.

use crate::JointGame;

/// States that can be written as numbers.
pub trait PackedStates: JointGame {
    /// REQUIRED. How many bytes hold any state, 1 to 16.
    fn packed_bytes(&self) -> usize;

    /// REQUIRED. The number of a state, another one for each.
    fn pack(&self, state: &Self::State) -> u128;

    /// REQUIRED. The state of a number that [`PackedStates::pack`] gave.
    fn unpack(&self, code: u128) -> Self::State;
}
