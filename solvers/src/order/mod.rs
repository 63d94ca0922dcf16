//! Commit orders, which turn a game of rounds into one in which one side moves at a time.

mod choices;
mod open;
mod pie;

use std::fmt;

pub use choices::{Choices, SealedChoice};
pub use open::{Open, OpenOracle, OpenState};
pub use pie::{OpenPie, PieGame, PieMove, PieState};

/// The order in which the sides commit, and the information of each. The legal joint moves and the resolution of a
/// round are equal under all orders.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CommitOrder {
    /// The leader commits first, and the follower sees its choice.
    Open,
    /// The follower commits first, and the leader sees its choice.
    Reverse,
    /// Neither side sees the other's choice. A follower's choice that collides with the leader's is replaced by its
    /// fallback ([`SealedChoice`]).
    Sealed,
}

impl CommitOrder {
    /// All commit orders.
    pub const ALL: [CommitOrder; 3] =
        [CommitOrder::Open, CommitOrder::Reverse, CommitOrder::Sealed];
}

impl fmt::Display for CommitOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            CommitOrder::Open => "open",
            CommitOrder::Reverse => "reverse",
            CommitOrder::Sealed => "sealed",
        })
    }
}
