//! Figures for each infinite-play convention, and bounds as documents have them.

use std::ops::RangeInclusive;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize, Serializer};

use super::bounds::{Bounds, exact};

/// A figure for each infinite-play convention; without a type, the least and the greatest that each value can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Values<T = [i32; 2]> {
    /// Infinite play loses everything left, for the side whose margin it is.
    pub lower: T,
    /// Infinite play is a draw: stones left count for neither side.
    pub zero: T,
    /// Infinite play wins everything left, for the side whose margin it is.
    pub upper: T,
}

impl<T> Values<T> {
    /// A figure of each interval.
    pub fn of(bounds: &Bounds, of: impl Fn(&RangeInclusive<i32>) -> T) -> Values<T> {
        Values {
            lower: of(&bounds.lower),
            zero: of(&bounds.zero),
            upper: of(&bounds.upper),
        }
    }

    /// A figure of each figure.
    pub fn map<U>(self, of: impl Fn(T) -> U) -> Values<U> {
        Values {
            lower: of(self.lower),
            zero: of(self.zero),
            upper: of(self.upper),
        }
    }
}

impl Values<Option<i32>> {
    /// The values that are proven; `None` for the others.
    pub fn proven(bounds: &Bounds) -> Self {
        Values::of(bounds, exact)
    }
}

/// The inverse of [`Values::ends`].
impl From<&Values> for Bounds {
    fn from(ends: &Values) -> Bounds {
        let Values { lower, zero, upper } = ends.map(|[least, most]| least..=most);
        Bounds { lower, zero, upper }
    }
}

impl Values {
    /// The least and the greatest that each value can be.
    pub fn ends(bounds: &Bounds) -> Self {
        Values::of(bounds, |interval| [*interval.start(), *interval.end()])
    }

    /// One interval for all conventions.
    pub fn alike(interval: [i32; 2]) -> Self {
        Values {
            lower: interval,
            zero: interval,
            upper: interval,
        }
    }

    /// The values that are proven; `None` for the others.
    pub fn exact(&self) -> Values<Option<i32>> {
        self.map(|[from, to]| (from == to).then_some(from))
    }

    /// The common part of both; `None` if they contradict each other.
    pub fn and(&self, other: &Self) -> Option<Self> {
        let both = |one: [i32; 2], other: [i32; 2]| {
            let common = [one[0].max(other[0]), one[1].min(other[1])];
            (common[0] <= common[1]).then_some(common)
        };
        Some(Values {
            lower: both(self.lower, other.lower)?,
            zero: both(self.zero, other.zero)?,
            upper: both(self.upper, other.upper)?,
        })
    }

    /// Whether all three values are proven.
    pub fn closed(&self) -> bool {
        [self.lower, self.zero, self.upper]
            .iter()
            .all(|[from, to]| from == to)
    }
}

/// The members that bounds are in a document.
#[derive(Serialize, JsonSchema)]
pub(crate) struct BoundsMembers {
    /// The values that are proven; `null` for the others.
    value: Values<Option<i32>>,
    /// The proven bounds, each as [least, greatest].
    bounds: Values<[i32; 2]>,
}

/// Writes bounds as the members `value` and `bounds`.
pub(crate) fn bounds_members<S: Serializer>(bounds: &Bounds, to: S) -> Result<S::Ok, S::Error> {
    let members = BoundsMembers {
        value: Values::proven(bounds),
        bounds: Values::ends(bounds),
    };
    members.serialize(to)
}

/// The members that bounds under the pie rule are in a document.
#[derive(Serialize, JsonSchema)]
pub(crate) struct PieMembers {
    /// The value under the pie rule; `null` where it does not apply.
    pie: Option<Values<Option<i32>>>,
    /// Its proven bounds.
    pie_bounds: Option<Values<[i32; 2]>>,
}

/// Writes bounds as the members `pie` and `pie_bounds`.
pub(crate) fn pie_members<S: Serializer>(
    bounds: &Option<Bounds>,
    to: S,
) -> Result<S::Ok, S::Error> {
    let members = PieMembers {
        pie: bounds.as_ref().map(Values::proven),
        pie_bounds: bounds.as_ref().map(Values::ends),
    };
    members.serialize(to)
}

/// Writes the letter of a side: `E` for East.
///
/// # Errors
/// Those of the serializer.
pub fn letter<S: Serializer>(side: &str, to: S) -> Result<S::Ok, S::Error> {
    to.collect_str(&letter_of(side))
}

/// Returns the letter of a side: `E` for East.
pub fn letter_of(side: &str) -> String {
    side.chars().take(1).collect()
}

/// The stones of each side at the end of a game, by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FinalScore(pub [(&'static str, u32); 2]);

impl Serialize for FinalScore {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let sides = self.0.map(|(side, stones)| (side.to_lowercase(), stones));
        to.collect_map(sides)
    }
}

impl JsonSchema for FinalScore {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "FinalScore".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        std::collections::BTreeMap::<String, u32>::json_schema(generator)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_proofs_have_a_common_part() {
        let one = |from, to| Values::alike([from, to]);
        assert_eq!(one(-9, 4).and(&one(-2, 9)), Some(one(-2, 4)));
        assert_eq!(one(-9, -4).and(&one(-2, 9)), None);
        assert_eq!(one(-2, -2).exact().zero, Some(-2));
        assert_eq!(one(-2, 4).exact().zero, None);
    }
}
