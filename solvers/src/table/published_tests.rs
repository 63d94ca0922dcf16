//! Published tables in memory, whose blocks are small, so that a small table has a large index.

use std::fs;
use std::ops::Range;
use std::path::Path;
use std::sync::{Arc, LazyLock, Mutex};

use proptest::prelude::*;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

use super::block;
use super::directory::{Directory, table_file_name};
use super::download::download;
use super::error::TableError;
use super::header::{Column, Header};
use super::listed::remove_tables;
use super::place::TablePlace;
use super::published::{FileParts, PublishedFiles, TransferError};
use super::shapes::{LayerShape, TableShapes};
use crate::compression::compress;
use crate::{Monitor, Value};

const NAME: &str = "a game";
const BOUND: i32 = 9;

fn shapes(layers: &[u64]) -> TableShapes {
    let shape = |&positions: &u64| LayerShape {
        positions,
        bound: BOUND,
    };
    TableShapes::new(NAME.into(), layers.iter().map(shape).collect())
}

fn random_values(positions: u64, seed: u64) -> Vec<Value> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut margin = || random.random_range(-BOUND..=BOUND);
    (0..positions)
        .map(|_| {
            let mut sorted = [margin(), margin(), margin()];
            sorted.sort_unstable();
            let [lower, zero, upper] = sorted;
            Value { lower, zero, upper }
        })
        .collect()
}

/// Returns the file of a table.
fn file(layer: u32, values: &[Value], size: u32) -> Vec<u8> {
    let (mut index, mut payload, mut plain) = (Vec::new(), Vec::new(), Vec::new());
    let mut checksum = Xxh3::new();
    for values in values.chunks(size as usize) {
        block::encode(values.iter().copied(), &mut plain);
        checksum.update(&plain);
        let compressed = compress(&plain, 1).unwrap();
        payload.extend_from_slice(&compressed);
        index.push((payload.len() as u64, xxh3_64(&compressed)));
    }
    let count = |test: fn(&&Value) -> bool| values.iter().filter(test).count() as u64;
    let header = Header {
        column: Column::Values,
        name: NAME.into(),
        layer,
        positions: values.len() as u64,
        undetermined: count(|value| value.undetermined()),
        wins: count(|value| value.zero > 0),
        draws: count(|value| value.zero == 0),
        losses: count(|value| value.zero < 0),
        checksum: checksum.digest128(),
        block: size,
        index,
    };
    [header.encode(), payload].concat()
}

/// Files in memory, and the ranges that were read.
#[derive(Default)]
struct Memory {
    files: Mutex<Vec<(String, Vec<u8>)>>,
    read: Mutex<Vec<Range<u64>>>,
    /// The number of bytes after which transfers fail.
    fails_after: Mutex<Option<u64>>,
}

impl Memory {
    fn of(files: Vec<Vec<u8>>) -> Arc<Memory> {
        let named = files.into_iter().enumerate();
        let named = named.map(|(layer, file)| (table_file_name(NAME, layer as u32), file));
        Arc::new(Memory {
            files: Mutex::new(named.collect()),
            ..Memory::default()
        })
    }

    fn replace(&self, layer: u32, bytes: Vec<u8>) {
        self.files.lock().unwrap()[layer as usize].1 = bytes;
    }

    fn bytes_read(&self) -> u64 {
        let read = self.read.lock().unwrap();
        read.iter().map(|range| range.end - range.start).sum()
    }
}

impl PublishedFiles for Memory {
    fn address(&self, file: &str) -> String {
        format!("memory://{file}")
    }

    fn read(
        &self,
        file: &str,
        ranges: &[Range<u64>],
        _: &dyn Monitor,
    ) -> Result<FileParts, TransferError> {
        let files = self.files.lock().unwrap();
        let found = files.iter().find(|(name, _)| name == file);
        let (_, contents) = found.ok_or(TransferError::Missing)?;
        let length = contents.len() as u64;
        let part = |range: &Range<u64>| {
            let place = |at: u64| at.min(length) as usize;
            Arc::new(contents[place(range.start)..place(range.end)].to_vec())
        };
        let bytes: Vec<_> = ranges.iter().map(part).collect();
        self.read.lock().unwrap().extend_from_slice(ranges);
        match *self.fails_after.lock().unwrap() {
            Some(most) if self.bytes_read() > most => Err(TransferError::Failed("cut".into())),
            _ => Ok(FileParts { bytes, length }),
        }
    }
}

fn probe(files: &Arc<Memory>, positions: u64, ranks: &[u64]) -> Result<Vec<Value>, TableError> {
    let place = TablePlace::Published(files.clone());
    let table = place.open(&shapes(&[positions]), 0, &())?;
    table.values_at(ranks, &())
}

#[test]
fn a_published_table_has_the_values_of_the_file() {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    // A header that is read whole, and a larger one.
    for (positions, size) in [(1000, 7), (20_000, 5)] {
        let values = random_values(positions, positions);
        let files = Memory::of(vec![file(0, &values, size)]);
        for count in [1, 2, 30, 500] {
            let mut ranks: Vec<u64> = (0..count)
                .map(|_| random.random_range(0..positions))
                .collect();
            ranks.extend([0, positions - 1]);
            ranks.sort_unstable();
            let expected: Vec<Value> = ranks.iter().map(|&rank| values[rank as usize]).collect();
            assert_eq!(probe(&files, positions, &ranks).unwrap(), expected);
        }
        let table = TablePlace::Published(files.clone())
            .open(&shapes(&[positions]), 0, &())
            .unwrap();
        table.check(&()).unwrap();
        assert_eq!(
            table.values(3..positions - 3).unwrap(),
            values[3..values.len() - 3]
        );
    }
}

#[test]
fn one_position_takes_a_small_part_of_the_index() {
    let values = random_values(20_000, 7);
    let files = Memory::of(vec![file(0, &values, 5)]);
    probe(&files, 20_000, &[9_999]).unwrap();
    assert!(files.bytes_read() < 5_000, "{}", files.bytes_read());
    // Many blocks: the header is read whole, and so its checksum counts.
    let mut bytes = file(0, &values, 5);
    // A number of wins, which no probe needs.
    bytes[60] ^= 1;
    files.replace(0, bytes);
    let ranks: Vec<u64> = (0..20_000).step_by(7).collect();
    assert!(probe(&files, 20_000, &ranks[..3]).is_ok());
    let error = probe(&files, 20_000, &ranks).unwrap_err();
    assert!(matches!(error, TableError::Format { .. }), "{error}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// Whatever byte changes, and wherever the file is cut: a value is right, or there is an error.
    #[test]
    fn no_wrong_value_is_believed(
        large in any::<bool>(),
        at in any::<prop::sample::Index>(),
        bits in 1..=255u8,
        cut in any::<Option<prop::sample::Index>>(),
    ) {
        // A header that is read whole, and a larger one.
        static TABLES: LazyLock<[(Vec<Value>, Vec<u8>); 2]> = LazyLock::new(|| {
            [(600, 40), (6000, 4)].map(|(positions, size)| {
                let values = random_values(positions, 3);
                let bytes = file(0, &values, size);
                (values, bytes)
            })
        });
        let (values, bytes) = &TABLES[usize::from(large)];
        let (positions, mut bytes) = (values.len() as u64, bytes.clone());
        bytes[at.index(400)] ^= bits;
        let at = at.index(bytes.len());
        bytes[at] ^= bits;
        if let Some(cut) = cut {
            bytes.truncate(cut.index(bytes.len()));
        }
        let files = Memory::of(vec![bytes]);
        for ranks in [&[0, 1, 577][..], &[positions - 1]] {
            let found = probe(&files, positions, ranks);
            if let Ok(found) = found {
                let expected: Vec<Value> = ranks.iter().map(|&rank| values[rank as usize]).collect();
                prop_assert_eq!(found, expected);
            }
        }
    }
}

/// A set of three layers, and the shapes of its game, which has four.
fn published_set() -> (Vec<Vec<u8>>, TableShapes) {
    let layers = [1, 5000, 9000];
    let files = layers.iter().zip(0..);
    let files =
        files.map(|(&positions, layer)| file(layer, &random_values(positions, positions), 1024));
    (files.collect(), shapes(&[1, 5000, 9000, 10]))
}

fn fetch(
    files: &Arc<Memory>,
    shapes: &TableShapes,
    folder: &Path,
    most: Option<u32>,
) -> Result<Vec<u32>, TableError> {
    let mut layers = Vec::new();
    let files: Arc<dyn PublishedFiles> = files.clone();
    download(&files, shapes, folder, most, &(), &mut |built| {
        layers.push(built.header.layer);
    })?;
    Ok(layers)
}

#[test]
fn downloaded_tables_are_the_published_files() {
    let (set, shapes) = published_set();
    let files = Memory::of(set.clone());
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let directory = Directory::new(folder, NAME);
    assert_eq!(fetch(&files, &shapes, folder, Some(1)).unwrap(), [0, 1]);
    let error = fetch(&files, &shapes, folder, Some(3)).unwrap_err();
    assert!(matches!(error, TableError::Missing(_)), "{error}");
    assert_eq!(fetch(&files, &shapes, folder, None).unwrap(), [0, 1, 2]);
    for (bytes, layer) in set.iter().zip(0..) {
        assert_eq!(&fs::read(directory.table_path(layer)).unwrap(), bytes);
        assert!(!directory.part_path(layer).exists());
    }
    // What exists is not read again.
    let before = files.bytes_read();
    assert_eq!(fetch(&files, &shapes, folder, Some(2)).unwrap(), [0, 1, 2]);
    assert_eq!(files.bytes_read(), before);
}

#[test]
fn a_part_is_continued_from_its_last_whole_block() {
    let (set, shapes) = published_set();
    let whole = &set[2];
    let folder = tempfile::tempdir().unwrap();
    let directory = Directory::new(folder.path(), NAME);
    let part = directory.part_path(2);
    let (header, payload) = Header::decode(whole).unwrap();
    let end = |block: usize| payload + header.index[block].0 as usize;
    let mut torn = whole[..end(4)].to_vec();
    torn[end(2) + 5] ^= 1;
    let longer = [&whole[..], b"more"].concat();
    let cases = [
        (whole[..end(3) + 7].to_vec(), 4),
        (torn, 3),
        (whole[..payload].to_vec(), 0),
        (whole[..payload - 3].to_vec(), 0),
        (longer, header.index.len()),
    ];
    for (begun, blocks) in cases {
        let files = Memory::of(set.clone());
        let _ = fs::remove_file(directory.table_path(2));
        fetch(&files, &shapes, folder.path(), Some(1)).unwrap();
        let before = files.bytes_read();
        fs::write(&part, begun).unwrap();
        fetch(&files, &shapes, folder.path(), None).unwrap();
        assert_eq!(&fs::read(directory.table_path(2)).unwrap(), whole);
        assert!(!part.exists());
        let done = blocks.checked_sub(1).map_or(0, |last| header.index[last].0);
        // The start of the file, the whole header, and the rest.
        let expected = 4096 + whole.len() as u64 - done;
        assert_eq!(files.bytes_read() - before, expected);
    }
    // The part of another version is not continued.
    let files = Memory::of(set.clone());
    fs::remove_file(directory.table_path(2)).unwrap();
    fs::write(&part, file(2, &random_values(9000, 4), 1024)).unwrap();
    fetch(&files, &shapes, folder.path(), None).unwrap();
    assert_eq!(&fs::read(directory.table_path(2)).unwrap(), whole);
}

#[test]
fn nothing_wrong_gets_the_name_of_a_table() {
    let (set, shapes) = published_set();
    let folder = tempfile::tempdir().unwrap();
    let directory = Directory::new(folder.path(), NAME);
    let files = Memory::of(set.clone());
    let attempt = |bytes: Vec<u8>| {
        files.replace(1, bytes);
        let error = fetch(&files, &shapes, folder.path(), None).unwrap_err();
        assert!(directory.table_path(0).exists() && !directory.table_path(1).exists());
        error
    };
    let good = &set[1];
    for at in [0, 9, 70, 120, good.len() / 2, good.len() - 1] {
        let mut bad = good.clone();
        bad[at] ^= 1;
        attempt(bad);
    }
    attempt(good[..good.len() - 1].to_vec());
    attempt([&good[..], b"more"].concat());
    attempt(set[2].clone());
    attempt(Vec::new());
    // Every block matches the index, and the header its checksum, but the values are others.
    let (mut header, payload) = Header::decode(good).unwrap();
    header.checksum ^= 1;
    let error = attempt([&header.encode(), &good[payload..]].concat());
    assert!(matches!(error, TableError::Damaged { .. }), "{error}");
    header.checksum ^= 1;
    header.wins += 1;
    attempt([&header.encode(), &good[payload..]].concat());
    header.wins -= 1;
    // Blocks that overlap, and one that is longer than any block can be.
    header.index[1].0 = header.index[0].0 - 1;
    attempt([&header.encode(), &good[payload..]].concat());
    let end = header.index[4].0 + header.longest_block();
    for entry in &mut header.index[1..] {
        entry.0 = end;
    }
    let long = vec![0; end as usize];
    let error = attempt([&header.encode(), &long[..]].concat());
    assert!(error.to_string().contains("block 1"), "{error}");
    files.replace(1, good.clone());
    assert_eq!(
        fetch(&files, &shapes, folder.path(), None).unwrap(),
        [0, 1, 2]
    );
}

#[test]
fn a_failed_transfer_leaves_a_part() {
    let (set, shapes) = published_set();
    let folder = tempfile::tempdir().unwrap();
    let files = Memory::of(set.clone());
    *files.fails_after.lock().unwrap() = Some(20_000);
    let error = fetch(&files, &shapes, folder.path(), None).unwrap_err();
    assert!(matches!(error, TableError::Transfer { .. }), "{error}");
    *files.fails_after.lock().unwrap() = None;
    assert_eq!(
        fetch(&files, &shapes, folder.path(), None).unwrap(),
        [0, 1, 2]
    );
}

#[test]
fn removed_tables_take_their_parts_with_them() {
    let (set, _) = published_set();
    let folder = tempfile::tempdir().unwrap();
    let directory = Directory::new(folder.path(), NAME);
    fs::write(directory.table_path(1), &set[1]).unwrap();
    fs::write(directory.part_path(2), &set[2][..500]).unwrap();
    fs::write(directory.part_path(3), "precious").unwrap();
    let other = folder.path().join("other.002.table.part");
    fs::write(&other, &set[2][..500]).unwrap();
    assert_eq!(remove_tables(folder.path(), NAME).unwrap(), 2);
    assert!(!directory.table_path(1).exists() && !directory.part_path(2).exists());
    assert!(directory.part_path(3).exists() && other.exists());
}

#[test]
fn what_a_killed_download_left_is_removed() {
    let (set, shapes) = published_set();
    let folder = tempfile::tempdir().unwrap();
    let part = table_file_name(NAME, 1) + ".part";
    let [ours, foreign] = ["abcdef", "ghijkl"].map(|letters| {
        let name = format!(".{part}.{letters}.tmp");
        folder.path().join(name)
    });
    fs::write(&ours, &set[1][..200]).unwrap();
    fs::write(&foreign, "precious").unwrap();
    fetch(&Memory::of(set), &shapes, folder.path(), None).unwrap();
    assert!(!ours.exists() && foreign.exists());
}

#[test]
fn files_of_other_programs_stay() {
    let (set, shapes) = published_set();
    let folder = tempfile::tempdir().unwrap();
    let directory = Directory::new(folder.path(), NAME);
    let files = Memory::of(set);
    for path in [directory.part_path(1), directory.table_path(1)] {
        for foreign in ["", "precious"] {
            fs::write(&path, foreign).unwrap();
            assert!(fetch(&files, &shapes, folder.path(), None).is_err());
            assert_eq!(fs::read_to_string(&path).unwrap(), foreign);
        }
        fs::remove_file(&path).unwrap();
    }
    let _lock = directory.lock().unwrap();
    let error = fetch(&files, &shapes, folder.path(), None).unwrap_err();
    assert!(matches!(error, TableError::Busy(_)), "{error}");
}
