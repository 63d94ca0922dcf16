//! The identity of states in tables.

/// The identity of a state in a table: 128 bits and a tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Key {
    /// The state, packed.
    pub bits: u128,
    /// The tag that distinguishes searches of one state: by depth, or by player.
    pub tag: u16,
}

/// The keys of the states of a game in tables; usually the game itself implements it.
pub trait Keyed<S>: Sync {
    /// REQUIRED. Returns the key of a state. Two states may share a key only if each is the other with the names of the
    /// sides exchanged. They then have equal margins for the side to move, and equal moves in the same order. A table
    /// entry is taken as proven for every state with its key.
    ///
    /// Searches of joint games set the tag; it must be 0.
    fn key(&self, state: &S) -> Key;
}
