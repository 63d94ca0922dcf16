//! The matrix of a game.

/// A payoff matrix: what the row side gains when the row side chooses a row and the column side a
/// column.
#[derive(Clone, Debug, PartialEq)]
pub struct Matrix {
    columns: usize,
    pub(super) payoffs: Vec<f64>,
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
    pub(super) fn size(&self) -> f64 {
        self.payoffs
            .iter()
            .fold(1.0, |size, payoff| payoff.abs().max(size))
    }

    /// The game with the sides exchanged.
    pub(super) fn exchanged(&self) -> Matrix {
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
    pub(super) fn part(&self, rows: &[usize], columns: &[usize]) -> Matrix {
        let payoffs = (rows.iter())
            .flat_map(|&row| columns.iter().map(move |&column| self.get(row, column)))
            .collect();
        Matrix {
            columns: columns.len(),
            payoffs,
        }
    }

    /// What a mixture of rows gains at least.
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
