//! The two sides: by name, relative to a state, and across a move.

use std::fmt;
use std::ops::{BitXor, Neg, Not};

use serde::{Deserialize, Serialize};

use super::interval::Interval;

/// One of the two sides of a game, by name. Relative to a state a side is a [`Player`].
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
    /// Writes `leader` or `follower`.
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
    /// Returns the side that is this player in a state, as a player of the next state; and the reverse.
    #[inline]
    #[must_use]
    pub fn after(self, turn: Turn) -> Player {
        match turn {
            Turn::Same => self,
            Turn::Other => !self,
        }
    }

    /// Returns the margin of the leader if this player loses the `bound` that is left.
    #[inline]
    pub fn loss_margin(self, bound: i32) -> i32 {
        match self {
            Player::Leader => -bound,
            Player::Follower => bound,
        }
    }

    /// Converts the margin of the leader to that of this player, and the reverse.
    #[inline]
    pub fn margin_of(self, of_leader: i32) -> i32 {
        match self {
            Player::Leader => of_leader,
            Player::Follower => -of_leader,
        }
    }
}

/// The tags that distinguish the entries of the two players for one state.
impl Player {
    #[inline]
    pub(crate) fn tag(self) -> u16 {
        match self {
            Player::Leader => 1,
            Player::Follower => 2,
        }
    }

    /// Returns the player with this [tag](Player::tag).
    pub(crate) fn of_tag(tag: u16) -> Option<Player> {
        [Player::Leader, Player::Follower]
            .into_iter()
            .find(|player| player.tag() == tag)
    }
}

/// The turn after a move, relative to the side that had it before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Turn {
    /// The turn stays with the side.
    Same,
    /// The turn passes to the other side.
    Other,
}

impl Turn {
    /// Returns the turn from one side to the other.
    #[inline]
    pub fn between(before: Side, after: Side) -> Turn {
        Turn::other_if(before != after)
    }

    /// Returns `Turn::Other` if the turn passes.
    #[inline]
    pub const fn other_if(passes: bool) -> Turn {
        match passes {
            false => Turn::Same,
            true => Turn::Other,
        }
    }

    /// Returns whether the turn passed to the other side.
    #[inline]
    pub const fn is_other(self) -> bool {
        matches!(self, Turn::Other)
    }

    /// Converts a margin of the side that has the turn now to the view of the side that had it before, and the
    /// reverse.
    #[inline(always)]
    pub fn convert<M: Neg<Output = M>>(self, margin: M) -> M {
        match self {
            Turn::Same => margin,
            Turn::Other => -margin,
        }
    }

    /// Returns the threshold for the state after a move that gains `gain`. With [`Turn::Same`], the move has a value of
    /// at least `beta` exactly if the margin of the side to move there reaches it. With [`Turn::Other`], exactly if
    /// that margin stays below it.
    #[inline]
    pub fn window(self, gain: i32, beta: i32) -> i32 {
        match self {
            Turn::Same => beta - gain,
            Turn::Other => gain - beta + 1,
        }
    }

    /// Returns the value of a move that gains `gain` for the side that made it. `rest` is the margin of the side that
    /// has the turn now.
    #[inline]
    pub fn margin(self, gain: i32, rest: i32) -> i32 {
        gain + self.convert(rest)
    }

    /// Returns the bounds of that value, from bounds of `rest`.
    #[inline]
    pub fn interval(self, gain: i32, rest: Interval) -> Interval {
        let Interval { low, high } = self.convert(rest);
        Interval {
            low: gain + low,
            high: gain + high,
        }
    }
}

/// Composes two turns.
impl BitXor for Turn {
    type Output = Turn;

    #[inline]
    fn bitxor(self, then: Turn) -> Turn {
        Turn::other_if(self != then)
    }
}
