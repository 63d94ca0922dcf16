//! Whose turn it is.

use std::ops::{BitXor, Neg};

use super::interval::Interval;
use super::side::Side;

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
