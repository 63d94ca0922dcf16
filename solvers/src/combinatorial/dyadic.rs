//! Dyadic fractions: the numbers of games that end.

use std::cmp::Ordering;
use std::fmt;

/// An integer divided by a power of two, in lowest terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Dyadic {
    numerator: i64,
    /// The exponent of the denominator.
    halvings: u32,
}

/// The greatest exponent of a denominator.
const MOST_HALVINGS: u32 = 60;

impl Dyadic {
    /// Zero.
    pub const ZERO: Dyadic = Dyadic::integer(0);

    /// Creates an integer.
    pub const fn integer(numerator: i64) -> Dyadic {
        Dyadic {
            numerator,
            halvings: 0,
        }
    }

    /// Returns the integer, if it is one.
    pub const fn as_integer(self) -> Option<i64> {
        match self.halvings {
            0 => Some(self.numerator),
            _ => None,
        }
    }

    /// Returns the number halfway to another; `None` if it does not fit.
    pub fn halfway(self, other: Dyadic) -> Option<Dyadic> {
        let halvings = self.halvings.max(other.halvings);
        let [first, second] =
            [self, other].map(|one| i128::from(one.numerator) << (halvings - one.halvings));
        let (mut numerator, mut halvings) = (first + second, halvings + 1);
        while halvings > 0 && numerator % 2 == 0 {
            (numerator, halvings) = (numerator / 2, halvings - 1);
        }
        let numerator = i64::try_from(numerator).ok()?;
        (halvings <= MOST_HALVINGS).then_some(Dyadic {
            numerator,
            halvings,
        })
    }
}

impl Ord for Dyadic {
    fn cmp(&self, other: &Dyadic) -> Ordering {
        let [first, second] = [(self, other), (other, self)]
            .map(|(one, other)| i128::from(one.numerator) << other.halvings);
        first.cmp(&second)
    }
}

impl PartialOrd for Dyadic {
    fn partial_cmp(&self, other: &Dyadic) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// A decimal integer, or a fraction such as `-3/4`.
impl fmt::Display for Dyadic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.halvings {
            0 => write!(f, "{}", self.numerator),
            halvings => write!(f, "{}/{}", self.numerator, 1_u64 << halvings),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves() {
        let half = Dyadic::ZERO.halfway(Dyadic::integer(1)).unwrap();
        assert_eq!(half.to_string(), "1/2");
        let third = half.halfway(Dyadic::integer(-2)).unwrap();
        assert_eq!(third.to_string(), "-3/4");
        assert!(third < Dyadic::ZERO && Dyadic::ZERO < half);
        assert_eq!(half.halfway(half), Some(half));
        assert_eq!(half.as_integer(), None);
        let sixty = (0..60).try_fold(Dyadic::integer(1), |one, _| Dyadic::ZERO.halfway(one));
        assert!(sixty.is_some_and(|least| least.halfway(Dyadic::ZERO).is_none()));
    }
}
