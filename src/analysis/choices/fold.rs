//! Arithmetic on proven intervals.

use std::ops::RangeInclusive;

use sowlab_solvers::Value;

use crate::analysis::solve::Bounds;

/// Each reading by itself.
fn each(bounds: &Bounds, of: impl Fn(&RangeInclusive<i32>) -> RangeInclusive<i32>) -> Bounds {
    Bounds {
        lower: of(&bounds.lower),
        zero: of(&bounds.zero),
        upper: of(&bounds.upper),
    }
}

/// The bounds after a gain.
pub(super) fn plus(bounds: &Bounds, gain: i32) -> Bounds {
    each(bounds, |interval| {
        interval.start() + gain..=interval.end() + gain
    })
}

/// Which of two margins counts.
pub(super) type Pick = fn(i32, i32) -> i32;

/// The greatest, or the least.
pub(super) fn pick(greatest: bool) -> Pick {
    match greatest {
        true => i32::max,
        false => i32::min,
    }
}

/// The greatest, or the least, by each reading; `None` of nothing.
pub(super) fn fold<'a>(all: impl IntoIterator<Item = &'a Bounds>, pick: Pick) -> Option<Bounds> {
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
pub(super) fn with_the_pie(bounds: &Bounds) -> Bounds {
    let other = bounds.flipped();
    fold([bounds, &other], i32::max).unwrap_or(other)
}

/// Both of two proven intervals, by each reading.
pub(super) fn both(a: &Bounds, b: &Bounds) -> Bounds {
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
pub(super) fn matters(part: &Bounds, all: &Bounds, pick: Pick) -> bool {
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

/// All values, if all are known.
pub(super) fn exact_values(
    options: impl Iterator<Item = (String, Bounds)>,
) -> Option<Vec<(String, Value)>> {
    options
        .map(|(text, bounds)| Some((text, bounds.value()?)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

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
