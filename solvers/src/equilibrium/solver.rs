//! The value of a state and the strategies of its round, under any commit order.

use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;

use super::node::{Node, horizon_value};
use super::serialized::{INFINITE, Line, SerializedOrder, lines};
use super::{EquilibriumError, Horizon};
use crate::order::CommitOrder;
use crate::search::TranspositionTable;
use crate::{JointProblem, Monitor};
use sowlab_base::threads::ONE_THREAD;

/// The number of nodes between two calls of the monitor.
const NODES_BETWEEN_CALLS: u64 = 256;

/// A solver of states of one joint game under one commit order.
///
/// Values and strategies do not depend on the number of threads or the size of the table, but the number of visited
/// nodes does.
pub struct Solver<'a, J> {
    pub(super) game: J,
    pub(super) order: CommitOrder,
    pub(super) table: &'a TranspositionTable,
    monitor: &'a dyn Monitor,
    nodes: AtomicU64,
    pub(super) by_bounds: AtomicU64,
    pub(super) by_oracle: AtomicU64,
    pub(super) cells: AtomicU64,
    pub(super) cells_solved: AtomicU64,
}

/// The work of a solver.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WorkCounts {
    /// The number of states whose joint moves were resolved.
    pub nodes: u64,
    /// The number of simultaneous states that the serialized bounds settled.
    pub by_bounds: u64,
    /// The number of simultaneous states solved by a double oracle.
    pub by_oracle: u64,
    /// The number of joint moves of these states after which another round counts.
    pub cells: u64,
    /// The number of these joint moves whose value is exact in the end, by a solver or because their bounds met.
    pub cells_solved: u64,
}

impl<'a, J: JointProblem> Solver<'a, J> {
    /// Creates a solver that stores its results in this table; a table is for one game.
    pub fn new(
        problem: J,
        order: CommitOrder,
        table: &'a TranspositionTable,
        monitor: &'a dyn Monitor,
    ) -> Self {
        Solver {
            game: problem,
            order,
            table,
            monitor,
            nodes: AtomicU64::new(0),
            by_bounds: AtomicU64::new(0),
            by_oracle: AtomicU64::new(0),
            cells: AtomicU64::new(0),
            cells_solved: AtomicU64::new(0),
        }
    }

    /// Returns the work done so far.
    pub fn counts(&self) -> WorkCounts {
        let of = |count: &AtomicU64| count.load(Ordering::Relaxed);
        WorkCounts {
            nodes: of(&self.nodes),
            by_bounds: of(&self.by_bounds),
            by_oracle: of(&self.by_oracle),
            cells: of(&self.cells),
            cells_solved: of(&self.cells_solved),
        }
    }

    /// Counts a node, unless the monitor has cancelled.
    pub(super) fn visit(&self) -> Result<(), EquilibriumError> {
        let visited = self.nodes.fetch_add(1, Ordering::Relaxed) + 1;
        if visited.is_multiple_of(NODES_BETWEEN_CALLS) {
            self.monitor.advance(NODES_BETWEEN_CALLS);
        }
        Ok(self.monitor.check()?)
    }

    /// Returns the value of a state that is over or at the horizon.
    fn without_round(
        &self,
        state: &J::State,
        left: Horizon,
    ) -> Result<Option<i32>, EquilibriumError> {
        let reached = left.checked()?.is_reached();
        let over = self.game.terminal(state);
        Ok(over.or_else(|| reached.then(|| horizon_value(&self.game, state))))
    }

    /// Returns the margin of the leader from a state on.
    pub fn value(&self, state: &J::State, left: Horizon) -> Result<f64, EquilibriumError> {
        if let Some(margin) = self.without_round(state, left)? {
            return Ok(margin.into());
        }
        let serialized = |kind| self.serialized(state, left, kind, -INFINITE, INFINITE);
        match self.order {
            CommitOrder::Open => serialized(SerializedOrder::Open).map(f64::from),
            CommitOrder::Reverse => serialized(SerializedOrder::Reverse).map(f64::from),
            CommitOrder::Sealed => self.sealed_value(state, left),
        }
    }

    /// Returns the value of a state, and the strategies of both sides in its round. Among several equilibria it always
    /// returns the same one.
    ///
    /// # Errors
    /// See [`EquilibriumError`].
    pub fn solve(
        &self,
        state: &J::State,
        left: Horizon,
    ) -> Result<RoundSolution<J::Choice>, EquilibriumError> {
        if let Some(margin) = self.without_round(state, left)? {
            return Ok(RoundSolution::without_round(margin.into()));
        }
        match self.order {
            CommitOrder::Open => self.solve_serialized(state, left, SerializedOrder::Open),
            CommitOrder::Reverse => self.solve_serialized(state, left, SerializedOrder::Reverse),
            CommitOrder::Sealed => self.sealed(state, left),
        }
    }

    /// Solves a round in which one side sees the other's choice. Returns the first of the optimal choices, and the
    /// first of the optimal replies to each.
    fn solve_serialized(
        &self,
        state: &J::State,
        left: Horizon,
        kind: SerializedOrder,
    ) -> Result<RoundSolution<J::Choice>, EquilibriumError> {
        self.visit()?;
        let node = Node::new(&self.game, state, left);
        let lines = lines(&node.choices, kind);
        // Lines are solved exactly, so that they do not depend on each other.
        let answer = |line| self.answer(&node, kind, line);
        let answers: Result<Vec<(i32, usize)>, _> = match ONE_THREAD {
            true => lines.iter().map(answer).collect(),
            false => lines.par_iter().map(answer).collect(),
        };
        let answers = answers?;
        let best = answers.iter().map(|answer| answer.0).max();
        let best = best.expect("a state that is not over has choices");
        let (firsts, seconds) = (node.choices.first_choices(), node.choices.second_choices());
        let (committing, replying) = match kind.sign() {
            1 => (firsts, seconds),
            _ => (seconds, firsts),
        };
        let reply_of = |cell: usize| match kind.sign() {
            1 => cell % seconds.len(),
            _ => cell / seconds.len(),
        };
        let chosen = answers.iter().position(|answer| answer.0 == best);
        let chosen = lines[chosen.expect("the best is one of them")].choice;
        let replies = (lines.iter().zip(&answers))
            .map(|(line, &(_, cell))| {
                MixedChoice::always(Some(committing[line.choice]), replying[reply_of(cell)])
            })
            .collect();
        let first = vec![MixedChoice::always(None, committing[chosen])];
        let (leader, follower) = match kind.sign() {
            1 => (first, replies),
            _ => (replies, first),
        };
        Ok(RoundSolution {
            value: f64::from(kind.sign() * best),
            leader,
            follower,
        })
    }

    /// Returns the value of a line for the side that commits first, and the first of the cells that attain it.
    fn answer(
        &self,
        node: &Node<J::State, J::Choice>,
        kind: SerializedOrder,
        line: &Line,
    ) -> Result<(i32, usize), EquilibriumError> {
        let value = self.least(node, kind, &line.cells, -INFINITE, INFINITE)?;
        for &cell in &line.cells {
            if self.cell(node, kind, cell, (value, value + 1))? == value {
                return Ok((value, cell));
            }
        }
        unreachable!("the least is that of a cell")
    }
}

/// A choice with its probability.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MixedChoice<C> {
    /// The observed choice of the other side; `None` if nothing is observed.
    pub after: Option<C>,
    /// The choice; for a sealed choice of the follower, the wish.
    pub choice: C,
    /// The fallback of a sealed choice of the follower, if the leader made the wish impossible.
    pub otherwise: Option<C>,
    /// The probability; those after the same choice of the other side sum to 1.
    pub probability: f64,
}

impl<C> MixedChoice<C> {
    /// Returns the only choice after this one of the other side.
    pub(super) fn always(after: Option<C>, choice: C) -> MixedChoice<C> {
        MixedChoice {
            after,
            choice,
            otherwise: None,
            probability: 1.0,
        }
    }
}

/// The value of a state, and the strategies of its round, which are an equilibrium together.
#[derive(Clone, Debug, PartialEq)]
pub struct RoundSolution<C> {
    /// The margin of the leader from the state on.
    pub value: f64,
    /// The strategy of the leader: choices with positive probability; in the reversed order a reply to each choice of
    /// the follower.
    pub leader: Vec<MixedChoice<C>>,
    /// The strategy of the follower; in the sequential order a reply to each choice of the leader.
    pub follower: Vec<MixedChoice<C>>,
}

impl<C> RoundSolution<C> {
    /// Returns the solution of a state without a round.
    pub(super) fn without_round(value: f64) -> RoundSolution<C> {
        RoundSolution {
            value,
            leader: Vec::new(),
            follower: Vec::new(),
        }
    }
}
