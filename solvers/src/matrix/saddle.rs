//! Pure saddle points.

use super::payoffs::Matrix;

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

/// A pure saddle point, if there is one: where the best guarantee of a row (maximin) is that of a
/// column (minimax). Of several the first row, then the first column.
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
