//! Tables made here by plain iteration pass; forged ones do not, the other fixed point included.

use sowlab_check::error::CheckError;
use sowlab_check::established::EstablishedClaims;
use sowlab_check::layer;
use sowlab_check::memory::Memory;
use sowlab_check::replies::Game;
use sowlab_check::table::Table;

use crate::made::{
    Values, iterate, plenty, read, read_one, solved, write, write_longer, write_with,
};

const STONES: usize = 8;

/// Derives the values of all tables as those are that a proof rests on: `lower` for sente and `upper` for gote.
/// Returns how many they were, without those that nobody can fail to gain.
fn derive_all(game: &Game, tables: &[Table]) -> Result<u64, CheckError> {
    let mut known = EstablishedClaims::new(game, tables, plenty()).unwrap();
    for (stones, table) in tables.iter().enumerate() {
        (0..table.positions()).for_each(|rank| _ = known.interval(stones, rank));
    }
    (0..tables.len())
        .rev()
        .map(|stones| known.derive(stones))
        .sum()
}

#[test]
fn right_tables_pass_and_one_wrong_value_does_not() {
    for name in [
        "stones:holes=4",
        "stones:holes=5,both-out=end",
        "stones:holes=6,capture=reversed",
        "stones:holes=5,rest=exchanged",
        "bestemshe:pits=2",
        "oware:pits=2",
        "kalah:pits=2",
        "ethiopian:pits=2",
        "warri:pits=2",
    ] {
        let (directory, game, layers) = solved(name, STONES);
        let tables = read(directory.path(), &game, STONES);
        for stones in 0..=STONES {
            let checked = layer::check(&game, stones, &tables, None).unwrap();
            assert!(checked.derived && checked.equations == checked.positions);
        }
        let values = layers.iter().enumerate().flat_map(|(stones, layer)| {
            layer.iter().flat_map(move |[lower, _, upper]| {
                [*lower, -upper].map(|gain| gain > -(stones as i32))
            })
        });
        let needed = values.filter(|needed| *needed).count() as u64;
        assert_eq!(derive_all(&game, &tables).unwrap(), needed, "{name}");
        let mut wrong = layers[STONES].clone();
        let middle = wrong.len() / 2;
        wrong[middle] = [0, 1, -1].map(|_| {
            if layers[STONES][middle] == [2; 3] {
                1
            } else {
                2
            }
        });
        write(directory.path(), &game, STONES, &wrong);
        let tables = read(directory.path(), &game, STONES);
        assert!(
            layer::check(&game, STONES, &tables, None).is_err(),
            "{name}"
        );
        assert!(
            derive_all(&game, &tables)
                .unwrap_err()
                .to_string()
                .contains("does not follow"),
            "{name}"
        );
    }
}

#[test]
fn the_other_fixed_point_is_refused() {
    // Of `lower` the least solution is right, of `upper` the greatest, and of `zero` neither: so are these wrong, where
    // they differ.
    let forgeries = [
        [true; 3],
        [false; 3],
        [false, true, true],
        [false, false, true],
    ];
    let mut forged = [0; 4];
    for name in [
        "stones:holes=4",
        "stones:holes=5",
        "stones:holes=6",
        "stones:holes=6,both-out=end",
    ] {
        let (directory, game, layers) = solved(name, STONES);
        for stones in 2..=STONES {
            let n = stones as i32;
            let solution = |reading, from| iterate(&game, stones, &layers, reading, from);
            let [least, greatest] =
                [-n, n].map(|from| [0, 1, 2].map(|reading| solution(reading, from)));
            for (forgery, forged) in forgeries.iter().zip(&mut forged) {
                let of = |reading: usize| {
                    if forgery[reading] {
                        &greatest[reading]
                    } else {
                        &least[reading]
                    }
                };
                let values = |rank: usize| [0, 1, 2].map(|reading| of(reading)[rank]);
                let wrong: Values = (0..layers[stones].len()).map(values).collect();
                if wrong == layers[stones] {
                    continue;
                }
                write(directory.path(), &game, stones, &wrong);
                let tables = read(directory.path(), &game, stones);
                let error = layer::check(&game, stones, &tables, None)
                    .unwrap_err()
                    .to_string();
                assert!(
                    error.contains("least or greatest"),
                    "{name}, {stones} stones: {error}"
                );
                assert!(layer::check(&game, stones, &tables, Some(u64::MAX - 1)).is_err());
                // No proof rests on `zero`.
                let same = |(a, b): (&[i32; 3], &[i32; 3])| a[0] == b[0] && a[2] == b[2];
                let only_zero = wrong.iter().zip(&layers[stones]).all(same);
                assert_eq!(
                    derive_all(&game, &tables).is_ok(),
                    only_zero,
                    "{name}, {stones} stones"
                );
                *forged += 1;
            }
            write(directory.path(), &game, stones, &layers[stones]);
        }
    }
    assert!(
        !forged.contains(&0),
        "no layer has these other solutions: {forged:?}"
    );
}

/// Where all is worth as much as there is, the equations of `zero` have solutions beyond that. A file with such values is not read.
#[test]
fn more_than_there_is_to_gain_is_refused() {
    const FEW: usize = 4;
    let (directory, game, layers) = solved("stones:holes=3,both-out=end", FEW);
    let beyond = iterate(&game, FEW, &layers, 1, FEW as i32 + 1);
    let wrong: Values = layers[FEW]
        .iter()
        .zip(beyond)
        .map(|(value, zero)| [value[0], zero, value[2]])
        .collect();
    assert_ne!(wrong, layers[FEW]);
    write(directory.path(), &game, FEW, &wrong);
    let error = read_one(directory.path(), &game, FEW)
        .err()
        .unwrap()
        .to_string();
    assert!(error.contains("a value beyond 4 stones"), "{error}");
}

#[test]
fn values_beyond_the_stones_and_wrong_counts_are_refused_when_they_are_read() {
    let (directory, game, layers) = solved("stones:holes=4", STONES);
    let n = STONES as i32;
    let last = layers[STONES].len() - 1;
    let reason = |values: &Values, change: fn(&mut [u64; 5])| {
        write_with(directory.path(), &game, STONES, values, change);
        read_one(directory.path(), &game, STONES)
            .err()
            .map(|error| error.to_string())
            .unwrap_or_default()
    };
    for (value, holds) in [
        ([n; 3], true),
        ([-n; 3], true),
        ([n + 1; 3], false),
        ([-n - 1; 3], false),
        ([127; 3], false),
        ([-n, 0, n], true),
        ([-n - 1, 0, n], false),
        ([-n, n + 1, n], false),
        ([-n, 0, n + 1], false),
        ([-128, 0, n], false),
    ] {
        for at in [0, last] {
            let mut values = layers[STONES].clone();
            values[at] = value;
            let found = reason(&values, |_| ());
            assert_eq!(found.is_empty(), holds, "{value:?}: {found}");
            assert!(
                holds || found.contains("a value beyond 8 stones"),
                "{found}"
            );
        }
    }
    for unsorted in [[1, 0, n], [-1, 1, 0]] {
        let mut values = layers[STONES].clone();
        values[last] = unsorted;
        let found = reason(&values, |_| ());
        assert!(found.contains("above `zero`"), "{unsorted:?}: {found}");
    }
    let values = &layers[STONES];
    assert_eq!(reason(values, |_| ()), "");
    for (change, expected) in [
        (
            (|counts: &mut [u64; 5]| counts[0] += 1) as fn(&mut [u64; 5]),
            "the layer has 165 positions",
        ),
        (|counts| counts[0] -= 1, "the layer has 165 positions"),
        (|counts| counts[0] = u64::MAX, "the layer has 165 positions"),
        (|counts| counts[1] = u64::MAX, "the layer has 165 positions"),
        (|counts| counts[1] += 1, "counts its positions wrongly"),
        (|counts| counts[1] -= 1, "counts its positions wrongly"),
        (|counts| counts[2] += 1, "counts its positions wrongly"),
        (|counts| counts[3] -= 1, "counts its positions wrongly"),
        (
            |counts| (counts[3], counts[4]) = (counts[4], counts[3]),
            "counts its positions wrongly",
        ),
    ] {
        let found = reason(values, change);
        assert!(found.contains(expected), "{found}");
    }
}

#[test]
fn tables_that_need_more_memory_than_is_allowed_are_not_read() {
    let (directory, game, layers) = solved("stones:holes=4", STONES);
    let path = Table::path(directory.path(), &game.rules, STONES);
    let file = std::fs::metadata(&path).unwrap().len();
    let positions = layers[STONES].len() as u64;
    let open = layers[STONES]
        .iter()
        .filter(|value| **value != [value[0]; 3])
        .count() as u64;
    let needs = file + positions + 16 * open;
    let within = |bytes| {
        let mut memory = Memory::new(bytes);
        let table = Table::read(
            directory.path(),
            &game.rules,
            &game.boards,
            STONES,
            &mut memory,
        );
        table.map(|_| memory)
    };
    // The file is not kept.
    assert!(within(needs).unwrap().room(file).is_ok());
    assert!(within(needs).unwrap().room(file + 1).is_err());
    for bytes in [0, file - 1, file, needs - 1] {
        let error = within(bytes).err().unwrap().to_string();
        assert!(error.contains("--memory allows 0 MB"), "{error}");
    }
    // The notes on tables take two bytes per position.
    let tables = read(directory.path(), &game, STONES);
    let all: u64 = tables.iter().map(Table::positions).sum();
    assert!(EstablishedClaims::new(&game, &tables, Memory::new(2 * all)).is_ok());
    assert!(EstablishedClaims::new(&game, &tables, Memory::new(2 * all - 1)).is_err());
}

#[test]
fn a_round_of_more_steps_than_are_allowed_ends_the_check() {
    let (directory, game, _) = solved("stones:holes=4", STONES);
    let tables = read(directory.path(), &game, STONES);
    let game = game.within(1);
    let error = layer::check(&game, STONES, &tables, None)
        .unwrap_err()
        .to_string();
    assert_eq!(error, "a round takes more than 1 steps: raise --steps");
}

#[test]
fn a_damaged_file_is_refused() {
    let (directory, game, _) = solved("stones:holes=4", STONES);
    let path = Table::path(directory.path(), &game.rules, STONES);
    let whole = std::fs::read(&path).unwrap();
    for at in 0..whole.len() {
        let mut damaged = whole.clone();
        damaged[at] ^= 1 << (at % 8);
        std::fs::write(&path, &damaged).unwrap();
        assert!(
            read_one(directory.path(), &game, STONES).is_err(),
            "byte {at}"
        );
    }
    for length in 0..whole.len() {
        std::fs::write(&path, &whole[..length]).unwrap();
        assert!(read_one(directory.path(), &game, STONES).is_err());
    }
}

/// Quiet rounds lead on within a layer, so that it is looked at several times.
#[test]
fn positions_that_wait_for_others_are_looked_at_again() {
    let (directory, game, _) = solved("stones:holes=5", 7);
    let tables = read(directory.path(), &game, 7);
    let one = rayon::ThreadPoolBuilder::new()
        .num_threads(1)
        .build()
        .unwrap();
    let sweeps = one.install(|| {
        (0..=7)
            .map(|stones| layer::check(&game, stones, &tables, None).unwrap().sweeps)
            .max()
    });
    assert!(sweeps > Some(2), "{sweeps:?}");
}

/// The head of a table names its game and layer, and how it is cut into blocks.
#[test]
fn heads_that_contradict_the_layer_are_refused() {
    let (directory, game, _) = solved("stones:holes=4", 4);
    let path = Table::path(directory.path(), &game.rules, 4);
    let name = "stones-holes-4-capture-normal-both-out-relay-mixed-out-end.004.table";
    assert_eq!(path, directory.path().join(name));
    let whole = std::fs::read(&path).unwrap();
    let reason = |bytes: &[u8]| {
        std::fs::write(&path, bytes).unwrap();
        read_one(directory.path(), &game, 4)
            .err()
            .map(|error| error.to_string())
            .unwrap_or_default()
    };
    // Positions a block, and blocks: little end first.
    for (at, number) in [(24, 0u32), (24, 1), (24, u32::MAX), (28, 0), (28, 2)] {
        let mut forged = whole.clone();
        forged[at..at + 4].copy_from_slice(&number.to_le_bytes());
        assert!(
            reason(&forged).contains("sizes that contradict each other"),
            "{at}: {number}"
        );
    }
    let smaller = std::fs::read(Table::path(directory.path(), &game.rules, 3)).unwrap();
    assert!(reason(&smaller).contains("with 3 stones, not of"));
    let mut renamed = whole.clone();
    let seven = renamed
        .windows(8)
        .position(|bytes| bytes == b"holes=4,")
        .unwrap()
        + 6;
    renamed[seven] = b'7';
    assert!(reason(&renamed).contains("a table of stones:holes=7"));
    assert_eq!(reason(&whole), "");
}

/// A block holds nothing besides its values, whatever its checksum.
#[test]
fn blocks_that_hold_more_than_their_values_are_refused() {
    let (directory, game, layers) = solved("stones:holes=4", 4);
    for more in [&[][..], &[0], &[0, 0], &[0; 3], &[0; 6]] {
        write_longer(directory.path(), &game, 4, &layers[4], more, |_| ());
        let refused = read_one(directory.path(), &game, 4)
            .err()
            .map(|error| error.to_string());
        assert_eq!(refused.is_some(), !more.is_empty());
        assert!(refused.is_none_or(|refused| refused.contains("a block is damaged")));
    }
}
