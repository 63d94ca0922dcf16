//! Search over the rounds of a joint game under the open commit order: sente commits, gote sees it.
//!
//! Play may go on for ever here, so nothing found under a repetition may be kept (the
//! graph-history-interaction problem; A. Kishimoto and M. Müller, *A general solution to the graph
//! history interaction problem*, 2004). It does not arise: what is searched is the game broken off
//! after a number of rounds, in which breaking off and endless rounds cost one fixed side
//! ([`Charged`]) everything that is left. No state recurs in it, and what is proven *for* the
//! charged side holds of the whole game: a finite tree proves it.

mod bounds;
mod deepening;
mod expand;
mod search;
mod worker;

use crate::JointGame;

pub use deepening::{Deepening, Intervals};
pub use search::{RoundSearch, Tested};

/// A joint game whose states fit a table.
pub trait SearchableJoint: JointGame {
    /// REQUIRED. The state in 128 bits; different states have different ones.
    fn code(&self, state: &Self::State) -> u128;

    /// OPTIONAL. The margin of sente in a state where infinite play, of any length, costs the charged
    /// side everything left, if it is known (from an endgame table, say). Asked for every state
    /// that a round leads to: it should be quick to say no. Without it everything is searched.
    #[inline]
    fn known(&self, state: &Self::State, charged: Charged) -> Option<i32> {
        let _ = (state, charged);
        None
    }
}

/// Whom play that does not end costs everything that is left, in a given state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Charged {
    /// The side that commits first there.
    Sente,
    /// The other side.
    Gote,
}

impl Charged {
    /// The same side as seen from the next state.
    #[inline]
    #[must_use]
    fn after(self, passes: bool) -> Charged {
        match (self, passes) {
            (Charged::Sente, true) | (Charged::Gote, false) => Charged::Gote,
            (Charged::Gote, true) | (Charged::Sente, false) => Charged::Sente,
        }
    }

    /// The margin of sente if play does not end and `bound` is left.
    #[inline]
    fn margin(self, bound: i32) -> i32 {
        match self {
            Charged::Sente => -bound,
            Charged::Gote => bound,
        }
    }

    /// The tag that tells the two searches of a state apart in a table.
    #[inline]
    fn tag(self) -> u16 {
        match self {
            Charged::Sente => 1,
            Charged::Gote => 2,
        }
    }
}
