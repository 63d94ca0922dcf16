//! A sealed round being solved: what is known of its cells.

use super::node::Node;
use super::solver::Solver;
use crate::JointProblem;
use crate::order::Choices;

/// What is known of the value of a cell.
#[derive(Clone, Copy)]
pub(super) struct Known {
    pub(super) low: f64,
    pub(super) high: f64,
    /// Whether the bounds are the serialized ones, or better.
    pub(super) bounded: bool,
}

impl Known {
    pub(super) fn exact(value: f64) -> Known {
        Known {
            low: value,
            high: value,
            bounded: true,
        }
    }

    pub(super) fn is_exact(&self) -> bool {
        self.low == self.high
    }
}

/// What is sealed: the indices of a wish and of what is taken if it becomes impossible.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Column {
    pub(super) wish: usize,
    pub(super) otherwise: Option<usize>,
}

impl Column {
    /// The index of what is taken against a first choice.
    pub(super) fn against<C: Copy + PartialEq>(self, choices: &Choices<C>, first: usize) -> usize {
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
    pub(super) known: Vec<Known>,
    /// Whether the threads share the work.
    pub(super) parallel: bool,
}
