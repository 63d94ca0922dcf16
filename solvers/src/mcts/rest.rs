//! What a playout tells the nodes on its way back.

use crate::Side;

/// What is beyond a step: a margin to tell the nodes on the way, and what is proven of it.
#[derive(Clone, Copy)]
pub(super) struct Rest {
    /// Whose margin it is.
    pub(super) side: Side,
    pub(super) margin: i32,
    pub(super) bounds: (i32, i32),
}

impl Rest {
    pub(super) fn proven(side: Side, bounds: (i32, i32)) -> Rest {
        Rest {
            side,
            margin: bounds.0,
            bounds,
        }
    }

    /// The same as a side sees it that gains this by the move before.
    #[inline]
    pub(super) fn before(&self, side: Side, gain: i32) -> Rest {
        let (lower, upper) = self.bounds;
        let (margin, lower, upper) = match side == self.side {
            true => (self.margin, lower, upper),
            // The least number has no counterpart; as a bound that nobody has proven it may stay.
            false => (-self.margin, upper.saturating_neg(), lower.saturating_neg()),
        };
        Rest {
            side,
            margin: margin + gain,
            bounds: (lower.saturating_add(gain), upper.saturating_add(gain)),
        }
    }

    /// The margin, moved into bounds.
    #[inline]
    pub(super) fn within(&mut self, (lower, upper): (i32, i32)) {
        self.margin = self.margin.min(upper).max(lower);
    }
}
