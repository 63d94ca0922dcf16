//! The value of a position in a game that can go on for ever.

use std::fmt;

/// Margins from a position on, for the side to move (with sente, in a joint game), under best play
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
    pub const fn settled(margin: i32) -> Value {
        Value {
            lower: margin,
            zero: margin,
            upper: margin,
        }
    }

    /// Whether infinite play matters: `lower < upper`.
    pub const fn undetermined(&self) -> bool {
        self.lower < self.upper
    }

    /// The same position seen by the other side.
    #[must_use]
    pub const fn flipped(&self) -> Value {
        Value {
            lower: -self.upper,
            zero: -self.zero,
            upper: -self.lower,
        }
    }
}
