//! The value of a position in a game with infinite play.

use std::fmt;

use super::side::{Player, Turn};

/// Margins from a position on, for the leader (the side to move), under optimal play by both, for the three
/// infinite-play conventions: `lower ≤ zero ≤ upper`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Value {
    /// *Loss*: by infinite play the side to move *in this position* loses everything that is left.
    pub lower: i32,
    /// *Draw*: after infinite play neither side gets the rest.
    pub zero: i32,
    /// *Win*: by infinite play the side to move in this position wins everything that is left.
    pub upper: i32,
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:+}/{:+}/{:+}", self.lower, self.zero, self.upper)
    }
}

impl Value {
    /// Creates a value that does not depend on infinite play.
    #[inline]
    pub const fn settled(margin: i32) -> Value {
        Value {
            lower: margin,
            zero: margin,
            upper: margin,
        }
    }

    /// Returns the value as a byte: its margin, −127 to 127, if it does not depend on infinite play;
    /// [`Value::UNDETERMINED`] otherwise.
    #[inline(always)]
    pub(crate) const fn byte(&self) -> u8 {
        if self.undetermined() {
            Value::UNDETERMINED
        } else {
            self.lower as u8
        }
    }

    /// Returns the value of this [byte](Value::byte); `None` if it depends on infinite play.
    #[inline(always)]
    pub(crate) const fn of_byte(byte: u8) -> Option<Value> {
        match byte {
            Value::UNDETERMINED => None,
            settled => Some(Value::settled(settled as i8 as i32)),
        }
    }

    /// The byte of a value that depends on infinite play.
    pub(crate) const UNDETERMINED: u8 = 0x80;

    /// Counts the bytes that are [`Value::UNDETERMINED`].
    pub(crate) fn count_undetermined(bytes: &[u8]) -> usize {
        let undetermined = bytes.iter().filter(|&&byte| byte == Value::UNDETERMINED);
        undetermined.count()
    }

    /// Returns the margin if this player loses infinite play, or with `None` if infinite play is a draw.
    #[inline]
    pub const fn margin(&self, loser: Option<Player>) -> i32 {
        match loser {
            Some(Player::Leader) => self.lower,
            Some(Player::Follower) => self.upper,
            None => self.zero,
        }
    }

    /// Returns whether the value depends on infinite play: `lower < upper`.
    #[inline]
    pub const fn undetermined(&self) -> bool {
        self.lower < self.upper
    }

    /// Returns the value of the position for the other side.
    #[inline]
    #[must_use]
    pub const fn flipped(&self) -> Value {
        Value {
            lower: -self.upper,
            zero: -self.zero,
            upper: -self.lower,
        }
    }
}

impl Turn {
    /// Returns the value of a move that gains `gain`, from the value of the state after it. `lower` and `upper` charge
    /// infinite play to the same sides before and after.
    ///
    /// ```
    /// use sowlab_solvers::{Turn, Value};
    /// let after = Value { lower: -2, zero: 1, upper: 3 };
    /// assert_eq!(Turn::Other.value(5, after), Value { lower: 2, zero: 4, upper: 7 });
    /// assert_eq!(Turn::Same.value(5, after), Value { lower: 3, zero: 6, upper: 8 });
    /// ```
    #[inline]
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
