//! The two sides as seen from a state.

use std::fmt;
use std::ops::Not;

use serde::{Deserialize, Serialize};

use super::turn::Turn;

/// One of the two sides, relative to a state: the same side may be the other player in the next state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Player {
    /// The side to move; in a joint game the side that commits first.
    Leader,
    /// The other side.
    Follower,
}

impl fmt::Display for Player {
    /// `leader` or `follower`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Player::Leader => "leader",
            Player::Follower => "follower",
        })
    }
}

impl Not for Player {
    type Output = Player;

    #[inline]
    fn not(self) -> Player {
        match self {
            Player::Leader => Player::Follower,
            Player::Follower => Player::Leader,
        }
    }
}

impl Player {
    /// The same side as seen from the next state, and the other way round.
    #[inline]
    #[must_use]
    pub fn after(self, turn: Turn) -> Player {
        match turn {
            Turn::Same => self,
            Turn::Other => !self,
        }
    }

    /// The margin of the leader where this player loses the `bound` that is left.
    #[inline]
    pub fn losing(self, bound: i32) -> i32 {
        match self {
            Player::Leader => -bound,
            Player::Follower => bound,
        }
    }

    /// The margin of this player, from that of the leader; and the other way round.
    #[inline]
    pub fn margin_of(self, of_leader: i32) -> i32 {
        match self {
            Player::Leader => of_leader,
            Player::Follower => -of_leader,
        }
    }
}

/// The tags that tell the two questions about a state apart in a table.
impl Player {
    #[inline]
    pub(crate) fn tag(self) -> u16 {
        match self {
            Player::Leader => 1,
            Player::Follower => 2,
        }
    }

    /// The player with this [tag](Player::tag).
    pub(crate) fn of_tag(tag: u16) -> Option<Player> {
        [Player::Leader, Player::Follower]
            .into_iter()
            .find(|player| player.tag() == tag)
    }
}
