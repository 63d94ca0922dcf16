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

use std::fmt;

use serde::{Deserialize, Serialize};

use super::proof::Numbers;
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

    /// OPTIONAL. Begins to bring what [`known`](SearchableJoint::known) looks up nearer to the
    /// processor, and says whether it will know the margin. Called for all rounds of a state before
    /// they are looked up, so that they are waited for together. Without it each is waited for.
    #[inline]
    fn touch(&self, state: &Self::State) -> bool {
        let _ = state;
        false
    }

    /// OPTIONAL. Whether all margins from a state on are odd where its bound is, and even where it
    /// is even. Then half as many questions are asked. Without it nothing is assumed.
    #[inline]
    fn margins_have_parity_of_bound(&self) -> bool {
        false
    }

    /// OPTIONAL. How much work it may be to prove and to refute that a side gains `need` or more,
    /// before anything is searched: neither number 0. Only the time to a proof depends on it.
    /// Without it: 1 and 1.
    #[inline]
    fn effort(&self, state: &Self::State, claimant: Charged, need: i32) -> Numbers {
        let _ = (state, claimant, need);
        Numbers {
            prove: 1,
            refute: 1,
        }
    }
}

/// Whom play that does not end costs everything that is left, in a given state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Charged {
    /// The side that commits first there.
    Sente,
    /// The other side.
    Gote,
}

impl fmt::Display for Charged {
    /// `sente` or `gote`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Charged::Sente => "sente",
            Charged::Gote => "gote",
        })
    }
}

impl Charged {
    /// The same side as seen from the next state.
    #[inline]
    #[must_use]
    pub(in crate::search) fn after(self, passes: bool) -> Charged {
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

    /// The margin of this side, from that of sente.
    #[inline]
    pub(in crate::search) fn margin_of(self, margin: i32) -> i32 {
        match self {
            Charged::Sente => margin,
            Charged::Gote => -margin,
        }
    }

    /// The tag that tells the two searches of a state apart in a table.
    #[inline]
    pub(super) fn tag(self) -> u16 {
        match self {
            Charged::Sente => 1,
            Charged::Gote => 2,
        }
    }

    /// The side with this [tag](Charged::tag).
    pub(super) fn of_tag(tag: u16) -> Option<Charged> {
        [Charged::Sente, Charged::Gote]
            .into_iter()
            .find(|side| side.tag() == tag)
    }
}
