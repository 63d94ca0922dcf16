//! What a search needs to know of a game beyond its moves.

use crate::{Game, Turn};

/// Identifies a state in a table: 128 bits and a tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Code {
    /// The state, packed.
    pub bits: u128,
    /// What else tells searches of it apart: how deep, or for whom.
    pub tag: u16,
}

/// A game whose states fit a table.
pub trait Searchable: Game {
    /// REQUIRED. The state as a code. Two states may share a code only if each is the other with
    /// the names of the sides exchanged: then they have the same margins for the side to move, and
    /// the same moves in the same order. Nothing else may: what a table knows of a code is taken
    /// for proven of every state that has it.
    fn code(&self, state: &Self::State) -> Code;

    /// OPTIONAL. The margin from a state on for the side to move, where it is known without a
    /// search, as from an endgame table; `code` is that of the state. Without it every state is
    /// searched.
    #[inline]
    fn known(&self, state: &Self::State, code: Code) -> Option<i32> {
        let _ = (state, code);
        None
    }

    /// OPTIONAL. Whether [`known`](Searchable::known) is likely to answer, and begins to bring what it
    /// looks at nearer to the processor: called for several states before they are asked about.
    /// Without it both tables are asked for.
    #[inline]
    fn touch(&self, state: &Self::State, code: Code) -> bool {
        let _ = (state, code);
        false
    }

    /// OPTIONAL. Whether a state takes less time to search than to look up in a table larger than the
    /// caches: it is then not kept. Without it every state is.
    #[inline]
    fn quick(&self, state: &Self::State) -> bool {
        let _ = state;
        false
    }

    /// OPTIONAL. A code whose best move is worth trying first where the table knows none for the
    /// state itself. Without it there is no such guess.
    fn related(&self, state: &Self::State) -> Option<Code> {
        let _ = state;
        None
    }

    /// OPTIONAL. How early to try a move that gains `gain` and after which the same side moves
    /// again or not: the greatest first, equal ones in the order of the list of moves. Only the
    /// time to a proof depends on it. Without it: another turn first, then by the gain.
    #[inline]
    fn promise(&self, chosen: Self::Move, after: &Self::State, gain: i32, turn: Turn) -> i32 {
        let _ = (chosen, after);
        gain + if turn == Turn::Same { 1 << 16 } else { 0 }
    }
}

/// The promise that play always ends: no state can be reached again from itself. What is proven of
/// a state then cannot depend on how it was reached, and may be kept in a table.
pub trait Acyclic: Game {}
