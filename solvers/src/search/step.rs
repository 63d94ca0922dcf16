//! From the margin after a move to the margin with it.

/// What a move gains at once, and whose turn it is after it.
#[derive(Clone, Copy)]
pub(super) struct Step {
    /// For the side that moves, in the units of the margin.
    pub(super) gain: i32,
    /// Whether the same side moves again.
    pub(super) again: bool,
}

impl Step {
    /// The least margin of the side that moves next with which the move gains `beta` or more; with
    /// another turn: the same side's.
    #[inline]
    pub(super) fn window(self, beta: i32) -> i32 {
        if self.again {
            beta - self.gain
        } else {
            self.gain - beta + 1
        }
    }

    /// Adds the margin of a reply, seen by the side that moves after it, to the gain of the move.
    #[inline]
    pub(super) fn worth(self, reply: i32) -> i32 {
        if self.again {
            self.gain + reply
        } else {
            self.gain - reply
        }
    }
}
