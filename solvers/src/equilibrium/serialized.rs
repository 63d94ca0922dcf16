//! The game with perfect information: the sequential and reversed orders, and bounds for the simultaneous one.

use super::node::Node;
use super::solver::Solver;
use super::{EquilibriumError, Horizon};
use crate::order::Choices;
use crate::search::SearchTable;
use crate::{Interval, JointProblem, Key, Turn};

/// The side that sees the other's choice, in every round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum SerializedOrder {
    /// The leader is seen: the sequential order.
    Open,
    /// The leader sees: the reversed order.
    Reverse,
    /// The leader *in this state* is seen in this round and, in whatever role, in all later ones. It can secure this
    /// margin also in the simultaneous order: a lower bound.
    Lower,
    /// The leader in this state sees the other's sealed choice, here and later: an upper bound.
    Upper,
}

impl SerializedOrder {
    /// Returns the order relative to the state after a round.
    pub(super) fn after(self, turn: Turn) -> SerializedOrder {
        match (self, turn) {
            (SerializedOrder::Lower, Turn::Other) => SerializedOrder::Upper,
            (SerializedOrder::Upper, Turn::Other) => SerializedOrder::Lower,
            _ => self,
        }
    }

    /// Returns 1 if the leader commits first, and -1 if the follower does. With 1 the best line is the greatest of
    /// least cells; with -1 all values take the follower's view.
    pub(super) fn sign(self) -> i32 {
        match self {
            SerializedOrder::Open | SerializedOrder::Lower => 1,
            SerializedOrder::Reverse | SerializedOrder::Upper => -1,
        }
    }

    pub(super) fn tag(self) -> u16 {
        match self {
            SerializedOrder::Open => 1 << 8,
            SerializedOrder::Reverse => 2 << 8,
            SerializedOrder::Lower => 3 << 8,
            SerializedOrder::Upper => 4 << 8,
        }
    }
}

/// A choice of the side that commits first, with the cells among which the other side then chooses.
pub(super) struct Line {
    /// The index of the choice.
    pub(super) choice: usize,
    /// Indices of cells.
    pub(super) cells: Vec<usize>,
    /// The fallbacks of a sealed wish, for first choices that make it impossible; empty if there are none.
    pub(super) fallbacks: Vec<Fallback>,
}

/// A fallback sealed together with a wish.
pub(super) struct Fallback {
    /// The index of the choice.
    pub(super) choice: usize,
    /// The indices of the cells in which the wish is impossible.
    pub(super) cells: Vec<usize>,
}

/// Returns the lines of a state, in the order of the choices of the side that commits first.
pub(super) fn lines<C: Copy + PartialEq>(choices: &Choices<C>, kind: SerializedOrder) -> Vec<Line> {
    let (firsts, seconds) = (
        choices.first_choices().len(),
        choices.second_choices().len(),
    );
    let at = |first: usize, second: usize| first * seconds + second;
    let row = |first: usize| Line {
        choice: first,
        cells: (0..seconds)
            .filter(|&second| choices.legal(first, second))
            .map(|second| at(first, second))
            .collect(),
        fallbacks: Vec::new(),
    };
    let column = |second: usize| Line {
        choice: second,
        cells: (0..firsts)
            .filter(|&first| choices.legal(first, second))
            .map(|first| at(first, second))
            .collect(),
        fallbacks: Vec::new(),
    };
    let sealed = |second: usize| {
        let blocking: Vec<usize> = choices.blocking(second).collect();
        let fallbacks = match blocking.is_empty() {
            true => Vec::new(),
            false => (choices.fallbacks(second))
                .map(|other| Fallback {
                    choice: other,
                    cells: blocking.iter().map(|&first| at(first, other)).collect(),
                })
                .collect(),
        };
        let possible = blocking.is_empty() || !fallbacks.is_empty();
        possible.then(|| Line {
            fallbacks,
            ..column(second)
        })
    };
    match kind {
        SerializedOrder::Open | SerializedOrder::Lower => (0..firsts).map(row).collect(),
        SerializedOrder::Reverse => (0..seconds).map(column).collect(),
        SerializedOrder::Upper => (0..seconds).filter_map(sealed).collect(),
    }
}

/// A number beyond every margin.
pub(super) const INFINITE: i32 = i32::MAX / 4;

/// Packs the bounds of a state for the table.
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
    /// Returns the margin of the leader in the serialized game (fail-soft alpha-beta). The state is not over and has at
    /// least one round left. The result is exact between `alpha` and `beta`, an upper bound at or below `alpha`, and a
    /// lower bound at or above `beta`.
    pub(super) fn serialized(
        &self,
        state: &J::State,
        left: Horizon,
        kind: SerializedOrder,
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

    /// Returns the value of the best line of a node; the bounds are as in [`Solver::serialized`].
    fn best_line(
        &self,
        node: &Node<J::State, J::Choice>,
        kind: SerializedOrder,
        alpha: i32,
        beta: i32,
    ) -> Result<i32, EquilibriumError> {
        let sign = kind.sign();
        // Converted to the view of the side that commits first.
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

    /// Returns the worst outcome of a line, in the view of the side that commits first.
    pub(super) fn line(
        &self,
        node: &Node<J::State, J::Choice>,
        kind: SerializedOrder,
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

    /// Returns the least of these cells, in the view of the side that commits first.
    pub(super) fn least(
        &self,
        node: &Node<J::State, J::Choice>,
        kind: SerializedOrder,
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

    /// Returns the value of a cell for the side that commits first.
    pub(super) fn cell(
        &self,
        node: &Node<J::State, J::Choice>,
        kind: SerializedOrder,
        cell: usize,
        (alpha, beta): (i32, i32),
    ) -> Result<i32, EquilibriumError> {
        let cell = &node.cells[cell];
        let Some((state, turn)) = &cell.next else {
            return Ok(kind.sign() * cell.gain);
        };
        // Converted to the view of the leader, then of the leader of the next state.
        let (alpha, beta) = match kind.sign() {
            1 => (alpha, beta),
            _ => (-beta, -alpha),
        };
        let (alpha, beta) = (alpha - cell.gain, beta - cell.gain);
        let after = kind.after(*turn);
        let rest = match turn {
            Turn::Same => self.serialized(state, node.horizon_after, after, alpha, beta)?,
            Turn::Other => -self.serialized(state, node.horizon_after, after, -beta, -alpha)?,
        };
        Ok(kind.sign() * (cell.gain + rest))
    }
}
