//! Writing a table: all at once, under another name until it is whole.

use std::io::{BufWriter, Seek, SeekFrom, Write};
use std::path::Path;

use rayon::prelude::*;
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

use super::block;
use super::error::{TableError, at};
use super::header::Header;
use crate::Monitor;
use crate::Value;
use crate::files::{OutputFile, Partial};

/// Positions a block: a compromise between the size of the table and the time of a probe.
pub(super) const BLOCK: u32 = 16_384;
/// Level of compression (Zstandard).
const LEVEL: i32 = 9;
/// Blocks compressed together by all threads.
const TOGETHER: u64 = 128;

/// Writes the table of a layer to `path`, complete or not at all, and returns its header. The
/// bytes depend on the values alone.
///
/// # Errors
/// What the operating system reports: a full disk, say. The unfinished file is removed.
pub(super) fn write(
    path: &Path,
    name: &str,
    layer: u32,
    positions: u64,
    value: &(impl Fn(u64) -> Value + Sync),
    monitor: &dyn Monitor,
) -> Result<Header, TableError> {
    let mut partial = Partial::create(path).map_err(at(path))?;
    let file = partial.file();
    let header = write_to(file, path, name, layer, positions, value, monitor)?;
    partial.commit().map_err(at(path))?;
    Ok(header)
}

fn write_to(
    file: &mut OutputFile,
    path: &Path,
    name: &str,
    layer: u32,
    positions: u64,
    value: &(impl Fn(u64) -> Value + Sync),
    monitor: &dyn Monitor,
) -> Result<Header, TableError> {
    let blocks = positions.div_ceil(BLOCK.into());
    let mut header = Header {
        name: name.to_owned(),
        layer,
        positions,
        undetermined: 0,
        wins: 0,
        draws: 0,
        losses: 0,
        checksum: 0,
        block: BLOCK,
        index: Vec::new(),
    };
    let mut file = BufWriter::new(file);
    let payload = Header::length(name, blocks as usize) as u64;
    file.seek(SeekFrom::Start(payload)).map_err(at(path))?;
    let mut checksum = Xxh3::new();
    let mut end = 0;
    for first in (0..blocks).step_by(TOGETHER as usize) {
        let packed: Vec<std::io::Result<Packed>> = (first..blocks.min(first + TOGETHER))
            .into_par_iter()
            .map(|block| {
                let from = block * u64::from(BLOCK);
                pack(from..positions.min(from + u64::from(BLOCK)), value)
            })
            .collect();
        for packed in packed {
            let packed = packed.map_err(at(path))?;
            monitor.advance(packed.positions);
            header.undetermined += packed.undetermined;
            header.wins += packed.wins;
            header.losses += packed.losses;
            checksum.update(&packed.plain);
            file.write_all(&packed.compressed).map_err(at(path))?;
            end += packed.compressed.len() as u64;
            header.index.push((end, xxh3_64(&packed.compressed)));
        }
    }
    header.draws = positions - header.wins - header.losses;
    header.checksum = checksum.digest128();
    file.seek(SeekFrom::Start(0)).map_err(at(path))?;
    file.write_all(&header.encode()).map_err(at(path))?;
    file.flush().map_err(at(path))?;
    Ok(header)
}

/// A block on its way to the file.
struct Packed {
    plain: Vec<u8>,
    compressed: Vec<u8>,
    positions: u64,
    undetermined: u64,
    wins: u64,
    losses: u64,
}

fn pack(
    ranks: std::ops::Range<u64>,
    value: &(impl Fn(u64) -> Value + Sync),
) -> std::io::Result<Packed> {
    let mut packed = Packed {
        plain: Vec::with_capacity(BLOCK as usize),
        compressed: Vec::new(),
        positions: ranks.end - ranks.start,
        undetermined: 0,
        wins: 0,
        losses: 0,
    };
    let values = ranks.map(value).inspect(|value| {
        packed.undetermined += u64::from(value.undetermined());
        packed.wins += u64::from(value.zero > 0);
        packed.losses += u64::from(value.zero < 0);
    });
    block::encode(values, &mut packed.plain);
    packed.compressed = zstd::bulk::compress(&packed.plain, LEVEL)?;
    Ok(packed)
}
