//! Tables of two-rank games in which play repeats itself: other solutions of the equations are refused.

use sowlab_check::established::EstablishedClaims;
use sowlab_check::layer;
use sowlab_check::table::Table;

use crate::made::{Values, plenty, read, solved, write};

/// Boards of two-rank games with the most stones of their layers.
const GAMES: [(&str, usize); 6] = [
    ("bestemshe:pits=2", 8),
    ("bestemshe:pits=3", 6),
    ("awari:pits=2", 8),
    ("oware:pits=2", 8),
    ("trysse:pits=2", 8),
    ("ethiopian:pits=2", 8),
];

/// Where values depend on infinite play, both bounds can be set to another solution between them: a draw.
#[test]
fn positions_that_support_each_other_in_circles_are_refused() {
    let (mut circles, mut other) = (0, 0);
    for (name, most) in GAMES {
        let (directory, game, layers) = solved(name, most);
        for stones in 1..=most {
            let draws: Values = layers[stones].iter().map(|value| [value[1]; 3]).collect();
            if draws == layers[stones] {
                continue;
            }
            write(directory.path(), &game, stones, &draws);
            let tables = read(directory.path(), &game, stones);
            let error = layer::check(&game, stones, &tables, None).unwrap_err();
            match error.to_string().contains("least or greatest") {
                true => circles += 1,
                // Smaller layers depend on infinite play, too.
                false => other += 1,
            }
            let mut known = EstablishedClaims::new(&game, &tables, plenty()).unwrap();
            for rank in 0..tables[stones].positions() {
                known.interval(stones, rank);
            }
            let derived: Result<Vec<u64>, _> = (0..=stones)
                .rev()
                .map(|stones| known.derive(stones))
                .collect();
            assert!(derived.is_err(), "{name}, {stones} stones");
            write(directory.path(), &game, stones, &layers[stones]);
        }
    }
    assert!(
        circles >= 4 && circles + other > 8,
        "{circles} circles, {other} others"
    );
}

/// A bound that favours a side by one or two, in one position after another, is refused.
#[test]
fn every_bound_that_is_changed_is_refused() {
    let mut changed = 0;
    for (name, most) in [
        ("bestemshe:pits=2", 6),
        ("awari:pits=2", 5),
        ("kalah:pits=2", 5),
    ] {
        let (directory, game, layers) = solved(name, most);
        let refused = |tables: &[Table]| layer::check(&game, most, tables, None).is_err();
        for rank in 0..layers[most].len() {
            let [lower, zero, upper] = layers[most][rank];
            let forgeries = [
                [lower + 1, zero, upper],
                [lower, zero, upper - 1],
                [lower - 1, zero, upper],
                [lower, zero, upper + 1],
                [lower, zero + 1, upper],
                [lower, zero - 1, upper],
                [lower + 2; 3],
                [upper - 2; 3],
                [-lower, -zero, -upper],
            ];
            let n = most as i32;
            let fits = |value: &[i32; 3]| value.is_sorted() && value[0] >= -n && value[2] <= n;
            let new = |value: &[i32; 3]| *value != layers[most][rank];
            for forgery in forgeries
                .into_iter()
                .filter(|value| fits(value) && new(value))
            {
                let mut wrong = layers[most].clone();
                wrong[rank] = forgery;
                write(directory.path(), &game, most, &wrong);
                let tables = read(directory.path(), &game, most);
                assert!(refused(&tables), "{name}: {rank} as {forgery:?}");
                changed += 1;
            }
        }
    }
    assert!(changed > 300, "{changed}");
}
