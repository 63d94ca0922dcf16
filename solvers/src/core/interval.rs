//! Margins between two ends.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Proven ends of a margin: it is `low` or more and `high` or less.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Interval {
    /// The margin is no less.
    pub low: i32,
    /// The margin is no more.
    pub high: i32,
}

impl Interval {
    /// A margin that is known.
    #[inline]
    pub const fn exact(margin: i32) -> Interval {
        Interval {
            low: margin,
            high: margin,
        }
    }

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

    /// Whether both ends are the same.
    #[inline]
    pub const fn is_exact(self) -> bool {
        self.low == self.high
    }

    /// The same margin as the other side counts it.
    #[inline]
    #[must_use]
    pub const fn flipped(self) -> Interval {
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
