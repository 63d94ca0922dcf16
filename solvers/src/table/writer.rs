//! The writing of a table, under another name until it is complete.

use std::io::{Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

use super::block::{BLOCK, PackedBlock};
use super::error::{TableError, error_at};
use super::header::{Column, Header, MAGIC};
#[cfg(target_family = "wasm")]
use super::stored::Partial;
use crate::{Monitor, Value};
#[cfg(not(target_family = "wasm"))]
use sowlab_base::files::Partial;

/// The number of blocks compressed together by all threads.
const TOGETHER: u64 = 128;

/// Writes the table of a layer to `path` atomically, and returns its header. The bytes depend only on the values.
///
/// # Errors
/// The errors of the operating system, for example a full disk. The unfinished file is removed.
pub(super) fn write(
    path: &Path,
    name: &str,
    layer: u32,
    positions: u64,
    value: &(impl Fn(u64) -> Value + Sync),
    monitor: &dyn Monitor,
) -> Result<Header, TableError> {
    let writer = TableWriter::create(path, name, layer, positions)?;
    let pack = |ranks: Range<u64>| PackedBlock::pack(ranks.map(value));
    write_blocks(writer, path, &pack, monitor)
}

/// Writes all blocks of a file, each of which `pack` packs from its ranks, and returns the header.
pub(super) fn write_blocks(
    mut writer: TableWriter,
    path: &Path,
    pack: &(impl Fn(Range<u64>) -> std::io::Result<PackedBlock> + Sync),
    monitor: &dyn Monitor,
) -> Result<Header, TableError> {
    let (blocks, positions) = (writer.blocks(), writer.header.positions);
    for first in (0..blocks).step_by(TOGETHER as usize) {
        let packed: Vec<std::io::Result<PackedBlock>> = (first..blocks.min(first + TOGETHER))
            .into_par_iter()
            .map(|block| pack(block_ranks(block, positions)))
            .collect();
        for packed in packed {
            let packed = packed.map_err(error_at(path))?;
            monitor.advance(packed.positions);
            writer.push(&packed)?;
        }
    }
    writer.commit()
}

/// Returns the ranks of the positions in a block of a layer of `positions` positions.
pub(super) fn block_ranks(block: u64, positions: u64) -> Range<u64> {
    let from = block * u64::from(BLOCK);
    from..positions.min(from + u64::from(BLOCK))
}

/// A writer that takes the blocks of a table in turn.
pub struct TableWriter {
    path: PathBuf,
    partial: Partial,
    header: Header,
    checksum: Xxh3,
    end: u64,
}

impl TableWriter {
    /// Starts the table of a layer with this number of positions. `path` is not changed before
    /// [`commit`](TableWriter::commit). The name has at most 4096 bytes.
    ///
    /// # Errors
    /// The errors of the operating system.
    pub fn create(
        path: &Path,
        name: &str,
        layer: u32,
        positions: u64,
    ) -> Result<TableWriter, TableError> {
        TableWriter::create_column(path, Column::Values, name, layer, positions)
    }

    /// Starts the file of a column of a layer, as [`create`](TableWriter::create) does.
    pub(super) fn create_column(
        path: &Path,
        column: Column,
        name: &str,
        layer: u32,
        positions: u64,
    ) -> Result<TableWriter, TableError> {
        let mut partial = Partial::create_ours(path, &MAGIC).map_err(error_at(path))?;
        // The header identifies the file of a killed process.
        let begun = partial.file().write_all(&Header::unfinished_prefix(name));
        begun.map_err(error_at(path))?;
        let blocks = positions.div_ceil(BLOCK.into());
        let payload = Header::length(name, blocks as usize) as u64;
        let to_payload = partial.file().seek(SeekFrom::Start(payload));
        to_payload.map_err(error_at(path))?;
        Ok(TableWriter {
            path: path.to_owned(),
            partial,
            header: Header {
                name: name.to_owned(),
                layer,
                column,
                positions,
                undetermined: 0,
                wins: 0,
                draws: 0,
                losses: 0,
                checksum: 0,
                block: BLOCK,
                index: Vec::new(),
            },
            checksum: Xxh3::new(),
            end: 0,
        })
    }

    /// Returns the number of blocks of the table.
    pub fn blocks(&self) -> u64 {
        self.header.positions.div_ceil(BLOCK.into())
    }

    /// Writes the next block.
    ///
    /// # Errors
    /// The errors of the operating system, for example a full disk.
    ///
    /// # Panics
    /// Panics if the block has another number of positions than the next one of the table.
    pub fn push(&mut self, block: &PackedBlock) -> Result<(), TableError> {
        let next = block_ranks(self.header.index.len() as u64, self.header.positions);
        assert_eq!(block.positions, next.end - next.start, "the next block");
        self.header.undetermined += block.undetermined;
        self.header.wins += block.wins;
        self.header.losses += block.losses;
        self.checksum.update(&block.plain);
        let written = self.partial.file().write_all(&block.compressed);
        written.map_err(error_at(&self.path))?;
        self.end += block.compressed.len() as u64;
        let checksum = xxh3_64(&block.compressed);
        self.header.index.push((self.end, checksum));
        Ok(())
    }

    /// Renames the table to its path once it is on the disk, and returns its header.
    ///
    /// # Errors
    /// The errors of the operating system. The unfinished file is removed.
    ///
    /// # Panics
    /// Panics if blocks are missing.
    pub fn commit(self) -> Result<Header, TableError> {
        assert_eq!(self.header.index.len() as u64, self.blocks(), "all blocks");
        let TableWriter {
            path,
            mut partial,
            mut header,
            checksum,
            ..
        } = self;
        header.draws = header.positions - header.wins - header.losses;
        header.checksum = checksum.digest128();
        let file = partial.file();
        file.seek(SeekFrom::Start(0)).map_err(error_at(&path))?;
        file.write_all(&header.encode()).map_err(error_at(&path))?;
        partial.commit().map_err(error_at(&path))?;
        Ok(header)
    }
}
