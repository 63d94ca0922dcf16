//! The identity of states in tables.

/// Identifies a state in a table: 128 bits and a tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Key {
    /// The state, packed.
    pub bits: u128,
    /// What else tells searches of it apart: how deep, or for whom.
    pub tag: u16,
}

/// Gives the states of a game keys for tables; most often the game itself.
pub trait Keyed<S>: Sync {
    /// REQUIRED. The key of a state. Two states may share a key only if each is the other with the
    /// names of the sides exchanged: then they have the same margins for the side to move, and the
    /// same moves in the same order. Nothing else may: what a table holds of a key is taken for proven
    /// of every state that has it.
    ///
    /// Searches of joint games set the tag; it must be 0.
    fn key(&self, state: &S) -> Key;
}
