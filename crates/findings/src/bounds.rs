//! Proven intervals by each reading of infinite play, and arithmetic on them.

use std::fmt;
use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};
use sowlab_solvers::Value;
use sowlab_solvers::search::rounds::Intervals;

/// The margin from here on for the side to move (with sente, in the stones family) by each reading
/// of infinite play, as an interval: no less than its start, no more than its end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bounds {
    /// Infinite play loses everything that is left.
    pub lower: RangeInclusive<i32>,
    /// Infinite play is a draw: stones left count for neither side.
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

    /// The bounds where everything is proven.
    pub fn of(value: Value) -> Bounds {
        Bounds {
            lower: value.lower..=value.lower,
            zero: value.zero..=value.zero,
            upper: value.upper..=value.upper,
        }
    }

    /// Returns the bounds for the other side.
    #[must_use]
    pub fn flipped(&self) -> Bounds {
        let turned = |interval: &RangeInclusive<i32>| -interval.end()..=-interval.start();
        Bounds {
            lower: turned(&self.upper),
            zero: turned(&self.zero),
            upper: turned(&self.lower),
        }
    }

    /// Whether a value lies within them.
    pub fn hold(&self, value: Value) -> bool {
        self.lower.contains(&value.lower)
            && self.zero.contains(&value.zero)
            && self.upper.contains(&value.upper)
    }

    /// The value, if all of it is proven.
    pub fn value(&self) -> Option<Value> {
        Some(Value {
            lower: exact(&self.lower)?,
            zero: exact(&self.zero)?,
            upper: exact(&self.upper)?,
        })
    }

    /// The value, if all of it is proven and infinite play has no part in it.
    pub fn one_value(&self) -> Option<i32> {
        let value = self.value()?;
        (value.lower == value.upper).then_some(value.zero)
    }

    /// Whether all three are proven.
    pub fn closed(&self) -> bool {
        self.value().is_some()
    }
}

/// All three, as in `lower -2, zero -2 to 0, upper 4`.
impl From<Intervals> for Bounds {
    /// `zero` lies between the other two, whatever part infinite play has.
    fn from(Intervals { lower, upper, .. }: Intervals) -> Bounds {
        Bounds {
            lower: lower.low..=lower.high,
            zero: lower.low..=upper.high,
            upper: upper.low..=upper.high,
        }
    }
}

impl fmt::Display for Bounds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let written = |interval: &RangeInclusive<i32>| match exact(interval) {
            Some(margin) => margin.to_string(),
            None => format!("{} to {}", interval.start(), interval.end()),
        };
        let [lower, zero, upper] = [&self.lower, &self.zero, &self.upper].map(written);
        write!(f, "lower {lower}, zero {zero}, upper {upper}")
    }
}

/// The margin, if the interval has closed.
pub fn exact(interval: &RangeInclusive<i32>) -> Option<i32> {
    (interval.start() == interval.end()).then_some(*interval.start())
}

/// Each reading by itself.
fn each(bounds: &Bounds, of: impl Fn(&RangeInclusive<i32>) -> RangeInclusive<i32>) -> Bounds {
    Bounds {
        lower: of(&bounds.lower),
        zero: of(&bounds.zero),
        upper: of(&bounds.upper),
    }
}

/// The bounds after a gain.
pub fn plus(bounds: &Bounds, gain: i32) -> Bounds {
    each(bounds, |interval| {
        interval.start() + gain..=interval.end() + gain
    })
}

/// Which of two margins counts.
pub type Pick = fn(i32, i32) -> i32;

/// The greatest, or the least.
pub fn pick(greatest: bool) -> Pick {
    match greatest {
        true => i32::max,
        false => i32::min,
    }
}

/// The greatest, or the least, by each reading; `None` of nothing.
pub fn fold<'a>(all: impl IntoIterator<Item = &'a Bounds>, pick: Pick) -> Option<Bounds> {
    let both = |a: &RangeInclusive<i32>, b: &RangeInclusive<i32>| {
        pick(*a.start(), *b.start())..=pick(*a.end(), *b.end())
    };
    all.into_iter().cloned().reduce(|a, b| Bounds {
        lower: both(&a.lower, &b.lower),
        zero: both(&a.zero, &b.zero),
        upper: both(&a.upper, &b.upper),
    })
}

/// The better of both roles, for the player who may turn the board: infinite play counts for or against
/// him whatever role he takes.
pub fn with_the_pie(bounds: &Bounds) -> Bounds {
    let other = bounds.flipped();
    fold([bounds, &other], i32::max).unwrap_or(other)
}

/// Both of two proven intervals, by each reading.
pub fn both(a: &Bounds, b: &Bounds) -> Bounds {
    let tighter = |a: &RangeInclusive<i32>, b: &RangeInclusive<i32>| {
        *a.start().max(b.start())..=*a.end().min(b.end())
    };
    Bounds {
        lower: tighter(&a.lower, &b.lower),
        zero: tighter(&a.zero, &b.zero),
        upper: tighter(&a.upper, &b.upper),
    }
}

/// Whether a part can still change what its parent folds by `pick`: by some reading the fold is open, and
/// so is the part.
pub fn matters(part: &Bounds, all: &Bounds, pick: Pick) -> bool {
    let open = |part: &RangeInclusive<i32>, all: &RangeInclusive<i32>| {
        let (start, end) = (*part.start(), *part.end());
        let undecided = match pick(0, 1) {
            0 => start < *all.end(),
            _ => end > *all.start(),
        };
        start < end && all.start() < all.end() && undecided
    };
    open(&part.lower, &all.lower) || open(&part.zero, &all.zero) || open(&part.upper, &all.upper)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_within_bounds() {
        let value = Value {
            lower: -2,
            zero: 0,
            upper: 4,
        };
        let bounds = Bounds {
            zero: -2..=0,
            ..Bounds::of(value)
        };
        assert!(bounds.hold(value) && Bounds::alike(-2..=4).hold(value));
        for wrong in [-3..=-1, 1..=4] {
            let wrong = Bounds {
                zero: wrong,
                ..bounds.clone()
            };
            assert!(!wrong.hold(value));
        }
        assert!(!Bounds::alike(-1..=4).hold(value) && !Bounds::alike(-2..=3).hold(value));
        assert_eq!(bounds.to_string(), "lower -2, zero -2 to 0, upper 4");
    }

    #[test]
    fn the_pie_gives_the_better_role_by_each_reading() {
        let bounds = Bounds::of(Value {
            lower: -5,
            zero: -1,
            upper: 3,
        });
        let expected = Bounds::of(Value {
            lower: -3,
            zero: 1,
            upper: 5,
        });
        assert_eq!(with_the_pie(&bounds), expected);
    }

    #[test]
    fn a_part_matters_while_it_can_decide_the_fold() {
        let (low, high) = (Bounds::alike(-3..=1), Bounds::alike(2..=7));
        let least = fold([&low, &high], i32::min).unwrap();
        assert_eq!(least, Bounds::alike(-3..=1));
        assert!(matters(&low, &least, i32::min));
        assert!(!matters(&high, &least, i32::min));
        let greatest = fold([&low, &high], i32::max).unwrap();
        assert!(!matters(&low, &greatest, i32::max));
        assert!(matters(&high, &greatest, i32::max));
    }
}
