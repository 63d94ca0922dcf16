//! The linear programme of one side.

use microlp::{ComparisonOp, OptimizationDirection, Problem, SolveOptions, SolveOutcome, Variable};

use super::error::MatrixError;
use super::payoffs::Matrix;

/// Weights below this are rounding errors of the library.
const NOTHING: f64 = 1e-11;

/// A mixture of rows whose least gain is greatest.
///
/// With all payoffs moved above zero, the programme is `minimise Σ u` with `Σ u·a ≥ 1` for every
/// column and `u ≥ 0`: the least gain is `1 / Σ u`, and the mixture `u / Σ u`. A constraint may be
/// missed by `feasibility`.
pub(super) fn maximin(matrix: &Matrix, feasibility: f64) -> Result<Vec<f64>, MatrixError> {
    let least = matrix.payoffs.iter().copied().fold(f64::INFINITY, f64::min);
    // The size of the matrix is the size of the greatest difference between payoffs: the library's
    // tolerances are for numbers near 1.
    let size = matrix
        .payoffs
        .iter()
        .map(|payoff| payoff - least)
        .fold(f64::MIN_POSITIVE, f64::max);
    let mut problem = Problem::new(OptimizationDirection::Minimize);
    let weights: Vec<Variable> = (0..matrix.rows())
        .map(|_| problem.add_var(1.0, (0.0, f64::INFINITY)))
        .collect();
    for column in 0..matrix.columns() {
        let terms: Vec<(Variable, f64)> = (weights.iter().enumerate())
            .map(|(row, &weight)| (weight, 1.0 + (matrix.get(row, column) - least) / size))
            .collect();
        problem.add_constraint(&terms, ComparisonOp::Ge, 1.0);
    }
    let mut options = SolveOptions::default();
    options.tolerances.feasibility = feasibility;
    let solution = match problem.solve_with(options) {
        Ok(SolveOutcome::Solution(solution)) => solution,
        Ok(SolveOutcome::Interrupted(_)) => {
            return Err(MatrixError::Programme("interrupted".to_owned()));
        }
        Err(error) => return Err(MatrixError::Programme(error.to_string())),
    };
    let mut mixture: Vec<f64> = weights
        .iter()
        .map(|&weight| solution.var_value(weight))
        .collect();
    let total: f64 = mixture.iter().sum();
    for weight in &mut mixture {
        *weight /= total;
        if *weight < NOTHING {
            *weight = 0.0;
        }
    }
    let total: f64 = mixture.iter().sum();
    for weight in &mut mixture {
        *weight /= total;
    }
    Ok(mixture)
}
