//! The cells of a round being solved, known no better than is needed.

use rayon::prelude::*;

use super::round::{DoubleOracle, Known};
use super::{EquilibriumError, Horizon};
use crate::JointProblem;
use crate::Turn;

impl<J: JointProblem> DoubleOracle<'_, '_, J> {
    /// Makes the bounds of these cells the serialized ones.
    pub(super) fn bound_cells<'c>(
        &mut self,
        cells: impl Iterator<Item = &'c (usize, f64)>,
    ) -> Result<(), EquilibriumError> {
        let cells = cells.map(|&(cell, _)| cell);
        let open = self.distinct(cells, |known| known.bounded);
        let bounds = self.on_each(&open, |state, left, turn| {
            let (low, high) = self.solver.bounds(state, left)?;
            Ok(match turn {
                Turn::Same => (low, high),
                Turn::Other => (-high, -low),
            })
        })?;
        for (cell, (low, high)) in open.into_iter().zip(bounds) {
            let gain = self.node.cells[cell].gain;
            self.known[cell] = Known {
                low: (gain + low).into(),
                high: (gain + high).into(),
                bounded: true,
            };
        }
        Ok(())
    }

    /// Finds the values of these cells.
    pub(super) fn solve_cells(&mut self, cells: &[usize]) -> Result<(), EquilibriumError> {
        let open = self.distinct(cells.iter().copied(), Known::is_exact);
        let values = self.on_each(&open, |state, left, turn| {
            let value = self.solver.sealed_value(state, left)?;
            Ok(turn.seen(value))
        })?;
        for (cell, value) in open.into_iter().zip(values) {
            self.known[cell] = Known::exact(f64::from(self.node.cells[cell].gain) + value);
        }
        Ok(())
    }

    /// These cells, each once, without those of which enough is known.
    fn distinct(
        &self,
        cells: impl Iterator<Item = usize>,
        enough: impl Fn(&Known) -> bool,
    ) -> Vec<usize> {
        let mut cells: Vec<usize> = cells.filter(|&cell| !enough(&self.known[cell])).collect();
        cells.sort_unstable();
        cells.dedup();
        cells
    }

    fn on_each<T: Send>(
        &self,
        cells: &[usize],
        find: impl Fn(&J::State, Horizon, Turn) -> Result<T, EquilibriumError> + Sync,
    ) -> Result<Vec<T>, EquilibriumError> {
        let find = |&cell: &usize| {
            let (state, turn) = (self.node.cells[cell].next.as_ref()).expect("not known exactly");
            find(state, self.node.after, *turn)
        };
        match self.parallel {
            true => cells.par_iter().map(find).collect(),
            false => cells.iter().map(find).collect(),
        }
    }
}
