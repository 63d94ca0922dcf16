//! Matrix games: two sides choose at the same time, and one wins the amount that the other loses.
//!
//! [`solve`] finds an equilibrium: a pure saddle point if there is one, otherwise, without dominated choices, by linear
//! programmes (J. von Neumann, 1928; G. B. Dantzig, 1951). The result is checked: each strategy's guarantee is computed
//! from the matrix itself, and the two differ by at most [`PRECISION`].

use microlp::{ComparisonOp, OptimizationDirection, Problem, SolveOptions, SolveOutcome, Variable};

/// The maximum difference between the guarantees of the two strategies of an equilibrium, for a matrix with payoffs of
/// at most 1 in size. It grows in proportion to the payoffs.
pub const PRECISION: f64 = 1e-10;

/// The tolerances of constraints: the default of the library, then its minimum.
const FEASIBILITY: [f64; 2] = [1e-7, 1e-10];

/// An equilibrium of a matrix game.
#[derive(Clone, Debug, PartialEq)]
pub struct Equilibrium {
    /// The mean gain of the row side: between the two guarantees.
    pub value: f64,
    /// The least gain of the row strategy, against any column.
    pub least: f64,
    /// The greatest gain of the row side against the column strategy.
    pub most: f64,
    /// The probability of each row; they sum to 1.
    pub rows: Vec<f64>,
    /// The probability of each column; they sum to 1.
    pub columns: Vec<f64>,
}

/// Returns an equilibrium of a matrix game, always the same one for equal matrices.
///
/// # Errors
/// The programmes were not solved to [`PRECISION`].
///
/// ```
/// use sowlab_solvers::matrix::{Matrix, solve};
/// let rock_paper_scissors = Matrix::new(3, vec![0., -1., 1., 1., 0., -1., -1., 1., 0.]);
/// let equilibrium = solve(&rock_paper_scissors).unwrap();
/// assert!(equilibrium.value.abs() < 1e-9);
/// assert!(equilibrium.rows.iter().all(|weight| (weight - 1.0 / 3.0).abs() < 1e-9));
/// ```
pub fn solve(matrix: &Matrix) -> Result<Equilibrium, MatrixError> {
    if let Some(Saddle { row, column, value }) = saddle(matrix) {
        return Ok(Equilibrium {
            value,
            least: value,
            most: value,
            rows: pure(matrix.rows(), row),
            columns: pure(matrix.columns(), column),
        });
    }
    let mut found = Err(MatrixError::Imprecise { gap: f64::INFINITY });
    for feasibility in FEASIBILITY {
        found = mixed(matrix, feasibility);
        if found.is_ok() {
            break;
        }
    }
    found
}

/// Returns an equilibrium by linear programmes, without dominated choices.
fn mixed(matrix: &Matrix, feasibility: f64) -> Result<Equilibrium, MatrixError> {
    let (kept_rows, kept_columns) = undominated(matrix);
    let smaller = matrix.submatrix(&kept_rows, &kept_columns);
    let whole = |length, kept: &[usize], weights: Vec<f64>| {
        let mut all = vec![0.0; length];
        for (&place, weight) in kept.iter().zip(weights) {
            all[place] = weight;
        }
        all
    };
    let rows = maximin(&smaller, feasibility)?;
    let rows = whole(matrix.rows(), &kept_rows, rows);
    let columns = maximin(&smaller.swap_sides(), feasibility)?;
    let columns = whole(matrix.columns(), &kept_columns, columns);
    // The guarantees are those on the whole matrix.
    let exchanged = matrix.swap_sides();
    let (least, most) = (matrix.least(&rows), -exchanged.least(&columns));
    let gap = (most - least).abs();
    if gap > PRECISION * matrix.size() {
        return Err(MatrixError::Imprecise { gap });
    }
    Ok(Equilibrium {
        value: f64::midpoint(least, most),
        least,
        most,
        rows,
        columns,
    })
}

fn pure(length: usize, chosen: usize) -> Vec<f64> {
    let mut weights = vec![0.0; length];
    weights[chosen] = 1.0;
    weights
}

/// The error of an equilibrium that was not found.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum MatrixError {
    /// The guarantees of the two strategies differ too much.
    #[error("a matrix game was solved to {gap:e} only, which is not precise enough")]
    Imprecise {
        /// The distance between the guarantees.
        gap: f64,
    },
    /// The library failed.
    #[error("a linear programme was not solved: {0}")]
    Programme(String),
}

/// A payoff matrix: the gains of the row side, which chooses a row, against the column side, which chooses a column.
#[derive(Clone, Debug, PartialEq)]
pub struct Matrix {
    columns: usize,
    pub(super) payoffs: Vec<f64>,
}

impl Matrix {
    /// Creates a matrix from its payoffs, row by row.
    ///
    /// # Panics
    /// There are no payoffs, the last row is not full, or a payoff is not finite.
    pub fn new(columns: usize, payoffs: Vec<f64>) -> Matrix {
        assert!(!payoffs.is_empty() && payoffs.len().is_multiple_of(columns));
        assert!(payoffs.iter().all(|payoff| payoff.is_finite()));
        Matrix { columns, payoffs }
    }

    /// Returns the number of rows.
    pub fn rows(&self) -> usize {
        self.payoffs.len() / self.columns
    }

    /// Returns the number of columns.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// Returns the payoff of a row against a column.
    #[inline]
    pub fn get(&self, row: usize, column: usize) -> f64 {
        self.payoffs[row * self.columns + column]
    }

    /// Returns the greatest payoff in size, at least 1.
    pub(super) fn size(&self) -> f64 {
        self.payoffs
            .iter()
            .fold(1.0, |size, payoff| payoff.abs().max(size))
    }

    /// Returns the game with the sides exchanged.
    pub(super) fn swap_sides(&self) -> Matrix {
        let rows = self.rows();
        let payoffs = (0..self.columns)
            .flat_map(|column| (0..rows).map(move |row| -self.get(row, column)))
            .collect();
        Matrix {
            columns: rows,
            payoffs,
        }
    }

    /// Returns the game with only these rows and columns.
    pub(super) fn submatrix(&self, rows: &[usize], columns: &[usize]) -> Matrix {
        let payoffs = (rows.iter())
            .flat_map(|&row| columns.iter().map(move |&column| self.get(row, column)))
            .collect();
        Matrix {
            columns: columns.len(),
            payoffs,
        }
    }

    /// Returns the least gain of a mixture of rows.
    pub(super) fn least(&self, rows: &[f64]) -> f64 {
        (0..self.columns)
            .map(|column| {
                (rows.iter().enumerate())
                    .map(|(row, weight)| weight * self.get(row, column))
                    .sum::<f64>()
            })
            .fold(f64::INFINITY, f64::min)
    }
}

/// A pure equilibrium: the payoff is the least of its row and the greatest of its column.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Saddle {
    /// The row, from 0.
    pub row: usize,
    /// The column, from 0.
    pub column: usize,
    /// The payoff there, the value of the game.
    pub value: f64,
}

/// Returns a pure saddle point, if there is one: a cell where the best guarantee of a row (maximin) equals that of a
/// column (minimax). Among several it returns the first row, then the first column.
pub fn saddle(matrix: &Matrix) -> Option<Saddle> {
    let worst = |row| {
        (0..matrix.columns())
            .map(|column| matrix.get(row, column))
            .fold(f64::INFINITY, f64::min)
    };
    let best = |column| {
        (0..matrix.rows())
            .map(|row| matrix.get(row, column))
            .fold(f64::NEG_INFINITY, f64::max)
    };
    let maximin = (0..matrix.rows())
        .map(worst)
        .fold(f64::NEG_INFINITY, f64::max);
    let minimax = (0..matrix.columns())
        .map(best)
        .fold(f64::INFINITY, f64::min);
    (maximin >= minimax).then(|| Saddle {
        row: (0..matrix.rows())
            .find(|&row| worst(row) == maximin)
            .expect("the maximin is that of a row"),
        column: (0..matrix.columns())
            .find(|&column| best(column) == minimax)
            .expect("the minimax is that of a column"),
        value: maximin,
    })
}

/// Returns the rows and columns (indices, ascending) that remain after the iterated elimination of dominated ones. The
/// value is unchanged, and an equilibrium of the remaining game is one of the whole game.
pub(super) fn undominated(matrix: &Matrix) -> (Vec<usize>, Vec<usize>) {
    let mut rows: Vec<usize> = (0..matrix.rows()).collect();
    let mut columns: Vec<usize> = (0..matrix.columns()).collect();
    loop {
        let before = (rows.len(), columns.len());
        drop_dominated(&mut rows, |better, worse| {
            (columns.iter()).all(|&column| matrix.get(better, column) >= matrix.get(worse, column))
        });
        drop_dominated(&mut columns, |better, worse| {
            (rows.iter()).all(|&row| matrix.get(row, better) <= matrix.get(row, worse))
        });
        if (rows.len(), columns.len()) == before {
            return (rows, columns);
        }
    }
}

/// Removes dominated choices; of equal choices the first remains.
fn drop_dominated(choices: &mut Vec<usize>, as_good: impl Fn(usize, usize) -> bool) {
    let mut at = 0;
    while at < choices.len() {
        let choice = choices[at];
        let dominated = choices.iter().enumerate().any(|(other_at, &other)| {
            other_at != at && as_good(other, choice) && (other_at < at || !as_good(choice, other))
        });
        match dominated {
            true => {
                choices.remove(at);
            }
            false => at += 1,
        }
    }
}

/// Weights below this are rounding errors of the library.
const NOTHING: f64 = 1e-11;

/// Returns a mixture of rows with the greatest minimum gain.
///
/// With all payoffs moved above zero, the linear programme is `minimise Σ u` with `Σ u·a ≥ 1` for every column and
/// `u ≥ 0`. The minimum gain is `1 / Σ u`, and the mixture `u / Σ u`. `feasibility` is the tolerance of the
/// constraints.
pub(super) fn maximin(matrix: &Matrix, feasibility: f64) -> Result<Vec<f64>, MatrixError> {
    let least = matrix.payoffs.iter().copied().fold(f64::INFINITY, f64::min);
    // Payoffs are scaled by the greatest difference between them, because the tolerances of the library are for numbers
    // near 1.
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
