//! The two sides: by name, relative to a state, and across a move.

use std::fmt;
use std::ops::{BitXor, Neg, Not};

use serde::{Deserialize, Serialize};

use super::interval::Interval;

/// One of the two sides of a game, whoever's turn it is. Relative to a state a side is a
/// [`Player`](crate::Player).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Side {
    /// The side that moves first in the starting position.
    First,
    /// The other side.
    Second,
}

impl Not for Side {
    type Output = Side;

    #[inline]
    fn not(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }
}

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

/// Whose turn it is after a move, relative to the side that had it before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Turn {
    /// The same side's.
    Same,
    /// The other side's.
    Other,
}

impl Turn {
    /// From the side that had the turn to the one that has it now.
    #[inline]
    pub fn between(before: Side, after: Side) -> Turn {
        Turn::other_if(before != after)
    }

    /// The other side's, if so.
    #[inline]
    pub const fn other_if(passes: bool) -> Turn {
        match passes {
            false => Turn::Same,
            true => Turn::Other,
        }
    }

    /// Whether the other side has the turn now.
    #[inline]
    pub const fn is_other(self) -> bool {
        matches!(self, Turn::Other)
    }

    /// A margin of the side that has the turn now, as the side that had it before counts it; and the
    /// other way round.
    #[inline(always)]
    pub fn seen<M: Neg<Output = M>>(self, margin: M) -> M {
        match self {
            Turn::Same => margin,
            Turn::Other => -margin,
        }
    }

    /// The least margin of the side that has the turn now with which a move that gains `gain` is worth
    /// `beta` or more to the side that made it, if [`Turn::Same`]. Otherwise the least with which it is
    /// worth less.
    #[inline]
    pub fn window(self, gain: i32, beta: i32) -> i32 {
        match self {
            Turn::Same => beta - gain,
            Turn::Other => gain - beta + 1,
        }
    }

    /// What a move that gains `gain` is worth to the side that made it, if the margin of the side that
    /// has the turn now is `rest` from there on.
    #[inline]
    pub fn worth(self, gain: i32, rest: i32) -> i32 {
        gain + self.seen(rest)
    }

    /// The same of what is proven of both.
    #[inline]
    pub fn interval(self, gain: i32, rest: Interval) -> Interval {
        let Interval { low, high } = self.seen(rest);
        Interval {
            low: gain + low,
            high: gain + high,
        }
    }
}

/// One turn after another.
impl BitXor for Turn {
    type Output = Turn;

    #[inline]
    fn bitxor(self, then: Turn) -> Turn {
        Turn::other_if(self != then)
    }
}
