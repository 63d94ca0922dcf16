//! Simultaneous rounds: serialized bounds first, then a double oracle over the choices that matter.

use std::sync::atomic::Ordering::Relaxed;

use rayon::prelude::*;

use super::node::Node;
use super::serialized::{Fallback, INFINITE, SerializedOrder, lines};
use super::solver::{MixedChoice, RoundSolution, Solver};
use super::{EquilibriumError, Horizon};
use crate::matrix::{Equilibrium, Matrix, solve};
use crate::order::Choices;
use crate::search::SearchTable;
use crate::{JointProblem, Key, Turn};
use sowlab_base::threads::{ONE_THREAD, join};

/// The tag of values of the simultaneous order in the table.
const SEALED: u16 = 5 << 8;

/// The number of rounds left from which a node shares its work among the threads.
const PARALLEL: u8 = 3;

impl<J: JointProblem> Solver<'_, J> {
    /// Returns the value, in the simultaneous order, of a state that is not over, with at least one round left.
    pub(super) fn sealed_value(
        &self,
        state: &J::State,
        left: Horizon,
    ) -> Result<f64, EquilibriumError> {
        let key = Key {
            bits: self.game.key(state),
            tag: SEALED | u16::from(left.tag()),
        };
        if let Some(bits) = self.table.get(key) {
            return Ok(f64::from_bits(bits));
        }
        let (low, high) = self.bounds(state, left)?;
        let value = if low == high {
            self.by_bounds.fetch_add(1, Relaxed);
            low.into()
        } else {
            DoubleOracle::new(self, state, left)?
                .solve(low, high)?
                .value
        };
        self.table.put(key, value.to_bits(), left.tag());
        Ok(value)
    }

    /// Returns the strategies of a simultaneous round.
    pub(super) fn sealed(
        &self,
        state: &J::State,
        left: Horizon,
    ) -> Result<RoundSolution<J::Choice>, EquilibriumError> {
        let (low, high) = self.bounds(state, left)?;
        DoubleOracle::new(self, state, left)?.solve(low, high)
    }

    /// Returns the serialized bounds.
    pub(super) fn bounds(
        &self,
        state: &J::State,
        left: Horizon,
    ) -> Result<(i32, i32), EquilibriumError> {
        let bound = |kind| self.serialized(state, left, kind, -INFINITE, INFINITE);
        let (low, high) = match left.tag() >= PARALLEL {
            true => join(
                || bound(SerializedOrder::Lower),
                || bound(SerializedOrder::Upper),
            ),
            false => (bound(SerializedOrder::Lower), bound(SerializedOrder::Upper)),
        };
        Ok((low?, high?))
    }
}

impl<'s, 'a, J: JointProblem> DoubleOracle<'s, 'a, J> {
    fn new(
        solver: &'s Solver<'a, J>,
        state: &J::State,
        left: Horizon,
    ) -> Result<Self, EquilibriumError> {
        solver.visit()?;
        let node = Node::new(&solver.game, state, left);
        let cell_bounds = (node.cells.iter())
            .map(|cell| match &cell.next {
                None => CellBounds::exact(cell.gain.into()),
                Some((after, _)) => {
                    let bound = solver.game.bound(after);
                    CellBounds {
                        low: (cell.gain - bound).into(),
                        high: (cell.gain + bound).into(),
                        bounded: false,
                    }
                }
            })
            .collect();
        Ok(DoubleOracle {
            solver,
            node,
            cell_bounds,
            parallel: left.tag() >= PARALLEL,
        })
    }

    /// Returns the value and the strategies, given the serialized bounds.
    fn solve(mut self, low: i32, high: i32) -> Result<RoundSolution<J::Choice>, EquilibriumError> {
        let mut rows = vec![self.securing_row(low)?];
        let mut columns = vec![self.securing_column(high)?];
        if low == high {
            return Ok(self.solved(low.into(), &rows, &[1.0], &columns, &[1.0]));
        }
        if self.cell_bounds.iter().all(CellBounds::is_exact) {
            rows = (0..self.node.choices.first_choices().len()).collect();
            columns = self.best_sealed();
        }
        let equilibrium = loop {
            let equilibrium = self.restricted(&rows, &columns)?;
            let row = self.best_row(&rows, &columns, &equilibrium)?;
            let column = self.best_column(&rows, &columns, &equilibrium)?;
            if row.is_none() && column.is_none() {
                break equilibrium;
            }
            rows.extend(row);
            columns.extend(column);
        };
        let solver = self.solver;
        let open =
            (self.node.cells.iter().zip(&self.cell_bounds)).filter(|(cell, _)| cell.next.is_some());
        let solved = open.clone().filter(|(_, known)| known.is_exact()).count();
        solver.by_oracle.fetch_add(1, Relaxed);
        solver.cells.fetch_add(open.count() as u64, Relaxed);
        solver.cells_solved.fetch_add(solved as u64, Relaxed);
        let Equilibrium {
            value,
            rows: of_rows,
            columns: of_columns,
            ..
        } = equilibrium;
        Ok(self.solved(value, &rows, &of_rows, &columns, &of_columns))
    }

    fn solved(
        &self,
        value: f64,
        rows: &[usize],
        of_rows: &[f64],
        columns: &[Column],
        of_columns: &[f64],
    ) -> RoundSolution<J::Choice> {
        let choices = &self.node.choices;
        let mut leader: Vec<(usize, f64)> =
            rows.iter().copied().zip(of_rows.iter().copied()).collect();
        leader.retain(|&(_, probability)| probability > 0.0);
        leader.sort_by_key(|&(row, _)| row);
        let mut follower: Vec<(Column, f64)> = columns
            .iter()
            .copied()
            .zip(of_columns.iter().copied())
            .collect();
        follower.retain(|&(_, probability)| probability > 0.0);
        follower.sort_by_key(|(column, _)| (column.wish, column.otherwise));
        let of_leader = |(row, probability): (usize, f64)| MixedChoice {
            probability,
            ..MixedChoice::always(None, choices.first_choices()[row])
        };
        let of_follower = |(column, probability): (Column, f64)| MixedChoice {
            after: None,
            choice: choices.second_choices()[column.wish],
            otherwise: column
                .otherwise
                .map(|other| choices.second_choices()[other]),
            probability,
        };
        RoundSolution {
            value,
            leader: leader.into_iter().map(of_leader).collect(),
            follower: follower.into_iter().map(of_follower).collect(),
        }
    }

    /// Returns the first row that secures the lower bound.
    fn securing_row(&self, low: i32) -> Result<usize, EquilibriumError> {
        for line in lines(&self.node.choices, SerializedOrder::Lower) {
            let value =
                self.solver
                    .line(&self.node, SerializedOrder::Lower, &line, low - 1, low)?;
            if value >= low {
                return Ok(line.choice);
            }
        }
        unreachable!("the bound is that of a row")
    }

    /// Returns the first column that secures the upper bound.
    fn securing_column(&self, high: i32) -> Result<Column, EquilibriumError> {
        let (solver, node, kind) = (self.solver, &self.node, SerializedOrder::Upper);
        let (alpha, beta) = (-high - 1, -high);
        for line in lines(&node.choices, kind) {
            if solver.line(node, kind, &line, alpha, beta)? < beta {
                continue;
            }
            let mut otherwise = None;
            for fallback in &line.fallbacks {
                if solver.least(node, kind, &fallback.cells, alpha, beta)? >= beta {
                    otherwise = Some(fallback.choice);
                    break;
                }
            }
            return Ok(Column {
                wish: line.choice,
                otherwise,
            });
        }
        unreachable!("the bound is that of a column")
    }

    /// Returns the columns if all cells are exact. If a wish needs a fallback against a single row, it is paired with
    /// its best fallback only, because the others are dominated. Otherwise it is paired with each fallback.
    fn best_sealed(&self) -> Vec<Column> {
        let mut columns = Vec::new();
        for line in lines(&self.node.choices, SerializedOrder::Upper) {
            let wish = line.choice;
            let sealed = |fallback: &Fallback| Column {
                wish,
                otherwise: Some(fallback.choice),
            };
            let one_row = line
                .fallbacks
                .first()
                .is_some_and(|fallback| fallback.cells.len() == 1);
            if line.fallbacks.is_empty() {
                columns.push(Column {
                    wish,
                    otherwise: None,
                });
            } else if one_row {
                let conceded = |fallback: &&Fallback| self.cell_bounds[fallback.cells[0]].low;
                let best = (line.fallbacks.iter())
                    .min_by(|a, b| conceded(a).total_cmp(&conceded(b)))
                    .expect("there is a fallback");
                columns.push(sealed(best));
            } else {
                columns.extend(line.fallbacks.iter().map(sealed));
            }
        }
        columns
    }

    /// Returns an equilibrium of the game that has only these choices.
    fn restricted(
        &mut self,
        rows: &[usize],
        columns: &[Column],
    ) -> Result<Equilibrium, EquilibriumError> {
        let cells: Vec<usize> = (rows.iter())
            .flat_map(|&row| columns.iter().map(move |&column| (row, column)))
            .map(|(row, column)| {
                self.node
                    .cell_index(row, column.choice_against(&self.node.choices, row))
            })
            .collect();
        self.solve_cells(&cells)?;
        let payoffs = cells
            .iter()
            .map(|&cell| self.cell_bounds[cell].low)
            .collect();
        Ok(solve(&Matrix::new(columns.len(), payoffs))?)
    }
}

/// The bounds of the value of a cell.
#[derive(Clone, Copy)]
pub(super) struct CellBounds {
    pub(super) low: f64,
    pub(super) high: f64,
    /// Whether the bounds are at least as tight as the serialized ones.
    pub(super) bounded: bool,
}

impl CellBounds {
    pub(super) fn exact(value: f64) -> CellBounds {
        CellBounds {
            low: value,
            high: value,
            bounded: true,
        }
    }

    pub(super) fn is_exact(&self) -> bool {
        self.low == self.high
    }
}

/// A column of the matrix: the indices of a wish and of its fallback.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Column {
    pub(super) wish: usize,
    pub(super) otherwise: Option<usize>,
}

impl Column {
    /// Returns the index of the choice that results against a first choice.
    pub(super) fn choice_against<C: Copy + PartialEq>(
        self,
        choices: &Choices<C>,
        first: usize,
    ) -> usize {
        match self.otherwise {
            Some(otherwise) if !choices.legal(first, self.wish) => otherwise,
            _ => self.wish,
        }
    }
}

/// A round being solved.
pub(super) struct DoubleOracle<'s, 'a, J: JointProblem> {
    pub(super) solver: &'s Solver<'a, J>,
    pub(super) node: Node<J::State, J::Choice>,
    pub(super) cell_bounds: Vec<CellBounds>,
    /// Whether several threads share the work.
    pub(super) parallel: bool,
}

impl<J: JointProblem> DoubleOracle<'_, '_, J> {
    /// Tightens the bounds of these cells to the serialized ones.
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
            self.cell_bounds[cell] = CellBounds {
                low: (gain + low).into(),
                high: (gain + high).into(),
                bounded: true,
            };
        }
        Ok(())
    }

    /// Computes the values of these cells.
    pub(super) fn solve_cells(&mut self, cells: &[usize]) -> Result<(), EquilibriumError> {
        let open = self.distinct(cells.iter().copied(), CellBounds::is_exact);
        let values = self.on_each(&open, |state, left, turn| {
            let value = self.solver.sealed_value(state, left)?;
            Ok(turn.convert(value))
        })?;
        for (cell, value) in open.into_iter().zip(values) {
            self.cell_bounds[cell] =
                CellBounds::exact(f64::from(self.node.cells[cell].gain) + value);
        }
        Ok(())
    }

    /// Returns these cells, each once, without those with sufficient bounds.
    fn distinct(
        &self,
        cells: impl Iterator<Item = usize>,
        enough: impl Fn(&CellBounds) -> bool,
    ) -> Vec<usize> {
        let mut cells: Vec<usize> = cells
            .filter(|&cell| !enough(&self.cell_bounds[cell]))
            .collect();
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
            find(state, self.node.horizon_after, *turn)
        };
        match self.parallel && !ONE_THREAD {
            true => cells.par_iter().map(find).collect(),
            false => cells.iter().map(find).collect(),
        }
    }
}
