//! Margins between two ends.

use std::fmt;
use std::ops::{Add, Neg};

use serde::{Deserialize, Serialize};

/// Proven ends of a margin: it is `low` or more and `high` or less. Tables that hold many of them may hold
/// margins in fewer bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Interval<M = i32> {
    /// The margin is no less.
    pub low: M,
    /// The margin is no more.
    pub high: M,
}

impl<M: Copy> Interval<M> {
    /// A margin that is known.
    #[inline(always)]
    pub const fn exact(margin: M) -> Interval<M> {
        Interval {
            low: margin,
            high: margin,
        }
    }
}

impl<M: PartialEq> Interval<M> {
    /// Whether both ends are the same.
    #[inline(always)]
    pub fn is_exact(&self) -> bool {
        self.low == self.high
    }
}

impl<M: Copy + Ord> Interval<M> {
    /// Whether something is left to prove.
    #[inline(always)]
    pub fn is_open(&self) -> bool {
        self.low < self.high
    }

    /// The lesser of two margins: what a side is left with if the other side has the choice.
    #[inline(always)]
    #[must_use]
    pub fn min(self, other: Interval<M>) -> Interval<M> {
        Interval {
            low: self.low.min(other.low),
            high: self.high.min(other.high),
        }
    }

    /// The greater of two margins: what a side has if the choice is its own.
    #[inline(always)]
    #[must_use]
    pub fn max(self, other: Interval<M>) -> Interval<M> {
        Interval {
            low: self.low.max(other.low),
            high: self.high.max(other.high),
        }
    }

    /// What is proven by both together.
    #[inline(always)]
    #[must_use]
    pub fn and(self, other: Interval<M>) -> Interval<M> {
        Interval {
            low: self.low.max(other.low),
            high: self.high.min(other.high),
        }
    }
}

impl<M: Copy + Neg<Output = M>> Interval<M> {
    /// Nothing is known but that no play gains more than `bound`.
    #[inline]
    pub fn within(bound: M) -> Interval<M> {
        Interval {
            low: -bound,
            high: bound,
        }
    }
}

impl Interval {
    /// The margin, if nothing is left to prove.
    #[inline]
    pub fn value(self) -> Option<i32> {
        self.is_exact().then_some(self.low)
    }
}

/// The margin of a side that gains `gain` more.
impl<M: Copy + Add<Output = M>> Add<M> for Interval<M> {
    type Output = Interval<M>;

    #[inline(always)]
    fn add(self, gain: M) -> Interval<M> {
        Interval {
            low: self.low + gain,
            high: self.high + gain,
        }
    }
}

/// The same margin as the other side counts it.
impl<M: Neg<Output = M>> Neg for Interval<M> {
    type Output = Interval<M>;

    #[inline(always)]
    fn neg(self) -> Interval<M> {
        Interval {
            low: -self.high,
            high: -self.low,
        }
    }
}

impl fmt::Display for Interval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:+}..{:+}", self.low, self.high)
    }
}
