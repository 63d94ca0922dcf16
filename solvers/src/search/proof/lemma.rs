//! What proofs are made of.

use serde::{Deserialize, Serialize};

use crate::Player;

/// A claim on a position of a layered game: that a side gains at least a margin over the other from
/// there on, where infinite play costs that side everything left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Lemma {
    /// The layer of the position.
    pub layer: u32,
    /// Its rank.
    pub rank: u64,
    /// Whose claim it is: [`Player::Leader`] stands for the side to move.
    pub claimant: Player,
    /// The margin of the claimant.
    pub need: i32,
}
