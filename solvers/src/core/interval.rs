//! Margins between two ends.

use std::fmt;
use std::ops::Neg;

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

impl Interval {
    /// Nothing is known but that no play gains more than `bound`.
    #[inline]
    pub const fn within(bound: i32) -> Interval {
        Interval {
            low: -bound,
            high: bound,
        }
    }

    /// The margin, if nothing is left to prove.
    #[inline]
    pub fn value(self) -> Option<i32> {
        self.is_exact().then_some(self.low)
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
