//! Margins as weighted sums of the stones in each cell.

use super::exact::Exact;

/// A weight for each cell, and a constant.
pub(super) struct Linear(Vec<f64>);

impl Linear {
    /// The weights with the least sum of squared errors in `zero`.
    pub(super) fn fitted(to: &[Exact]) -> Linear {
        let unknowns = to.first().map_or(0, |one| one.cells.len()) + 1;
        // The normal equations, with the right side in the last column.
        let mut equations = vec![vec![0.0; unknowns + 1]; unknowns];
        for one in to {
            let inputs: Vec<f64> = inputs(&one.cells).collect();
            for (row, &input) in equations.iter_mut().zip(&inputs) {
                let right = f64::from(one.value.zero);
                for (cell, &other) in row.iter_mut().zip(inputs.iter().chain([&right])) {
                    *cell += input * other;
                }
            }
        }
        Linear(solved(equations))
    }

    /// The margin of a board, in stones.
    pub(super) fn margin(&self, cells: &[u8]) -> f64 {
        let terms = self.0.iter().zip(inputs(cells));
        terms.map(|(weight, input)| weight * input).sum()
    }
}

fn inputs(cells: &[u8]) -> impl Iterator<Item = f64> {
    cells.iter().map(|&stones| f64::from(stones)).chain([1.0])
}

/// A solution of linear equations by Gauss-Jordan elimination; unknowns that nothing determines are 0.
fn solved(mut equations: Vec<Vec<f64>>) -> Vec<f64> {
    const NOTHING: f64 = 1e-9;
    let unknowns = equations.len();
    let mut rows = vec![None; unknowns];
    let mut used = 0;
    for unknown in 0..unknowns {
        let size = |row: &usize| equations[*row][unknown].abs();
        let Some(pivot) = (used..unknowns).max_by(|one, other| size(one).total_cmp(&size(other)))
        else {
            break;
        };
        if size(&pivot) < NOTHING {
            continue;
        }
        equations.swap(used, pivot);
        let pivot = equations[used].clone();
        for (place, row) in equations.iter_mut().enumerate() {
            if place != used {
                let factor = row[unknown] / pivot[unknown];
                for (cell, of_pivot) in row.iter_mut().zip(&pivot) {
                    *cell -= factor * of_pivot;
                }
            }
        }
        rows[unknown] = Some(used);
        used += 1;
    }
    let value = |(unknown, row): (usize, &Option<usize>)| {
        row.map_or(0.0, |row| {
            equations[row][unknowns] / equations[row][unknown]
        })
    };
    rows.iter().enumerate().map(value).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::Value;

    fn exact(cells: [u8; 3], zero: i32) -> Exact {
        Exact {
            cells: cells.to_vec(),
            value: Value::settled(zero),
        }
    }

    #[test]
    fn finds_the_weights_that_made_the_margins() {
        let boards = [[0, 1, 5], [3, 0, 1], [2, 2, 2], [7, 1, 0], [1, 4, 1]];
        let margin = |[one, two, three]: [u8; 3]| {
            3 * i32::from(one) - 2 * i32::from(two) + i32::from(three) + 4
        };
        let positions: Vec<Exact> = boards.map(|cells| exact(cells, margin(cells))).into();
        let linear = Linear::fitted(&positions);
        let found = linear.margin(&[9, 0, 3]);
        assert!(
            (found - f64::from(margin([9, 0, 3]))).abs() < 1e-6,
            "{found}"
        );
    }

    #[test]
    fn what_nothing_determines_is_nothing() {
        // The third cell is always empty; the others only ever have the same number.
        let linear = Linear::fitted(&[exact([1, 1, 0], 2), exact([3, 3, 0], 6)]);
        assert!((linear.margin(&[2, 2, 0]) - 4.0).abs() < 1e-6);
        assert!(linear.margin(&[2, 2, 50]).is_finite());
        assert_eq!(Linear::fitted(&[]).margin(&[1, 2]), 0.0);
    }
}
