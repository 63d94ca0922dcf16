//! Intervals of margins.

use std::fmt;
use std::ops::{Add, Neg};

use serde::{Deserialize, Serialize};

/// Proven bounds of a margin: it is `low` or more and `high` or less. Tables of many intervals may use margins of
/// fewer bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Interval<M = i32> {
    /// The lower bound.
    pub low: M,
    /// The upper bound.
    pub high: M,
}

impl<M: Copy> Interval<M> {
    /// Creates the interval of an exact margin.
    #[inline(always)]
    pub const fn exact(margin: M) -> Interval<M> {
        Interval {
            low: margin,
            high: margin,
        }
    }
}

impl<M: PartialEq> Interval<M> {
    /// Returns whether both bounds are equal.
    #[inline(always)]
    pub fn is_exact(&self) -> bool {
        self.low == self.high
    }
}

impl<M: Copy + Ord> Interval<M> {
    /// Returns whether the bounds differ.
    #[inline(always)]
    pub fn is_open(&self) -> bool {
        self.low < self.high
    }

    /// Returns the lesser of two margins: the result for a side if the other side has the choice.
    #[inline(always)]
    #[must_use]
    pub fn min(self, other: Interval<M>) -> Interval<M> {
        Interval {
            low: self.low.min(other.low),
            high: self.high.min(other.high),
        }
    }

    /// Returns the greater of two margins: the result for a side that has the choice.
    #[inline(always)]
    #[must_use]
    pub fn max(self, other: Interval<M>) -> Interval<M> {
        Interval {
            low: self.low.max(other.low),
            high: self.high.max(other.high),
        }
    }

    /// Returns the intersection of two intervals.
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
    /// Returns the interval from minus `bound` to `bound`.
    #[inline]
    pub fn within(bound: M) -> Interval<M> {
        Interval {
            low: -bound,
            high: bound,
        }
    }
}

impl Interval {
    /// Returns the margin, if the bounds are equal.
    #[inline]
    pub fn value(self) -> Option<i32> {
        self.is_exact().then_some(self.low)
    }
}

/// Adds a gain to both bounds.
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

/// Negates the margin: converts it to the view of the other side.
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
