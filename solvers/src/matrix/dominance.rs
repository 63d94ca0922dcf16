//! Iterated elimination of dominated choices.

use super::payoffs::Matrix;

/// The rows and columns (indices, rising) that are left when a row that is nowhere better than another,
/// and a column that is nowhere better for its side, is taken away, as long as there is one. The
/// value stays, and an equilibrium of what is left is one of the whole game: who answers with what was
/// taken away gets no more than by answering with what it was taken away for.
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

/// Of choices that are as good as each other the first stays.
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
