//! The value of a position in a game that can go on for ever.

use std::fmt;

use super::side::{Player, Turn};

/// Margins from a position on, for the leader (the side to move), under best play
/// by both, under three readings of infinite play: `lower ≤ zero ≤ upper`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Value {
    /// Infinite play loses everything that is left for the side to move *in this position*.
    pub lower: i32,
    /// What is left after infinite play counts for nobody.
    pub zero: i32,
    /// Infinite play wins everything that is left for the side to move in this position.
    pub upper: i32,
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:+}/{:+}/{:+}", self.lower, self.zero, self.upper)
    }
}

impl Value {
    /// A value on which infinite play has no influence.
    #[inline]
    pub const fn settled(margin: i32) -> Value {
        Value {
            lower: margin,
            zero: margin,
            upper: margin,
        }
    }

    /// The value as a byte: its margin, signed, if infinite play does not matter, which must fit −127 to
    /// 127; [`Value::UNDETERMINED`] otherwise.
    #[inline(always)]
    pub(crate) const fn byte(&self) -> u8 {
        if self.undetermined() {
            Value::UNDETERMINED
        } else {
            self.lower as u8
        }
    }

    /// The value of this [byte](Value::byte); `None` if infinite play matters.
    #[inline(always)]
    pub(crate) const fn of_byte(byte: u8) -> Option<Value> {
        match byte {
            Value::UNDETERMINED => None,
            settled => Some(Value::settled(settled as i8 as i32)),
        }
    }

    /// The byte of a value on which infinite play has an influence.
    pub(crate) const UNDETERMINED: u8 = 0x80;

    /// How many of these bytes are that one.
    pub(crate) fn count_undetermined(bytes: &[u8]) -> usize {
        let undetermined = bytes.iter().filter(|&&byte| byte == Value::UNDETERMINED);
        undetermined.count()
    }

    /// The margin where infinite play loses for this player, or counts for nobody.
    #[inline]
    pub const fn margin(&self, loser: Option<Player>) -> i32 {
        match loser {
            Some(Player::Leader) => self.lower,
            Some(Player::Follower) => self.upper,
            None => self.zero,
        }
    }

    /// Whether infinite play matters: `lower < upper`.
    #[inline]
    pub const fn undetermined(&self) -> bool {
        self.lower < self.upper
    }

    /// The same position seen by the other side.
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
    /// The same of a [`Value`]. `lower` and `upper` charge infinite play to the same sides before and
    /// after, whatever the gain.
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
