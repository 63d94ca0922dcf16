//! Matrix games whose equilibria are known, and random ones against other methods.

use proptest::prelude::*;
use sowlab_solvers::matrix::{Equilibrium, Matrix, saddle, solve};

fn solved(columns: usize, payoffs: &[f64]) -> Equilibrium {
    solve(&Matrix::new(columns, payoffs.to_vec())).unwrap()
}

fn close(found: &[f64], expected: &[f64]) {
    assert_eq!(found.len(), expected.len());
    for (a, b) in found.iter().zip(expected) {
        assert!((a - b).abs() < 1e-9, "{found:?}, expected {expected:?}");
    }
}

/// The value and both strategies, where the equilibrium is unique.
fn unique(columns: usize, payoffs: &[f64], value: f64, row: &[f64], column: &[f64]) {
    let found = solved(columns, payoffs);
    close(&[found.value], &[value]);
    close(&found.rows, row);
    close(&found.columns, column);
}

#[test]
fn games_whose_equilibrium_is_known_and_unique() {
    let third = [1.0 / 3.0; 3];
    unique(
        3,
        &[0., -1., 1., 1., 0., -1., -1., 1., 0.],
        0.0,
        &third,
        &third,
    );
    // Rock wins two from scissors: paper is chosen more often.
    let biased = [0., -1., 2., 1., 0., -1., -2., 1., 0.];
    let mixture = [0.25, 0.5, 0.25];
    unique(3, &biased, 0.0, &mixture, &mixture);
    // Matching pennies, and with unequal payoffs: 2·1 − (−1)·(−1) over the sum of the diagonals.
    unique(2, &[1., -1., -1., 1.], 0.0, &[0.5, 0.5], &[0.5, 0.5]);
    unique(2, &[2., -1., -1., 1.], 0.2, &[0.4, 0.6], &[0.4, 0.6]);
    // A saddle.
    unique(2, &[3., 1., 2., 0.], 1.0, &[1.0, 0.0], &[0.0, 1.0]);
    // The third row is worse than the first, the third column better for the rows than the second.
    let dominated = [2., -1., 3., -1., 1., 4., 1., -2., 0.];
    unique(3, &dominated, 0.2, &[0.4, 0.6, 0.0], &[0.4, 0.6, 0.0]);
    // Morra with two fingers, as von Neumann has it.
    let morra = [
        0., 2., -3., 0., -2., 0., 0., 3., 3., 0., 0., -4., 0., -3., 4., 0.,
    ];
    close(&[solved(4, &morra).value], &[0.0]);
}

#[test]
fn degenerate_games() {
    // One row, one column, one cell.
    unique(3, &[4., -2., 7.], -2.0, &[1.0], &[0.0, 1.0, 0.0]);
    unique(1, &[4., -2., 7.], 7.0, &[0.0, 0.0, 1.0], &[1.0]);
    unique(1, &[5.], 5.0, &[1.0], &[1.0]);
    // Everything is a saddle: the first.
    unique(2, &[3.; 4], 3.0, &[1.0, 0.0], &[1.0, 0.0]);
    // A row twice, a column twice: the value is that of matching pennies.
    let twice = [1., -1., 1., -1., 1., -1., 1., -1., 1.];
    let found = solved(3, &twice);
    close(&[found.value], &[0.0]);
    close(&[found.rows[1]], &[0.5]);
    close(&[found.columns[1]], &[0.5]);
    // A row that is as good as the mixture of the others.
    let found = solved(2, &[1., -1., -1., 1., 0., 0.]);
    close(&[found.value], &[0.0]);
    // Payoffs that differ by little.
    let found = solved(2, &[50.0 + 1e-6, 50.0, 50.0, 50.0 + 1e-6]);
    close(&[found.value], &[50.0 + 5e-7]);
}

#[test]
fn a_saddle_is_the_first_of_its_kind() {
    let matrix = Matrix::new(3, vec![1., 0., 0., 1., 0., 0., 2., -1., -5.]);
    let found = saddle(&matrix).unwrap();
    assert_eq!((found.row, found.column, found.value), (0, 1, 0.0));
    assert_eq!(saddle(&Matrix::new(2, vec![1., -1., -1., 1.])), None);
}

/// Both sides answer the other's history best. Their guarantees so far bracket the value (J. Robinson, *An iterative
/// method of solving a game*, 1951).
fn fictitious_play(matrix: &Matrix, rounds: u32) -> (f64, f64) {
    let (rows, columns) = (matrix.rows(), matrix.columns());
    let (mut of_rows, mut of_columns) = (vec![0.0; rows], vec![0.0; columns]);
    let (mut least, mut most) = (f64::NEG_INFINITY, f64::INFINITY);
    let (mut row, mut column) = (0, 0);
    for round in 1..=rounds {
        for (other, sum) in of_columns.iter_mut().enumerate() {
            *sum += matrix.get(row, other);
        }
        for (other, sum) in of_rows.iter_mut().enumerate() {
            *sum += matrix.get(other, column);
        }
        row = (0..rows)
            .max_by(|&a, &b| of_rows[a].total_cmp(&of_rows[b]))
            .unwrap();
        column = (0..columns)
            .min_by(|&a, &b| of_columns[a].total_cmp(&of_columns[b]))
            .unwrap();
        least = least.max(of_columns[column] / f64::from(round));
        most = most.min(of_rows[row] / f64::from(round));
    }
    (least, most)
}

/// Small whole numbers, so that ties and saddles are common, or any.
fn matrices() -> impl Strategy<Value = Matrix> {
    (1..12usize, 1..12usize, any::<bool>()).prop_flat_map(|(rows, columns, whole)| {
        let payoff = match whole {
            true => (-3..=3i32).prop_map(f64::from).boxed(),
            false => (-60.0..60.0f64).boxed(),
        };
        prop::collection::vec(payoff, rows * columns)
            .prop_map(move |payoffs| Matrix::new(columns, payoffs))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// Neither side can do better against what is returned: computed here, not there.
    #[test]
    fn nobody_gains_by_another_choice(matrix in matrices()) {
        let found = solve(&matrix).unwrap();
        for weights in [&found.rows, &found.columns] {
            prop_assert!(weights.iter().all(|&weight| weight >= 0.0));
            prop_assert!((weights.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        }
        for row in 0..matrix.rows() {
            let gain: f64 = (0..matrix.columns()).map(|c| found.columns[c] * matrix.get(row, c)).sum();
            prop_assert!(gain <= found.value + 1e-8);
        }
        for column in 0..matrix.columns() {
            let gain: f64 = (0..matrix.rows()).map(|r| found.rows[r] * matrix.get(r, column)).sum();
            prop_assert!(gain >= found.value - 1e-8);
        }
        let (least, most) = fictitious_play(&matrix, 2000);
        prop_assert!(least - 1e-9 <= found.value && found.value <= most + 1e-9);
        prop_assert!(most - least < 8.0, "{least} {most}");
    }

    /// Adding to all payoffs adds to the value; exchanging the sides turns its sign.
    #[test]
    fn the_value_follows_the_payoffs(matrix in matrices(), more in -20.0..20.0f64) {
        let value = solve(&matrix).unwrap().value;
        let (rows, columns) = (matrix.rows(), matrix.columns());
        let all = |f: &dyn Fn(usize, usize) -> f64, rows: usize, columns: usize| {
            let payoffs = (0..rows * columns).map(|at| f(at / columns, at % columns)).collect();
            solve(&Matrix::new(columns, payoffs)).unwrap().value
        };
        let moved = all(&|row, column| matrix.get(row, column) + more, rows, columns);
        prop_assert!((moved - value - more).abs() < 1e-8);
        let exchanged = all(&|row, column| -matrix.get(column, row), columns, rows);
        prop_assert!((exchanged + value).abs() < 1e-8);
    }
}
