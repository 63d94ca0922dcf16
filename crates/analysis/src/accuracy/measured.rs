//! How estimates agree with exact margins.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use statrs::statistics::Statistics;

use crate::tables::Value;

/// Estimates further from nothing are put together.
const MOST: i32 = 12;

/// How estimates agree with exact margins of `zero`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Agreement {
    /// How many positions.
    pub positions: u64,
    /// Pearson's correlation; `None` if all estimates, or all margins, are alike.
    pub correlation: Option<f64>,
    /// The mean of the absolute differences, in stones.
    pub error: f64,
    /// Positions that one side wins whatever infinite play counts.
    pub decided: u64,
    /// Those of them in which the estimate has the winner right.
    pub right: u64,
    /// The positions by their estimates, the lowest first.
    pub bins: Vec<Bin>,
}

/// Positions whose estimates round to the same margin.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Bin {
    /// The mean estimate, in stones.
    pub estimate: f64,
    /// The mean of the exact margins.
    pub exact: f64,
    /// How many positions.
    pub positions: u64,
}

impl Agreement {
    /// Of estimates with the values of the same positions.
    pub(super) fn new(estimates: &[f64], exact: &[Value]) -> Agreement {
        let margins: Vec<f64> = exact.iter().map(|value| f64::from(value.zero)).collect();
        let count = estimates.len().max(1) as f64;
        let differences = estimates.iter().zip(&margins);
        let error = differences
            .map(|(one, other)| (one - other).abs())
            .sum::<f64>()
            / count;
        let winner = |value: &Value| match value {
            value if value.lower > 0 => Some(true),
            value if value.upper < 0 => Some(false),
            _ => None,
        };
        let decided = estimates.iter().zip(exact);
        let decided: Vec<bool> = decided
            .filter_map(|(&estimate, value)| {
                let wins = winner(value)?;
                Some(if wins { estimate > 0.0 } else { estimate < 0.0 })
            })
            .collect();
        let mut sums: BTreeMap<i32, (f64, f64, u64)> = BTreeMap::new();
        for (&estimate, &margin) in estimates.iter().zip(&margins) {
            let sum = sums
                .entry((estimate.round() as i32).clamp(-MOST, MOST))
                .or_default();
            *sum = (sum.0 + estimate, sum.1 + margin, sum.2 + 1);
        }
        let bin = |(estimate, exact, positions): &(f64, f64, u64)| Bin {
            estimate: estimate / *positions as f64,
            exact: exact / *positions as f64,
            positions: *positions,
        };
        Agreement {
            positions: estimates.len() as u64,
            correlation: correlation(estimates, &margins),
            error,
            decided: decided.len() as u64,
            right: decided.iter().filter(|&&right| right).count() as u64,
            bins: sums.values().map(bin).collect(),
        }
    }

    /// The share of decided positions in which the estimate has the winner right.
    pub fn sign(&self) -> Option<f64> {
        (self.decided > 0).then(|| self.right as f64 / self.decided as f64)
    }
}

/// Pearson's correlation; `None` if all numbers of one of them are alike.
fn correlation(ones: &[f64], others: &[f64]) -> Option<f64> {
    let scale = ones.std_dev() * others.std_dev();
    (scale > 0.0).then(|| ones.covariance(others) / scale)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_by_hand() {
        let open = Value {
            lower: -3,
            zero: 0,
            upper: 3,
        };
        let exact = [2, -2, 4, -4].map(Value::settled);
        let exact = [exact[0], exact[1], exact[2], exact[3], open];
        let found = Agreement::new(&[1.0, -1.0, -2.0, 0.0, 0.4], &exact);
        assert_eq!((found.positions, found.decided, found.right), (5, 4, 2));
        assert!((found.error - (1.0 + 1.0 + 6.0 + 4.0 + 0.4) / 5.0).abs() < 1e-12);
        assert_eq!(found.sign(), Some(0.5));
        let places: Vec<u64> = found.bins.iter().map(|bin| bin.positions).collect();
        assert_eq!(places, [1, 1, 2, 1]);
        let nothing = found.bins[2];
        assert!((nothing.estimate - 0.2).abs() < 1e-12 && (nothing.exact + 2.0).abs() < 1e-12);
    }

    #[test]
    fn correlations_by_hand() {
        let found = correlation(&[1.0, 2.0, 3.0], &[2.0, 4.0, 6.0]).unwrap();
        assert!((found - 1.0).abs() < 1e-12);
        let found = correlation(&[1.0, 2.0, 3.0, 4.0], &[1.0, -1.0, -1.0, 1.0]).unwrap();
        assert!(found.abs() < 1e-12);
        assert_eq!(correlation(&[1.0, 1.0], &[2.0, 3.0]), None);
        assert_eq!(correlation(&[], &[]), None);
    }
}
