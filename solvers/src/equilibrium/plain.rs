//! A plain reference for the solver: it solves every joint move of every state, and every simultaneous round as a full
//! matrix.

use rustc_hash::FxHashMap;

use super::{EquilibriumError, Horizon};
use crate::matrix::{Matrix, solve};
use crate::order::{Choices, CommitOrder};
use crate::{JointGame, Resolution, Step};

/// Backward induction without any pruning, on one thread.
pub struct Plain<'a, J: JointGame> {
    game: &'a J,
    order: CommitOrder,
    values: FxHashMap<(J::State, u8), f64>,
    /// The number of joint moves resolved and solved.
    pub cells: u64,
}

impl<'a, J: JointGame> Plain<'a, J> {
    /// Creates a solver of one game under one order.
    pub fn new(game: &'a J, order: CommitOrder) -> Self {
        Plain {
            game,
            order,
            values: FxHashMap::default(),
            cells: 0,
        }
    }

    /// Returns the number of states solved so far.
    pub fn states(&self) -> usize {
        self.values.len()
    }

    /// Returns the margin of the leader from a state on.
    pub fn value(&mut self, state: &J::State, left: Horizon) -> Result<f64, EquilibriumError> {
        if let Some(margin) = self.game.terminal(state) {
            return Ok(margin.into());
        }
        if left.checked()?.is_reached() {
            return Ok(0.0);
        }
        if let Some(&value) = self.values.get(&(*state, left.tag())) {
            return Ok(value);
        }
        let choices = Choices::of(self.game, state);
        let (firsts, seconds) = (choices.first_choices(), choices.second_choices());
        let mut table = vec![vec![None; seconds.len()]; firsts.len()];
        for (row, &first) in firsts.iter().enumerate() {
            for (column, &second) in seconds.iter().enumerate() {
                if choices.legal(row, column) {
                    table[row][column] = Some(self.cell(state, left, first, second)?);
                }
            }
        }
        let value = match self.order {
            CommitOrder::Open => greatest(table.iter().map(|row| least(row.iter().flatten()))),
            CommitOrder::Reverse => {
                let column = |at: usize| table.iter().filter_map(move |row| row[at]);
                let values: Vec<f64> = (0..seconds.len()).map(|at| greatest(column(at))).collect();
                least(values.iter())
            }
            CommitOrder::Sealed => {
                let sealed = choices.sealed();
                if sealed.is_empty() {
                    return Err(EquilibriumError::NothingToSeal);
                }
                let payoff = |row: usize, at: usize| {
                    table[row][choices.unsealed(row, sealed[at])].expect("a legal joint move")
                };
                let payoffs = (0..firsts.len() * sealed.len())
                    .map(|at| payoff(at / sealed.len(), at % sealed.len()))
                    .collect();
                solve(&Matrix::new(sealed.len(), payoffs))?.value
            }
        };
        self.values.insert((*state, left.tag()), value);
        Ok(value)
    }

    fn cell(
        &mut self,
        state: &J::State,
        left: Horizon,
        first: J::Choice,
        second: J::Choice,
    ) -> Result<f64, EquilibriumError> {
        self.cells += 1;
        Ok(match self.game.resolve(state, first, second) {
            Resolution::Over { margin } => margin.into(),
            Resolution::Endless => 0.0,
            Resolution::Next(Step { state, gain, turn }) => {
                let rest = self.value(&state, left.after_a_round())?;
                f64::from(gain) + turn.convert(rest)
            }
        })
    }
}

fn least<'v>(values: impl Iterator<Item = &'v f64>) -> f64 {
    values.copied().fold(f64::INFINITY, f64::min)
}

fn greatest(values: impl Iterator<Item = f64>) -> f64 {
    values.fold(f64::NEG_INFINITY, f64::max)
}
