//! Best responses to a restricted game, which a double oracle adds to it.

use std::cmp::Ordering::Equal;

use super::EquilibriumError;
use super::double_oracle::{CellBounds, Column, DoubleOracle};
use super::serialized::{SerializedOrder, lines};
use crate::JointProblem;
use crate::matrix::Equilibrium;

/// The minimum gain of a choice that enters the matrix. It bounds the error of a value, together with the error of the
/// matrix game ([`PRECISION`](crate::matrix::PRECISION) times its size). A choice that enters by a rounding error costs
/// only time.
const GAIN: f64 = 1e-9;

impl<J: JointProblem> DoubleOracle<'_, '_, J> {
    /// Returns the row outside the restricted game that gains most against its columns, if it gains more than the
    /// restricted value.
    pub(super) fn best_row(
        &mut self,
        rows: &[usize],
        columns: &[Column],
        equilibrium: &Equilibrium,
    ) -> Result<Option<usize>, EquilibriumError> {
        let others = (0..self.node.choices.first_choices().len()).filter(|row| !rows.contains(row));
        let mut candidates: Vec<(usize, Vec<(usize, f64)>)> = others
            .map(|row| {
                let weighted = (columns.iter().zip(&equilibrium.columns))
                    .filter(|&(_, &weight)| weight > 0.0)
                    .map(|(column, &weight)| {
                        (
                            self.node
                                .cell_index(row, column.choice_against(&self.node.choices, row)),
                            weight,
                        )
                    })
                    .collect();
                (row, weighted)
            })
            .collect();
        self.bound_cells(candidates.iter().flat_map(|(_, cells)| cells))?;
        let high = |cells: &[(usize, f64)]| -> f64 {
            cells
                .iter()
                .map(|&(cell, weight)| weight * self.cell_bounds[cell].high)
                .sum()
        };
        let bounds: Vec<f64> = candidates.iter().map(|(_, cells)| high(cells)).collect();
        let mut order: Vec<usize> = (0..candidates.len()).collect();
        order.sort_by(|&a, &b| bounds[b].total_cmp(&bounds[a]));
        let mut best = None;
        let mut most = equilibrium.most + GAIN;
        for candidate in order {
            if bounds[candidate] <= most {
                break;
            }
            let (row, cells) = std::mem::take(&mut candidates[candidate]);
            if let Some(gain) = self.mean_if_above(&cells, 1.0, most)? {
                most = gain;
                best = Some(row);
            }
        }
        Ok(best)
    }

    /// Returns the column outside the restricted game that concedes least against its rows, if it concedes less than
    /// the restricted value.
    pub(super) fn best_column(
        &mut self,
        rows: &[usize],
        columns: &[Column],
        equilibrium: &Equilibrium,
    ) -> Result<Option<Column>, EquilibriumError> {
        let weighted: Vec<(usize, f64)> = (rows.iter().copied())
            .zip(equilibrium.rows.iter().copied())
            .filter(|&(_, weight)| weight > 0.0)
            .collect();
        let choices = &self.node.choices;
        let mut candidates: Vec<(Column, Vec<(usize, f64)>)> = Vec::new();
        for line in lines(choices, SerializedOrder::Upper) {
            let wish = line.choice;
            let alone = line.fallbacks.is_empty().then_some(None);
            let others = line.fallbacks.iter().map(|fallback| Some(fallback.choice));
            for otherwise in alone.into_iter().chain(others) {
                let column = Column { wish, otherwise };
                if !columns.contains(&column) {
                    let cell = |&(row, weight): &(usize, f64)| {
                        (
                            self.node
                                .cell_index(row, column.choice_against(choices, row)),
                            weight,
                        )
                    };
                    candidates.push((column, weighted.iter().map(cell).collect()));
                }
            }
        }
        self.bound_cells(candidates.iter().flat_map(|(_, cells)| cells))?;
        let low = |cells: &[(usize, f64)]| -> f64 {
            cells
                .iter()
                .map(|&(cell, weight)| weight * self.cell_bounds[cell].low)
                .sum()
        };
        // Fallbacks that no row of the mixture needs are compared by their bounds.
        let unweighted = |column: Column| -> f64 {
            let choices = &self.node.choices;
            (choices.blocking(column.wish))
                .map(|row| {
                    self.cell_bounds[self
                        .node
                        .cell_index(row, column.choice_against(choices, row))]
                    .low
                })
                .sum()
        };
        let keys: Vec<(f64, f64)> = (candidates.iter())
            .map(|(column, cells)| (low(cells), unweighted(*column)))
            .collect();
        let mut order: Vec<usize> = (0..candidates.len()).collect();
        order.sort_by(|&a, &b| match keys[a].0.total_cmp(&keys[b].0) {
            Equal => keys[a].1.total_cmp(&keys[b].1),
            different => different,
        });
        let mut best = None;
        let mut least = equilibrium.least - GAIN;
        for candidate in order {
            if keys[candidate].0 >= least {
                break;
            }
            let (column, cells) = &candidates[candidate];
            let column = *column;
            if let Some(gain) = self.mean_if_above(cells, -1.0, -least)? {
                least = -gain;
                best = Some(column);
            }
        }
        Ok(best)
    }

    /// Returns the mean of weighted cells times `sign`, if it exceeds `most`. Solves cells only until the mean can no
    /// longer do so.
    fn mean_if_above(
        &mut self,
        cells: &[(usize, f64)],
        sign: f64,
        most: f64,
    ) -> Result<Option<f64>, EquilibriumError> {
        let mean = |known: &[CellBounds]| -> f64 {
            (cells.iter())
                .map(|&(cell, weight)| {
                    let CellBounds { low, high, .. } = known[cell];
                    weight * (sign * low).max(sign * high)
                })
                .sum()
        };
        for &(cell, _) in cells {
            if mean(&self.cell_bounds) <= most {
                return Ok(None);
            }
            self.solve_cells(&[cell])?;
        }
        let mean = mean(&self.cell_bounds);
        Ok((mean > most).then_some(mean))
    }
}
