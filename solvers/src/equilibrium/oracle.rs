//! Sealed rounds: serialized bounds first, then a double oracle over the choices that matter.

use std::cmp::Ordering::Equal;
use std::sync::atomic::Ordering::Relaxed;

use rayon::prelude::*;

use super::node::Node;
use super::serialized::{Fallback, INFINITE, Serialized, lines};
use super::solver::Solver;
use super::strategy::{Committing, Solved};
use super::{EquilibriumError, Horizon};
use crate::matrix::{Equilibrium, Matrix, solve};
use crate::order::Choices;
use crate::search::Code;
use crate::search::rounds::SearchableJoint;

/// What another choice must gain to be taken into the matrix: well below the precision asked of
/// values, well above the rounding errors of the matrix games.
const GAIN: f64 = 1e-9;

/// The tag of sealed values in the table.
const SEALED: u16 = 5 << 8;

/// Nodes with at least so many rounds left share their work among the threads.
const PARALLEL: u8 = 3;

/// What is sealed: the indices of a wish and of what is taken if it becomes impossible.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Column {
    wish: usize,
    otherwise: Option<usize>,
}

impl Column {
    /// The index of what is taken against a first choice.
    fn against<C: Copy + PartialEq>(self, choices: &Choices<C>, first: usize) -> usize {
        match self.otherwise {
            Some(otherwise) if !choices.legal(first, self.wish) => otherwise,
            _ => self.wish,
        }
    }
}

/// What is known of the value of a cell.
#[derive(Clone, Copy)]
struct Known {
    low: f64,
    high: f64,
    /// Whether the bounds are the serialized ones, or better.
    bounded: bool,
}

impl Known {
    fn exact(value: f64) -> Known {
        Known {
            low: value,
            high: value,
            bounded: true,
        }
    }

    fn is_exact(&self) -> bool {
        self.low == self.high
    }
}

/// A round being solved.
struct Oracle<'s, 'a, J: SearchableJoint> {
    solver: &'s Solver<'a, J>,
    node: Node<J::State, J::Choice>,
    known: Vec<Known>,
    parallel: bool,
}

impl<J: SearchableJoint> Solver<'_, J> {
    /// The value of a sealed state that is not over, with at least one round left.
    pub(super) fn sealed_value(
        &self,
        state: &J::State,
        left: Horizon,
    ) -> Result<f64, EquilibriumError> {
        let code = Code {
            bits: self.game.code(state),
            tag: SEALED | u16::from(left.tag()),
        };
        if let Some(bits) = self.table.get(code) {
            return Ok(f64::from_bits(bits));
        }
        let (low, high) = self.bounds(state, left)?;
        let value = if low == high {
            self.by_bounds.fetch_add(1, Relaxed);
            low.into()
        } else {
            Oracle::new(self, state, left)?.solve(low, high)?.value
        };
        self.table.put(code, value.to_bits(), left.tag());
        Ok(value)
    }

    /// The strategies of a sealed round.
    pub(super) fn sealed(
        &self,
        state: &J::State,
        left: Horizon,
    ) -> Result<Solved<J::Choice>, EquilibriumError> {
        let (low, high) = self.bounds(state, left)?;
        Oracle::new(self, state, left)?.solve(low, high)
    }

    /// The serialized bounds.
    fn bounds(&self, state: &J::State, left: Horizon) -> Result<(i32, i32), EquilibriumError> {
        let bound = |kind| self.serialized(state, left, kind, -INFINITE, INFINITE);
        let (low, high) = match left.tag() >= PARALLEL {
            true => rayon::join(|| bound(Serialized::Lower), || bound(Serialized::Upper)),
            false => (bound(Serialized::Lower), bound(Serialized::Upper)),
        };
        Ok((low?, high?))
    }
}

impl<'s, 'a, J: SearchableJoint> Oracle<'s, 'a, J> {
    fn new(
        solver: &'s Solver<'a, J>,
        state: &J::State,
        left: Horizon,
    ) -> Result<Self, EquilibriumError> {
        solver.visit()?;
        let node = Node::new(solver.game, state, left);
        let known = (node.cells.iter())
            .map(|cell| match &cell.next {
                None => Known::exact(cell.gain.into()),
                Some((after, _)) => {
                    let bound = solver.game.bound(after);
                    Known {
                        low: (cell.gain - bound).into(),
                        high: (cell.gain + bound).into(),
                        bounded: false,
                    }
                }
            })
            .collect();
        Ok(Oracle {
            solver,
            node,
            known,
            parallel: left.tag() >= PARALLEL,
        })
    }

    /// The value and the strategies, given the serialized bounds.
    fn solve(mut self, low: i32, high: i32) -> Result<Solved<J::Choice>, EquilibriumError> {
        let mut rows = vec![self.securing_row(low)?];
        let mut columns = vec![self.securing_column(high)?];
        if low == high {
            return Ok(self.solved(low.into(), &rows, &[1.0], &columns, &[1.0]));
        }
        if self.known.iter().all(Known::is_exact) {
            rows = (0..self.node.choices.firsts().len()).collect();
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
            (self.node.cells.iter().zip(&self.known)).filter(|(cell, _)| cell.next.is_some());
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
    ) -> Solved<J::Choice> {
        let choices = &self.node.choices;
        let mut sente: Vec<(usize, f64)> =
            rows.iter().copied().zip(of_rows.iter().copied()).collect();
        sente.retain(|&(_, probability)| probability > 0.0);
        sente.sort_by_key(|&(row, _)| row);
        let mut gote: Vec<(Column, f64)> = columns
            .iter()
            .copied()
            .zip(of_columns.iter().copied())
            .collect();
        gote.retain(|&(_, probability)| probability > 0.0);
        gote.sort_by_key(|(column, _)| (column.wish, column.otherwise));
        let of_sente = |(row, probability): (usize, f64)| Committing {
            probability,
            ..Committing::always(None, choices.firsts()[row])
        };
        let of_gote = |(column, probability): (Column, f64)| Committing {
            after: None,
            choice: choices.seconds()[column.wish],
            otherwise: column.otherwise.map(|other| choices.seconds()[other]),
            probability,
        };
        Solved {
            value,
            sente: sente.into_iter().map(of_sente).collect(),
            gote: gote.into_iter().map(of_gote).collect(),
        }
    }

    /// The first row that secures the lower bound.
    fn securing_row(&self, low: i32) -> Result<usize, EquilibriumError> {
        for line in lines(&self.node.choices, Serialized::Lower) {
            let value = self
                .solver
                .line(&self.node, Serialized::Lower, &line, low - 1, low)?;
            if value >= low {
                return Ok(line.choice);
            }
        }
        unreachable!("the bound is that of a row")
    }

    /// The first column that secures the upper bound.
    fn securing_column(&self, high: i32) -> Result<Column, EquilibriumError> {
        let (solver, node, kind) = (self.solver, &self.node, Serialized::Upper);
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

    /// Where every cell is known: every wish, with the best fallback if a single row calls for it (the
    /// other fallbacks are dominated), else with each.
    fn best_sealed(&self) -> Vec<Column> {
        let mut columns = Vec::new();
        for line in lines(&self.node.choices, Serialized::Upper) {
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
                let conceded = |fallback: &&Fallback| self.known[fallback.cells[0]].low;
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

    /// An equilibrium of the game in which only these choices are made.
    fn restricted(
        &mut self,
        rows: &[usize],
        columns: &[Column],
    ) -> Result<Equilibrium, EquilibriumError> {
        let cells: Vec<usize> = (rows.iter())
            .flat_map(|&row| columns.iter().map(move |&column| (row, column)))
            .map(|(row, column)| self.node.at(row, column.against(&self.node.choices, row)))
            .collect();
        self.solve_cells(&cells)?;
        let payoffs = cells.iter().map(|&cell| self.known[cell].low).collect();
        Ok(solve(&Matrix::new(columns.len(), payoffs))?)
    }

    /// The row outside the restricted game that gains most against its columns, if one gains more.
    fn best_row(
        &mut self,
        rows: &[usize],
        columns: &[Column],
        equilibrium: &Equilibrium,
    ) -> Result<Option<usize>, EquilibriumError> {
        let others = (0..self.node.choices.firsts().len()).filter(|row| !rows.contains(row));
        let mut candidates: Vec<(usize, Vec<(usize, f64)>)> = others
            .map(|row| {
                let weighted = (columns.iter().zip(&equilibrium.columns))
                    .filter(|&(_, &weight)| weight > 0.0)
                    .map(|(column, &weight)| {
                        (
                            self.node.at(row, column.against(&self.node.choices, row)),
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
                .map(|&(cell, weight)| weight * self.known[cell].high)
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
            if let Some(gain) = self.weigh(&cells, 1.0, most)? {
                most = gain;
                best = Some(row);
            }
        }
        Ok(best)
    }

    /// The column outside the restricted game that concedes least against its rows, if one concedes
    /// less.
    fn best_column(
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
        for line in lines(choices, Serialized::Upper) {
            let wish = line.choice;
            let alone = line.fallbacks.is_empty().then_some(None);
            let others = line.fallbacks.iter().map(|fallback| Some(fallback.choice));
            for otherwise in alone.into_iter().chain(others) {
                let column = Column { wish, otherwise };
                if !columns.contains(&column) {
                    let cell = |&(row, weight): &(usize, f64)| {
                        (self.node.at(row, column.against(choices, row)), weight)
                    };
                    candidates.push((column, weighted.iter().map(cell).collect()));
                }
            }
        }
        self.bound_cells(candidates.iter().flat_map(|(_, cells)| cells))?;
        let low = |cells: &[(usize, f64)]| -> f64 {
            cells
                .iter()
                .map(|&(cell, weight)| weight * self.known[cell].low)
                .sum()
        };
        // Fallbacks that no row of the mixture calls for are told apart by what is known of them.
        let unweighted = |column: Column| -> f64 {
            let choices = &self.node.choices;
            (choices.blocking(column.wish))
                .map(|row| self.known[self.node.at(row, column.against(choices, row))].low)
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
            if let Some(gain) = self.weigh(cells, -1.0, -least)? {
                least = -gain;
                best = Some(column);
            }
        }
        Ok(best)
    }

    /// The mean of weighted cells times `sign`, if it is more than `most`: solves cells only until it
    /// cannot be.
    fn weigh(
        &mut self,
        cells: &[(usize, f64)],
        sign: f64,
        most: f64,
    ) -> Result<Option<f64>, EquilibriumError> {
        let mean = |known: &[Known]| -> f64 {
            (cells.iter())
                .map(|&(cell, weight)| {
                    let Known { low, high, .. } = known[cell];
                    weight * (sign * low).max(sign * high)
                })
                .sum()
        };
        for &(cell, _) in cells {
            if mean(&self.known) <= most {
                return Ok(None);
            }
            self.solve_cells(&[cell])?;
        }
        let mean = mean(&self.known);
        Ok((mean > most).then_some(mean))
    }

    /// Makes the bounds of these cells the serialized ones.
    fn bound_cells<'c>(
        &mut self,
        cells: impl Iterator<Item = &'c (usize, f64)>,
    ) -> Result<(), EquilibriumError> {
        let cells = cells.map(|&(cell, _)| cell);
        let open = self.distinct(cells, |known| known.bounded);
        let bounds = self.on_each(&open, |state, left, passes| {
            let (low, high) = self.solver.bounds(state, left)?;
            Ok(if passes { (-high, -low) } else { (low, high) })
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
    fn solve_cells(&mut self, cells: &[usize]) -> Result<(), EquilibriumError> {
        let open = self.distinct(cells.iter().copied(), Known::is_exact);
        let values = self.on_each(&open, |state, left, passes| {
            let value = self.solver.sealed_value(state, left)?;
            Ok(if passes { -value } else { value })
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
        find: impl Fn(&J::State, Horizon, bool) -> Result<T, EquilibriumError> + Sync,
    ) -> Result<Vec<T>, EquilibriumError> {
        let find = |&cell: &usize| {
            let (state, passes) = (self.node.cells[cell].next.as_ref()).expect("not known exactly");
            find(state, self.node.after, *passes)
        };
        match self.parallel {
            true => cells.par_iter().map(find).collect(),
            false => cells.iter().map(find).collect(),
        }
    }
}
