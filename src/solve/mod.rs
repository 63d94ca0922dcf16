//! Proves what a position is worth.
//!
//! Anytime: what is proven is a set of intervals that only get tighter, and a value is given only
//! where an interval has closed.

mod limit;
mod memory;
mod pie;
mod stones;
mod tabled;
mod two_rank;

pub use limit::Deadline;
pub use memory::{MemorySize, MemorySizeError};
pub use stones::solve_stones;
pub use tabled::{TabledBelow, TabledStones};
pub use two_rank::solve_two_rank;

use std::ops::RangeInclusive;

use sowlab_solvers::Value;

/// The margin from here on for the side to move (with sente, in the stones family) by each reading
/// of infinite play, as an interval: no less than its start, no more than its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Infinite play loses everything that is left.
    pub lower: RangeInclusive<i32>,
    /// What is left counts for nobody.
    pub zero: RangeInclusive<i32>,
    /// Infinite play wins everything that is left.
    pub upper: RangeInclusive<i32>,
}

impl Bounds {
    /// The bounds where infinite play has no part.
    pub fn alike(interval: RangeInclusive<i32>) -> Bounds {
        Bounds {
            lower: interval.clone(),
            zero: interval.clone(),
            upper: interval,
        }
    }

    /// Whether all three are proven.
    pub fn closed(&self) -> bool {
        [&self.lower, &self.zero, &self.upper]
            .into_iter()
            .all(|interval| exact(interval).is_some())
    }
}

/// The margin, if the interval has closed.
pub fn exact(interval: &RangeInclusive<i32>) -> Option<i32> {
    (interval.start() == interval.end()).then_some(*interval.start())
}

/// What is proven of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The intervals.
    pub bounds: Bounds,
    /// A choice that secures `lower`, in the notation of the game, where `lower` is proven; none if
    /// the game is over.
    pub best: Vec<String>,
    /// The nodes searched.
    pub nodes: u64,
    /// The value of an opening under the pie rule, where it is proven.
    pub pie: Option<Value>,
}
