//! What a playout tells the nodes on its way back.

use crate::{Interval, Side};

/// What is backed up: a margin to tell the nodes on the way, and what is proven of it.
#[derive(Clone, Copy)]
pub(super) struct Backup {
    /// Whose margin it is.
    pub(super) side: Side,
    pub(super) margin: i32,
    pub(super) interval: Interval,
}

impl Backup {
    pub(super) fn proven(side: Side, interval: Interval) -> Backup {
        Backup {
            side,
            margin: interval.low,
            interval,
        }
    }

    /// The same as a side sees it that gains this by the move before.
    #[inline]
    pub(super) fn before(&self, side: Side, gain: i32) -> Backup {
        let Interval { low, high } = self.interval;
        let (margin, low, high) = match side == self.side {
            true => (self.margin, low, high),
            // The least number has no counterpart; as a bound that nobody has proven it may stay.
            false => (-self.margin, high.saturating_neg(), low.saturating_neg()),
        };
        Backup {
            side,
            margin: margin + gain,
            interval: Interval {
                low: low.saturating_add(gain),
                high: high.saturating_add(gain),
            },
        }
    }

    /// The margin, moved into an interval.
    #[inline]
    pub(super) fn within(&mut self, Interval { low, high }: Interval) {
        self.margin = self.margin.min(high).max(low);
    }
}
