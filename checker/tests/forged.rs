//! Tables made here by plain iteration pass; forged ones do not, the other fixed point included.

use std::path::Path;

use sowlab_check::layer;
use sowlab_check::replies::{Game, Reply};
use sowlab_check::rules::Rules;
use sowlab_check::table::Table;
use xxhash_rust::xxh3::{xxh3_64, xxh3_128};

/// `lower`, `zero`, `upper` of each position.
type Values = Vec<[i32; 3]>;

/// A solution of the minimax equations of one reading (0 lower, 1 zero, 2 upper), by iteration from
/// this margin for every position.
fn iterate(game: &Game, stones: usize, below: &[Values], reading: usize, from: i32) -> Vec<i32> {
    let n = stones as i32;
    let mut values = vec![from; game.boards.in_layer(stones) as usize];
    loop {
        let before = values.clone();
        for rank in 0..values.len() {
            let holes = game.boards.board(stones, rank as u64);
            let mut worst = std::collections::BTreeMap::new();
            let finished = game.expand(stones, &holes, |east, _, reply| {
                let worth = match reply {
                    Reply::Over { margin } => margin,
                    Reply::Endless => [-n, 0, n][reading],
                    Reply::Quiet { rank } => values[rank as usize],
                    Reply::Capture { stones, rank, gain } => gain - below[stones][rank as usize][2 - reading],
                };
                let least = worst.entry(east).or_insert(worth);
                *least = worth.min(*least);
            });
            values[rank] = finished.unwrap_or_else(|| worst.into_values().max().unwrap());
        }
        if values == before {
            return values;
        }
    }
}

fn solve(game: &Game, stones: usize, below: &[Values]) -> Values {
    let n = stones as i32;
    let [lower, least, greatest, upper] =
        [(0, -n), (1, -n), (1, n), (2, n)].map(|(reading, from)| iterate(game, stones, below, reading, from));
    (0..lower.len())
        .map(|rank| {
            let zero = least[rank].max(0) + greatest[rank].min(0);
            [lower[rank], zero, upper[rank]]
        })
        .collect()
}

/// Writes a table file as docs/retrograde.md describes it.
fn write(directory: &Path, game: &Game, stones: usize, values: &Values) {
    const BLOCK: usize = 64;
    let open = |value: &[i32; 3]| value[0] < value[2];
    let (mut index, mut payload, mut unpacked) = (Vec::new(), Vec::<u8>::new(), Vec::<u8>::new());
    for block in values.chunks(BLOCK) {
        let mut bytes: Vec<u8> =
            block.iter().map(|value| if open(value) { 0x80 } else { value[0] as u8 }).collect();
        for part in 0..3 {
            bytes.extend(block.iter().filter(|value| open(value)).map(|value| value[part] as u8));
        }
        let packed = zstd::bulk::compress(&bytes, 3).unwrap();
        unpacked.extend(&bytes);
        payload.extend(&packed);
        index.push((payload.len() as u64, xxh3_64(&packed)));
    }
    let name = game.rules.to_string();
    let of_sign = |sign: i32| values.iter().filter(|value| value[1].signum() == sign).count() as u64;
    let undetermined = values.iter().filter(|value| open(value)).count() as u64;
    let mut file = b"SOWTABLE".to_vec();
    for number in [1, name.len(), stones, 1, BLOCK, index.len()] {
        file.extend((number as u32).to_le_bytes());
    }
    for number in [values.len() as u64, undetermined, of_sign(1), of_sign(0), of_sign(-1)] {
        file.extend(number.to_le_bytes());
    }
    file.extend(xxh3_128(&unpacked).to_le_bytes());
    file.extend(name.as_bytes());
    for (end, checksum) in index {
        file.extend(end.to_le_bytes());
        file.extend(checksum.to_le_bytes());
    }
    file.extend(xxh3_64(&file).to_le_bytes());
    file.extend(payload);
    std::fs::write(Table::path(directory, &game.rules, stones), file).unwrap();
}

fn read(directory: &Path, game: &Game, stones: usize) -> Vec<Table> {
    (0..=stones).map(|stones| Table::read(directory, &game.rules, &game.boards, stones).unwrap()).collect()
}

const STONES: usize = 8;

/// All layers of a small game, written to a directory.
fn solved(name: &str) -> (tempfile::TempDir, Game, Vec<Values>) {
    let directory = tempfile::tempdir().unwrap();
    let game = Game::new(Rules::parse(name).unwrap(), STONES).unwrap();
    let mut layers: Vec<Values> = Vec::new();
    for stones in 0..=STONES {
        let values = solve(&game, stones, &layers);
        write(directory.path(), &game, stones, &values);
        layers.push(values);
    }
    (directory, game, layers)
}

#[test]
fn right_tables_pass_and_one_wrong_value_does_not() {
    for name in ["stones:holes=4", "stones:holes=5,both-out=end", "stones:holes=6,capture=reversed"] {
        let (directory, game, layers) = solved(name);
        let tables = read(directory.path(), &game, STONES);
        for stones in 0..=STONES {
            let checked = layer::check(&game, stones, &tables, None).unwrap();
            assert!(checked.derived && checked.equations == checked.positions);
        }
        let mut wrong = layers[STONES].clone();
        let middle = wrong.len() / 2;
        wrong[middle] = [0, 1, -1].map(|_| if layers[STONES][middle] == [2; 3] { 1 } else { 2 });
        write(directory.path(), &game, STONES, &wrong);
        assert!(layer::check(&game, STONES, &read(directory.path(), &game, STONES), None).is_err(), "{name}");
    }
}

#[test]
fn the_other_fixed_point_is_refused() {
    let mut forged = 0;
    for name in ["stones:holes=4", "stones:holes=5", "stones:holes=6", "stones:holes=6,both-out=end"] {
        let (directory, game, layers) = solved(name);
        for stones in 2..=STONES {
            let right = &layers[stones];
            // The greatest solution in place of the least, or the other way round.
            let other = [
                iterate(&game, stones, &layers, 0, stones as i32),
                iterate(&game, stones, &layers, 2, -(stones as i32)),
            ];
            for (reading, other) in [0, 2].into_iter().zip(other) {
                let wrong: Values = right
                    .iter()
                    .zip(&other)
                    .map(|(value, &other)| {
                        let mut value = *value;
                        value[reading] = other;
                        value
                    })
                    .collect();
                // A table cannot hold a zero outside lower to upper.
                let proper = wrong.iter().all(|value| value.is_sorted());
                if wrong == *right || !proper {
                    continue;
                }
                write(directory.path(), &game, stones, &wrong);
                let tables = read(directory.path(), &game, stones);
                let error = layer::check(&game, stones, &tables, None).unwrap_err().to_string();
                assert!(error.contains("least or greatest"), "{name}, {stones} stones: {error}");
                assert!(layer::check(&game, stones, &tables, Some(u64::MAX - 1)).is_err());
                forged += 1;
            }
            write(directory.path(), &game, stones, right);
        }
    }
    assert!(forged > 0, "no layer has another fixed point to forge");
}

#[test]
fn a_damaged_file_is_refused() {
    let (directory, game, _) = solved("stones:holes=4");
    let path = Table::path(directory.path(), &game.rules, STONES);
    let whole = std::fs::read(&path).unwrap();
    for at in 0..whole.len() {
        let mut damaged = whole.clone();
        damaged[at] ^= 1 << (at % 8);
        std::fs::write(&path, &damaged).unwrap();
        assert!(Table::read(directory.path(), &game.rules, &game.boards, STONES).is_err(), "byte {at}");
    }
    for length in 0..whole.len() {
        std::fs::write(&path, &whole[..length]).unwrap();
        assert!(Table::read(directory.path(), &game.rules, &game.boards, STONES).is_err());
    }
}
