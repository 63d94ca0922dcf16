//! Values of openings by the three readings of infinite play, as results and the report have them.

use sowlab_findings::Bounds;
use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use super::text::interval;

/// Above what [`Readings::cells_with_pie`] gives.
pub(super) const HEADINGS_WITH_PIE: [&str; 6] = [
    "lower",
    "zero",
    "upper",
    "pie lower",
    "pie zero",
    "pie upper",
];

/// Something for each reading of infinite play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Readings<T = [i32; 2]> {
    /// It costs the side asked about all that is left.
    pub(super) lower: T,
    /// What is left counts for nobody.
    pub(super) zero: T,
    /// It costs the other side.
    pub(super) upper: T,
}

impl Readings {
    /// The proven intervals, from and to.
    pub(super) fn of(bounds: &Bounds) -> Readings {
        let ends = |interval: &RangeInclusive<i32>| [*interval.start(), *interval.end()];
        Readings {
            lower: ends(&bounds.lower),
            zero: ends(&bounds.zero),
            upper: ends(&bounds.upper),
        }
    }

    /// The values that are proven.
    pub(super) fn values(&self) -> Readings<Option<i32>> {
        let exact = |[from, to]: [i32; 2]| (from == to).then_some(from);
        Readings {
            lower: exact(self.lower),
            zero: exact(self.zero),
            upper: exact(self.upper),
        }
    }

    /// The intervals as cells of a table: one number where a value is known.
    pub(super) fn cells(&self) -> [String; 3] {
        [self.lower, self.zero, self.upper].map(cell)
    }

    /// Those without the pie rule and with it, below [`HEADINGS_WITH_PIE`]; nothing where there is no
    /// pie rule.
    pub(super) fn cells_with_pie(&self, pie: Option<&Readings>) -> [String; 6] {
        let pie = pie.map(Readings::cells).unwrap_or_default();
        let [lower, zero, upper] = self.cells();
        let [pie_lower, pie_zero, pie_upper] = pie;
        [lower, zero, upper, pie_lower, pie_zero, pie_upper]
    }

    /// What both leave; `None` if they contradict each other.
    pub(super) fn and(&self, other: &Readings) -> Option<Readings> {
        let both = |one: [i32; 2], other: [i32; 2]| {
            let common = [one[0].max(other[0]), one[1].min(other[1])];
            (common[0] <= common[1]).then_some(common)
        };
        Some(Readings {
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

    /// The value where infinite play counts for nobody, if it is known.
    pub(super) fn zero_value(&self) -> Option<i32> {
        (self.zero[0] == self.zero[1]).then_some(self.zero[0])
    }

    /// The value, if all three are known and one.
    pub(super) fn one_value(&self) -> Option<i32> {
        (self.closed() && self.lower == self.upper).then_some(self.zero[0])
    }

    /// Value or interval; three where infinite play matters.
    pub(super) fn written(&self) -> String {
        match self.lower == self.upper {
            true => interval(&self.zero),
            false => [&self.lower, &self.zero, &self.upper]
                .map(interval)
                .join(" … "),
        }
    }

    /// What an opening without the pie rule comes to, in words.
    pub(super) fn outcome(&self) -> String {
        let one_reading = self.lower == self.upper;
        match self.zero {
            [0, 0] if one_reading => "the opening is a draw".to_owned(),
            [from, to] if one_reading && from > 0 => {
                format!("East, who has sente, wins by {}", span(from, to))
            }
            [from, to] if one_reading && to < 0 => {
                format!("West, who sees East's choice, wins by {}", span(-to, -from))
            }
            margin if one_reading => format!("East's margin is {}", interval(&margin)),
            _ => format!(
                "East's margin is {} where infinite play costs East all that is left, {} where it counts for nobody, \
                 {} where it costs West",
                interval(&self.lower),
                interval(&self.zero),
                interval(&self.upper)
            ),
        }
    }

    /// What an opening with the pie rule comes to, in words.
    pub(super) fn outcome_with_pie(&self) -> String {
        self.outcome().replace(", who has sente,", "")
    }
}

/// An interval as a cell of a table: one number where the value is known.
pub(super) fn cell([from, to]: [i32; 2]) -> String {
    match from == to {
        true => format!("{from:+}"),
        false => format!("{from:+} to {to:+}"),
    }
}

/// A number of stones, known or between two ends.
fn span(from: i32, to: i32) -> String {
    match from == to {
        true => from.to_string(),
        false => format!("{from} to {to}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_two_proofs_leave() {
        let one = |from, to| Readings {
            lower: [from, to],
            zero: [from, to],
            upper: [from, to],
        };
        assert_eq!(one(-9, 4).and(&one(-2, 9)), Some(one(-2, 4)));
        assert_eq!(one(-9, -4).and(&one(-2, 9)), None);
        assert_eq!(one(-2, -2).values().zero, Some(-2));
        assert_eq!(one(-2, 4).values().zero, None);
    }

    #[test]
    fn outcomes_in_words() {
        let readings = |lower, zero, upper| Readings { lower, zero, upper };
        let one = |from, to| readings([from, to], [from, to], [from, to]);
        assert_eq!(one(0, 0).outcome(), "the opening is a draw");
        assert_eq!(one(2, 2).outcome(), "East, who has sente, wins by 2");
        assert_eq!(one(2, 2).outcome_with_pie(), "East wins by 2");
        assert_eq!(
            one(-3, -3).outcome(),
            "West, who sees East's choice, wins by 3"
        );
        assert_eq!(one(-9, 4).outcome(), "East's margin is −9 to +4");
        assert_eq!(
            one(-3, -1).outcome(),
            "West, who sees East's choice, wins by 1 to 3"
        );
        assert_eq!(one(1, 9).outcome_with_pie(), "East wins by 1 to 9");
        let apart = readings([-2, -2], [-2, 4], [4, 4]);
        assert!(!apart.closed() && apart.one_value().is_none());
        assert!(
            apart
                .outcome()
                .contains("−2 to +4 where it counts for nobody")
        );
    }
}
