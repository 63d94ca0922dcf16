//! Matrix games: two sides choose at the same time, one wins what the other loses.
//!
//! [`solve`] finds an equilibrium: a pure saddle point where there is one, otherwise, without the
//! choices that are dominated, by linear programmes (J. von Neumann, 1928; G. B. Dantzig, 1951). What it returns is checked: each
//! strategy's guarantee is computed from the matrix itself, and the two may differ by no more than
//! [`PRECISION`].

mod dominance;
mod programme;
mod saddle;

pub use saddle::{Saddle, saddle};

/// The most by which the guarantees of the two strategies of an equilibrium may differ, for a
/// matrix whose payoffs are at most 1 in size; in proportion for greater ones.
pub const PRECISION: f64 = 1e-10;

/// How far the library may miss a constraint: its default, and if that is not enough the least that it
/// takes.
const FEASIBILITY: [f64; 2] = [1e-7, 1e-10];

/// A payoff matrix: what the row side gains when the row side chooses a row and the column side a
/// column.
#[derive(Clone, Debug, PartialEq)]
pub struct Matrix {
    columns: usize,
    payoffs: Vec<f64>,
}

/// An equilibrium of a matrix game.
#[derive(Clone, Debug, PartialEq)]
pub struct Equilibrium {
    /// What the row side gains on average: between the two guarantees.
    pub value: f64,
    /// What the row strategy gains at least, whatever the column side does.
    pub least: f64,
    /// What the row side gains at most against the column strategy.
    pub most: f64,
    /// The probability of each row; they add up to 1.
    pub rows: Vec<f64>,
    /// The probability of each column; they add up to 1.
    pub columns: Vec<f64>,
}

/// Why no equilibrium was found.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum MatrixError {
    /// The programmes did not come close enough to each other.
    #[error("a matrix game was solved to {gap:e} only, which is not precise enough")]
    Imprecise {
        /// The distance between the guarantees.
        gap: f64,
    },
    /// The library gave up.
    #[error("a linear programme was not solved: {0}")]
    Programme(String),
}

impl Matrix {
    /// A matrix from its rows' payoffs, one row after the other.
    ///
    /// # Panics
    /// If there is no payoff, or the last row is not full, or a payoff is not finite.
    pub fn new(columns: usize, payoffs: Vec<f64>) -> Matrix {
        assert!(!payoffs.is_empty() && payoffs.len().is_multiple_of(columns));
        assert!(payoffs.iter().all(|payoff| payoff.is_finite()));
        Matrix { columns, payoffs }
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.payoffs.len() / self.columns
    }

    /// The number of columns.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The payoff of a row against a column.
    #[inline]
    pub fn get(&self, row: usize, column: usize) -> f64 {
        self.payoffs[row * self.columns + column]
    }

    /// The greatest payoff in size, at least 1.
    fn size(&self) -> f64 {
        self.payoffs
            .iter()
            .fold(1.0, |size, payoff| payoff.abs().max(size))
    }

    /// The game with the sides exchanged.
    fn exchanged(&self) -> Matrix {
        let rows = self.rows();
        let payoffs = (0..self.columns)
            .flat_map(|column| (0..rows).map(move |row| -self.get(row, column)))
            .collect();
        Matrix {
            columns: rows,
            payoffs,
        }
    }

    /// The game in which only these rows and columns are chosen.
    fn part(&self, rows: &[usize], columns: &[usize]) -> Matrix {
        let payoffs = (rows.iter())
            .flat_map(|&row| columns.iter().map(move |&column| self.get(row, column)))
            .collect();
        Matrix {
            columns: columns.len(),
            payoffs,
        }
    }

    /// What a mixture of rows gains at least.
    fn least(&self, rows: &[f64]) -> f64 {
        (0..self.columns)
            .map(|column| {
                (rows.iter().enumerate())
                    .map(|(row, weight)| weight * self.get(row, column))
                    .sum::<f64>()
            })
            .fold(f64::INFINITY, f64::min)
    }
}

/// An equilibrium of a matrix game, always the same one for the same matrix.
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

/// An equilibrium by linear programmes, without dominated choices.
fn mixed(matrix: &Matrix, feasibility: f64) -> Result<Equilibrium, MatrixError> {
    let (kept_rows, kept_columns) = dominance::undominated(matrix);
    let smaller = matrix.part(&kept_rows, &kept_columns);
    let whole = |length, kept: &[usize], weights: Vec<f64>| {
        let mut all = vec![0.0; length];
        for (&place, weight) in kept.iter().zip(weights) {
            all[place] = weight;
        }
        all
    };
    let rows = programme::maximin(&smaller, feasibility)?;
    let rows = whole(matrix.rows(), &kept_rows, rows);
    let columns = programme::maximin(&smaller.exchanged(), feasibility)?;
    let columns = whole(matrix.columns(), &kept_columns, columns);
    // The guarantees are those on the whole matrix.
    let exchanged = matrix.exchanged();
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
