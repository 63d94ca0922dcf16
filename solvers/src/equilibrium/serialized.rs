//! The game with perfect information: the open and reverse orders, and bounds for the sealed one.

use super::lines::{INFINITE, Line, Serialized, lines};
use super::node::Node;
use super::solver::Solver;
use super::{EquilibriumError, Horizon};
use crate::Key;
use crate::Turn;
use crate::{Interval, JointProblem};

/// What the table holds of a state.
fn pack(known: Interval) -> u64 {
    u64::from(known.low as u32) | u64::from(known.high as u32) << 32
}

fn unpack(data: u64) -> Interval {
    Interval {
        low: data as u32 as i32,
        high: (data >> 32) as u32 as i32,
    }
}

impl<J: JointProblem> Solver<'_, J> {
    /// The margin of the leader in the serialized game, in a state that is not over, with at
    /// least one round left: exact between `alpha` and `beta`, an upper bound at or below `alpha`, a
    /// lower bound at or above `beta` (fail-soft alpha-beta).
    pub(super) fn serialized(
        &self,
        state: &J::State,
        left: Horizon,
        kind: Serialized,
        alpha: i32,
        beta: i32,
    ) -> Result<i32, EquilibriumError> {
        let key = Key {
            bits: self.game.key(state),
            tag: kind.tag() | u16::from(left.tag()),
        };
        let unknown = Interval::within(self.game.bound(state));
        let known = self.table.get(key).map_or(unknown, unpack);
        if known.low >= beta || known.low == known.high {
            return Ok(known.low);
        }
        if known.high <= alpha {
            return Ok(known.high);
        }
        self.visit()?;
        let (alpha, beta) = (alpha.max(known.low), beta.min(known.high));
        let node = Node::new(&self.game, state, left);
        let value = self.best_line(&node, kind, alpha, beta)?;
        let mut known = self.table.get(key).map_or(unknown, unpack);
        if value > alpha {
            known.low = known.low.max(value);
        }
        if value < beta {
            known.high = known.high.min(value);
        }
        self.table.put(key, pack(known), left.tag());
        Ok(value)
    }

    /// The value of the best line of a node; the bounds are as in [`Solver::serialized`].
    fn best_line(
        &self,
        node: &Node<J::State, J::Choice>,
        kind: Serialized,
        alpha: i32,
        beta: i32,
    ) -> Result<i32, EquilibriumError> {
        let sign = kind.sign();
        // With the eyes of the side that commits first.
        let (alpha, beta) = match sign {
            1 => (alpha, beta),
            _ => (-beta, -alpha),
        };
        let mut lines = lines(&node.choices, kind);
        if lines.is_empty() {
            return Err(EquilibriumError::NothingToSeal);
        }
        let gain_of = |&cell: &usize| sign * node.cells[cell].gain;
        for line in &mut lines {
            line.cells.sort_by_key(gain_of);
            for fallback in &mut line.fallbacks {
                fallback.cells.sort_by_key(gain_of);
            }
        }
        lines.sort_by_key(|line| line.cells.first().map(|cell| -gain_of(cell)));
        let mut best = -INFINITE;
        for line in &lines {
            let value = self.line(node, kind, line, alpha.max(best), beta)?;
            best = best.max(value);
            if best >= beta {
                break;
            }
        }
        Ok(sign * best)
    }

    /// The worst that a line leads to, as the side that commits first sees it.
    pub(super) fn line(
        &self,
        node: &Node<J::State, J::Choice>,
        kind: Serialized,
        line: &Line,
        alpha: i32,
        beta: i32,
    ) -> Result<i32, EquilibriumError> {
        let mut worst = self.least(node, kind, &line.cells, alpha, beta)?;
        if line.fallbacks.is_empty() || worst <= alpha {
            return Ok(worst);
        }
        let beta = beta.min(worst);
        let mut best = -INFINITE;
        for fallback in &line.fallbacks {
            best = best.max(self.least(node, kind, &fallback.cells, alpha.max(best), beta)?);
            if best >= beta {
                break;
            }
        }
        worst = worst.min(best);
        Ok(worst)
    }

    /// The least of these cells, as the side that commits first sees it.
    pub(super) fn least(
        &self,
        node: &Node<J::State, J::Choice>,
        kind: Serialized,
        cells: &[usize],
        alpha: i32,
        beta: i32,
    ) -> Result<i32, EquilibriumError> {
        let mut worst = INFINITE;
        for &cell in cells {
            let window = (alpha, beta.min(worst));
            worst = worst.min(self.cell(node, kind, cell, window)?);
            if worst <= alpha {
                break;
            }
        }
        Ok(worst)
    }

    /// What a cell leads to, as the side that commits first sees it.
    pub(super) fn cell(
        &self,
        node: &Node<J::State, J::Choice>,
        kind: Serialized,
        cell: usize,
        (alpha, beta): (i32, i32),
    ) -> Result<i32, EquilibriumError> {
        let cell = &node.cells[cell];
        let Some((state, turn)) = &cell.next else {
            return Ok(kind.sign() * cell.gain);
        };
        // As the leader sees it, then as the leader of the next state does.
        let (alpha, beta) = match kind.sign() {
            1 => (alpha, beta),
            _ => (-beta, -alpha),
        };
        let (alpha, beta) = (alpha - cell.gain, beta - cell.gain);
        let after = kind.after(*turn);
        let rest = match turn {
            Turn::Same => self.serialized(state, node.after, after, alpha, beta)?,
            Turn::Other => -self.serialized(state, node.after, after, -beta, -alpha)?,
        };
        Ok(kind.sign() * (cell.gain + rest))
    }
}
