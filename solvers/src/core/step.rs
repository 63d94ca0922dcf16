//! What a move leads to.

use super::turn::Turn;
use super::value::Value;

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
