//! Matrix games: two sides choose at the same time, one wins what the other loses.
//!
//! [`solve`] finds an equilibrium: a pure saddle point where there is one, otherwise, without the
//! choices that are dominated, by linear programmes (J. von Neumann, 1928; G. B. Dantzig, 1951). What it returns is checked: each
//! strategy's guarantee is computed from the matrix itself, and the two may differ by no more than
//! [`PRECISION`].

mod dominance;
mod error;
mod payoffs;
mod programme;
mod saddle;

pub use error::MatrixError;
pub use payoffs::Matrix;
pub use saddle::{Saddle, saddle};

/// The most by which the guarantees of the two strategies of an equilibrium may differ, for a
/// matrix whose payoffs are at most 1 in size; in proportion for greater ones.
pub const PRECISION: f64 = 1e-10;

/// How far the library may miss a constraint: its default, and if that is not enough the least that it
/// takes.
const FEASIBILITY: [f64; 2] = [1e-7, 1e-10];

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
