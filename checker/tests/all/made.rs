//! Values by plain iteration, and files written as docs/checking.md describes them.

use std::path::Path;

use sowlab_check::error::CheckError;
use sowlab_check::memory::Memory;
use sowlab_check::replies::{Game, Reply};
use sowlab_check::table::Table;
use sowlab_check::variant::Variant;
use xxhash_rust::xxh3::{xxh3_64, xxh3_128};

/// `lower`, `zero`, `upper` of each position.
pub(crate) type Values = Vec<[i32; 3]>;

/// A solution of the minimax equations of one reading (0 lower, 1 zero, 2 upper), by iteration from
/// this margin for every position. Where the turn passes within the layer, it goes along with the
/// solution of the opposite reading from the opposite margin.
pub(crate) fn iterate(
    game: &Game,
    stones: usize,
    below: &[Values],
    reading: usize,
    from: i32,
) -> Vec<i32> {
    let n = stones as i32;
    let readings = [reading, 2 - reading];
    let mut values = [from, -from].map(|from| vec![from; game.boards.in_layer(stones) as usize]);
    loop {
        let before = values.clone();
        for rank in 0..values[0].len() {
            let holes = game.boards.board(stones, rank as u64);
            for side in [0, 1] {
                let worth = |reply| match reply {
                    Reply::Over(margin) => margin,
                    Reply::Endless => [-n, 0, n][readings[side]],
                    Reply::Next {
                        stones: left,
                        rank,
                        gain,
                        passes,
                    } => match (left == stones, passes) {
                        (true, false) => gain + values[side][rank as usize],
                        (true, true) => gain - values[1 - side][rank as usize],
                        (false, false) => gain + below[left][rank as usize][readings[side]],
                        (false, true) => gain - below[left][rank as usize][readings[1 - side]],
                    },
                };
                let worst = game
                    .choices(&holes)
                    .filter_map(|replies| replies.map(worth).min());
                let best = game.finished(&holes).or_else(|| worst.max());
                values[side][rank] = best.unwrap();
            }
        }
        if values == before {
            let [values, _] = values;
            return values;
        }
    }
}

pub(crate) fn solve(game: &Game, stones: usize, below: &[Values]) -> Values {
    let n = stones as i32;
    let [lower, least, greatest, upper] = [(0, -n), (1, -n), (1, n), (2, n)]
        .map(|(reading, from)| iterate(game, stones, below, reading, from));
    (0..lower.len())
        .map(|rank| {
            let zero = least[rank].max(0) + greatest[rank].min(0);
            [lower[rank], zero, upper[rank]]
        })
        .collect()
}

/// Writes a table file as docs/checking.md describes it.
pub(crate) fn write(directory: &Path, game: &Game, stones: usize, values: &Values) {
    write_with(directory, game, stones, values, |_| ());
}

/// Writes a table with other counts in the header: positions, undetermined, wins, draws, losses.
pub(crate) fn write_with(
    directory: &Path,
    game: &Game,
    stones: usize,
    values: &Values,
    change: impl FnOnce(&mut [u64; 5]),
) {
    write_longer(directory, game, stones, values, &[], change);
}

/// Writes a table with other counts in the header, and with more bytes at the end of each block.
pub(crate) fn write_longer(
    directory: &Path,
    game: &Game,
    stones: usize,
    values: &Values,
    more: &[u8],
    change: impl FnOnce(&mut [u64; 5]),
) {
    const BLOCK: usize = 64;
    let open = |value: &[i32; 3]| *value != [value[0]; 3];
    let (mut index, mut payload, mut unpacked) = (Vec::new(), Vec::<u8>::new(), Vec::<u8>::new());
    for block in values.chunks(BLOCK) {
        let mut bytes: Vec<u8> = block
            .iter()
            .map(|value| if open(value) { 0x80 } else { value[0] as u8 })
            .collect();
        for part in 0..3 {
            bytes.extend(
                block
                    .iter()
                    .filter(|value| open(value))
                    .map(|value| value[part] as u8),
            );
        }
        bytes.extend(more);
        let packed = zstd::bulk::compress(&bytes, 3).unwrap();
        unpacked.extend(&bytes);
        payload.extend(&packed);
        index.push((payload.len() as u64, xxh3_64(&packed)));
    }
    let name = game.rules.to_string();
    let of_sign = |sign: i32| {
        values
            .iter()
            .filter(|value| value[1].signum() == sign)
            .count() as u64
    };
    let undetermined = values.iter().filter(|value| open(value)).count() as u64;
    let mut file = b"SOWTABLE".to_vec();
    for number in [1, name.len(), stones, 1, BLOCK, index.len()] {
        file.extend((number as u32).to_le_bytes());
    }
    let mut counts = [
        values.len() as u64,
        undetermined,
        of_sign(1),
        of_sign(0),
        of_sign(-1),
    ];
    change(&mut counts);
    for number in counts {
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

pub(crate) fn read(directory: &Path, game: &Game, stones: usize) -> Vec<Table> {
    (0..=stones)
        .map(|stones| read_one(directory, game, stones).unwrap())
        .collect()
}

pub(crate) fn read_one(directory: &Path, game: &Game, stones: usize) -> Result<Table, CheckError> {
    Table::read(directory, &game.rules, &game.boards, stones, &mut plenty())
}

/// A limit that nothing here reaches.
pub(crate) fn plenty() -> Memory {
    Memory::new(1 << 30)
}

/// All layers of a small game, written to a directory.
pub(crate) fn solved(name: &str, most: usize) -> (tempfile::TempDir, Game, Vec<Values>) {
    let directory = tempfile::tempdir().unwrap();
    let game = Game::new(Variant::parse(name).unwrap(), most).unwrap();
    let mut layers: Vec<Values> = Vec::new();
    for stones in 0..=most {
        let values = solve(&game, stones, &layers);
        write(directory.path(), &game, stones, &values);
        layers.push(values);
    }
    (directory, game, layers)
}
