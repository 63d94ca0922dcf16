//! Values by the three infinite-play conventions, as results and templates have them.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use super::text::interval;
use sowlab_findings::Bounds;

/// Something for each infinite-play convention; by default the proven interval of a value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct ByConvention<T = [i32; 2]> {
    /// Infinite play loses all that is left for the side that the value belongs to.
    pub(super) lower: T,
    /// Infinite play is a draw.
    pub(super) zero: T,
    /// It wins all that is left for that side.
    pub(super) upper: T,
}

impl ByConvention {
    /// One interval for all conventions.
    pub(super) fn same(interval: [i32; 2]) -> ByConvention {
        ByConvention {
            lower: interval,
            zero: interval,
            upper: interval,
        }
    }

    /// The proven intervals, from and to.
    pub(super) fn of(bounds: &Bounds) -> ByConvention {
        let ends = |interval: &RangeInclusive<i32>| [*interval.start(), *interval.end()];
        ByConvention {
            lower: ends(&bounds.lower),
            zero: ends(&bounds.zero),
            upper: ends(&bounds.upper),
        }
    }

    /// The values that are proven.
    pub(super) fn values(&self) -> ByConvention<Option<i32>> {
        let exact = |[from, to]: [i32; 2]| (from == to).then_some(from);
        ByConvention {
            lower: exact(self.lower),
            zero: exact(self.zero),
            upper: exact(self.upper),
        }
    }

    /// The common part of both; `None` if they contradict each other.
    pub(super) fn and(&self, other: &ByConvention) -> Option<ByConvention> {
        let both = |one: [i32; 2], other: [i32; 2]| {
            let common = [one[0].max(other[0]), one[1].min(other[1])];
            (common[0] <= common[1]).then_some(common)
        };
        Some(ByConvention {
            lower: both(self.lower, other.lower)?,
            zero: both(self.zero, other.zero)?,
            upper: both(self.upper, other.upper)?,
        })
    }

    /// Whether all three values are known.
    pub(super) fn closed(&self) -> bool {
        [self.lower, self.zero, self.upper]
            .iter()
            .all(|[from, to]| from == to)
    }

    /// Value or interval; unknown where it is not narrower than `most` either way.
    pub(super) fn written_within(&self, most: i32) -> String {
        let one = |margin: &[i32; 2]| match *margin == [-most, most] {
            true => "unknown".to_owned(),
            false => interval(margin),
        };
        match self.lower == self.upper {
            true => one(&self.zero),
            false => [&self.lower, &self.zero, &self.upper].map(one).join(" … "),
        }
    }

    /// Value or interval; three where it depends on infinite play.
    pub(super) fn written(&self) -> String {
        match self.lower == self.upper {
            true => interval(&self.zero),
            false => [&self.lower, &self.zero, &self.upper]
                .map(interval)
                .join(" … "),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_two_proofs_leave() {
        let one = |from, to| ByConvention::same([from, to]);
        assert_eq!(one(-9, 4).and(&one(-2, 9)), Some(one(-2, 4)));
        assert_eq!(one(-9, -4).and(&one(-2, 9)), None);
        assert_eq!(one(-2, -2).values().zero, Some(-2));
        assert_eq!(one(-2, 4).values().zero, None);
    }

    #[test]
    fn what_is_not_narrowed_is_unknown() {
        let same = ByConvention::same([-48, 48]);
        assert_eq!(same.written_within(48), "unknown");
        assert_eq!(same.written_within(57), "−48 to +48");
        let apart = ByConvention {
            lower: [-2, -2],
            zero: [-2, 48],
            upper: [-48, 48],
        };
        assert_eq!(apart.written_within(48), "−2 … −2 to +48 … unknown");
        assert_eq!(apart.written(), "−2 … −2 to +48 … −48 to +48");
    }
}
