//! What a move leads to.

use std::ops::{BitXor, Neg};

use super::interval::Interval;
use super::side::Side;
use super::value::Value;

/// Whose turn it is after a move, relative to the side that had it before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Turn {
    /// The same side's.
    Same,
    /// The other side's.
    Other,
}

/// What a move, or a round, leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Step<S> {
    /// The state after it, seen by the side whose turn it is there.
    pub state: S,
    /// What the side that had the turn before gains over the other by the move itself.
    pub gain: i32,
    /// Whose turn it is in `state`.
    pub turn: Turn,
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
    #[inline]
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
        let ends = (self.worth(gain, rest.low), self.worth(gain, rest.high));
        let (low, high) = match self {
            Turn::Same => ends,
            Turn::Other => (ends.1, ends.0),
        };
        Interval { low, high }
    }

    /// The same of a [`Value`]. `lower` and `upper` charge infinite play to the same sides before and
    /// after, whatever the gain.
    ///
    /// ```
    /// use sowlab_solvers::{Turn, Value};
    /// let after = Value { lower: -2, zero: 1, upper: 3 };
    /// assert_eq!(Turn::Other.value(5, after), Value { lower: 2, zero: 4, upper: 7 });
    /// assert_eq!(Turn::Same.value(5, after), Value { lower: 3, zero: 6, upper: 8 });
    /// ```
    #[must_use]
    pub const fn value(self, gain: i32, rest: Value) -> Value {
        let rest = match self {
            Turn::Same => rest,
            Turn::Other => rest.flipped(),
        };
        Value {
            lower: gain + rest.lower,
            zero: gain + rest.zero,
            upper: gain + rest.upper,
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

impl<S> Step<S> {
    /// [`Turn::worth`] of this move.
    #[inline]
    pub fn worth(&self, rest: i32) -> i32 {
        self.turn.worth(self.gain, rest)
    }

    /// [`Turn::window`] of this move.
    #[inline]
    pub fn window(&self, beta: i32) -> i32 {
        self.turn.window(self.gain, beta)
    }

    /// [`Turn::value`] of this move.
    #[must_use]
    pub const fn value(&self, rest: Value) -> Value {
        self.turn.value(self.gain, rest)
    }

    /// The same move with something else in place of the state.
    #[inline]
    pub fn map<T>(self, state: impl FnOnce(S) -> T) -> Step<T> {
        Step {
            state: state(self.state),
            gain: self.gain,
            turn: self.turn,
        }
    }
}
