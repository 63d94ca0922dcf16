//! The reader of one table.

use std::cell::RefCell;
use std::io;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use xxhash_rust::xxh3::{Xxh3, xxh3_64};

use super::block;
use super::directory::table_file_name;
use super::error::{TableError, TableFile, error_at};
use super::header::{Column, Header, HeaderError};
use super::map::MappedBytes;
use super::published::{PublishedFile, PublishedFiles};
use super::shapes::{LayerShape, TableShapes};
use crate::compression::Decompressor;
use crate::retrograde::SolveError;
use crate::{Monitor, Value};

thread_local! {
    /// The decompressor of a thread. Creating one takes a tenth of the time of unpacking a block.
    static DECOMPRESSOR: RefCell<Decompressor<'static>> = RefCell::default();
}

/// The number of blocks of a published table that are read together.
const TOGETHER: usize = 1024;

/// Where the blocks of a table are.
enum Blocks {
    /// In a file of this machine, from this offset on.
    Mapped(MappedBytes, usize),
    /// In a file of another machine.
    Published(PublishedFile),
}

/// An open table of one layer.
pub struct Table {
    file: TableFile,
    header: Header,
    blocks: Blocks,
    /// The maximum absolute value of a margin.
    bound: i32,
}

impl Table {
    /// Opens a table and verifies that it is the one of this game and layer, with as many positions as the layer has.
    ///
    /// # Errors
    /// An error if the file is missing, truncated, not a table, or a table of another game or layer. It is also an
    /// error if there is no such layer.
    pub fn open(path: &Path, shapes: &TableShapes, layer: u32) -> Result<Table, TableError> {
        Table::open_column(path, Column::Values, shapes, layer)
    }

    /// Opens the file of a column, as [`open`](Table::open) does.
    pub(super) fn open_column(
        path: &Path,
        column: Column,
        shapes: &TableShapes,
        layer: u32,
    ) -> Result<Table, TableError> {
        shapes.layer(layer).ok_or(SolveError::NoLayer(layer))?;
        let map = MappedBytes::open(path).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => TableError::Missing(path.into()),
            _ => error_at(path)(error),
        })?;
        let (header, payload) =
            Header::decode(map.as_ref()).map_err(|reason| TableError::Format {
                file: path.into(),
                reason,
            })?;
        let table = Table::of(
            path.into(),
            header,
            Blocks::Mapped(map, payload),
            column,
            shapes,
            layer,
        )?;
        match table.bytes() == table.header.bytes() {
            true => Ok(table),
            false => Err(table.damaged("the length of the file".into())),
        }
    }

    /// Opens a table of a published set, and verifies it as [`open`](Table::open) does. Of a header that is larger than
    /// 16 KiB only parts are read, and neither its checksum nor the length of the file is verified. Each block that is
    /// read still matches its checksum.
    ///
    /// # Errors
    /// The errors of [`open`](Table::open), or the transfer failed, or the monitor cancelled.
    pub fn open_published(
        files: &Arc<dyn PublishedFiles>,
        shapes: &TableShapes,
        layer: u32,
        monitor: &dyn Monitor,
    ) -> Result<Table, TableError> {
        let shape = shapes.layer(layer).ok_or(SolveError::NoLayer(layer))?;
        let name = shapes.name();
        let blocks = shape.positions.div_ceil(block::BLOCK.into());
        let expected = Header::length(name, blocks as usize) as u64;
        let file = table_file_name(name, layer);
        let (header, file) = PublishedFile::open(files, file, expected, monitor)?;
        let (place, blocks) = (file.place(), Blocks::Published(file));
        Table::of(place, header, blocks, Column::Values, shapes, layer)
    }

    fn of(
        file: TableFile,
        header: Header,
        blocks: Blocks,
        column: Column,
        shapes: &TableShapes,
        layer: u32,
    ) -> Result<Table, TableError> {
        let shape = check_header(&file, &header, column, shapes, layer)?;
        Ok(Table {
            file,
            header,
            blocks,
            bound: shape.bound,
        })
    }

    /// Returns the header of the table.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Returns the length of the file in bytes.
    pub fn bytes(&self) -> u64 {
        match &self.blocks {
            Blocks::Mapped(map, _) => map.as_ref().len() as u64,
            Blocks::Published(file) => file.length(),
        }
    }

    /// Returns the place of the file.
    pub fn file(&self) -> &TableFile {
        &self.file
    }

    pub(super) fn damaged(&self, part: String) -> TableError {
        TableError::Damaged {
            file: self.file.clone(),
            part,
        }
    }

    /// Returns the block of a position, and its index there.
    pub(super) fn locate(&self, rank: u64) -> Result<(usize, usize), TableError> {
        if rank >= self.header.positions {
            return Err(TableError::NoPosition {
                layer: self.header.layer,
                positions: self.header.positions,
                rank,
            });
        }
        let block = u64::from(self.header.block);
        Ok(((rank / block) as usize, (rank % block) as usize))
    }

    pub(super) fn blocks(&self) -> usize {
        self.header.blocks()
    }

    /// Returns the ranks of the positions of a block.
    fn ranks(&self, block: usize) -> Range<u64> {
        let size = u64::from(self.header.block);
        let from = block as u64 * size;
        from..self.header.positions.min(from + size)
    }

    /// Unpacks the block of the position with this rank, after verifying its checksum. Returns the ranks of its
    /// positions as well.
    ///
    /// # Errors
    /// An error if the layer has no such position, or if the block is damaged.
    pub fn block_of(&self, rank: u64) -> Result<(Range<u64>, Block), TableError> {
        let (block, _) = self.locate(rank)?;
        Ok((self.ranks(block), self.unpack(block)?))
    }

    /// Unpacks a block, after verifying its checksum.
    ///
    /// # Errors
    /// An error if the block is damaged, or if a value is out of the range of the layer.
    pub(super) fn unpack(&self, block: usize) -> Result<Block, TableError> {
        match &self.blocks {
            Blocks::Mapped(map, payload) => {
                let damaged = || self.damaged(format!("block {block}"));
                let from = match block {
                    0 => 0,
                    _ => self.header.index[block - 1].0,
                };
                let (to, checksum) = self.header.index[block];
                let compressed = map.as_ref()[*payload..]
                    .get(from as usize..to as usize)
                    .ok_or_else(damaged)?;
                self.unpack_bytes(block, compressed, checksum)
            }
            Blocks::Published(_) => {
                let mut unpacked = None;
                self.unpack_some(&[block], &(), &mut |block| unpacked = Some(block))?;
                unpacked.ok_or_else(|| self.damaged(format!("block {block}")))
            }
        }
    }

    /// Unpacks these blocks, in ascending order, and passes each to `take`. Those of a published table are read together.
    fn unpack_some(
        &self,
        blocks: &[usize],
        monitor: &dyn Monitor,
        take: &mut dyn FnMut(Block),
    ) -> Result<(), TableError> {
        let Blocks::Published(file) = &self.blocks else {
            for &block in blocks {
                monitor.check()?;
                take(self.unpack(block)?);
            }
            return Ok(());
        };
        let read = file.blocks(&self.header, blocks, monitor)?;
        for (&block, read) in blocks.iter().zip(read) {
            take(self.unpack_bytes(block, &read.compressed, read.checksum)?);
        }
        Ok(())
    }

    /// Unpacks the bytes of a block.
    fn unpack_bytes(
        &self,
        block: usize,
        compressed: &[u8],
        checksum: u64,
    ) -> Result<Block, TableError> {
        let damaged = || self.damaged(format!("block {block}"));
        if xxh3_64(compressed) != checksum {
            return Err(damaged());
        }
        let ranks = self.ranks(block);
        let positions = (ranks.end - ranks.start) as usize;
        let bytes = DECOMPRESSOR.with_borrow_mut(|it| it.decompress(compressed, 4 * positions));
        let bytes = bytes.map_err(|_| damaged())?;
        if self.header.column == Column::Distances {
            let whole = bytes.len() == block::DISTANCES * positions;
            return whole
                .then_some(Block { bytes, positions })
                .ok_or_else(damaged);
        }
        if !block::is_valid(&bytes, positions) {
            return Err(damaged());
        }
        if !block::is_within(&bytes, positions, self.bound) {
            return Err(self.damaged(format!("a value of block {block}")));
        }
        Ok(Block { bytes, positions })
    }

    /// Verifies every block, the checksum of all values, and the numbers of positions won, drawn, lost and
    /// undetermined.
    ///
    /// # Errors
    /// The first damaged block, or another difference from the header; or the monitor cancelled.
    pub fn check(&self, monitor: &dyn Monitor) -> Result<(), TableError> {
        let mut checksum = Xxh3::new();
        // Won, drawn, lost, undetermined.
        let mut counts = [0; 4];
        for block in 0..self.blocks() {
            monitor.check()?;
            let unpacked = self.unpack(block)?;
            checksum.update(&unpacked.bytes);
            for value in unpacked.values() {
                counts[(1 - value.zero.signum()) as usize] += 1;
                counts[3] += u64::from(value.undetermined());
            }
        }
        if checksum.digest128() != self.header.checksum {
            return Err(self.damaged("the values".into()));
        }
        let Header {
            wins,
            draws,
            losses,
            undetermined,
            ..
        } = self.header;
        if counts != [wins, draws, losses, undetermined] {
            return Err(self.damaged("the numbers of wins, draws and losses".into()));
        }
        Ok(())
    }

    /// Calls `visit` with the values of one block after the other, in the order of the ranks, until it returns `false`.
    ///
    /// # Errors
    /// The first damaged block.
    pub fn each_block(
        &self,
        visit: &mut dyn FnMut(&mut dyn Iterator<Item = Value>) -> bool,
    ) -> Result<(), TableError> {
        for block in 0..self.blocks() {
            if !visit(&mut self.unpack(block)?.values()) {
                break;
            }
        }
        Ok(())
    }

    /// Returns the values of these positions in the order of their ranks.
    ///
    /// # Errors
    /// An error if the layer has no such position, or if a block is damaged.
    pub fn values(&self, ranks: Range<u64>) -> Result<Vec<Value>, TableError> {
        let Some(last) = ranks.clone().next_back() else {
            return Ok(Vec::new());
        };
        let ((first, from), (last, _)) = (self.locate(ranks.start)?, self.locate(last)?);
        let count = (ranks.end - ranks.start) as usize;
        let mut values = Vec::with_capacity(count + from);
        for block in first..=last {
            values.extend(self.unpack(block)?.values());
        }
        values.truncate(from + count);
        Ok(values.split_off(from))
    }

    /// Returns the values of the positions with these ranks, which ascend. Each block is read once, and those of a
    /// published table by many requests at a time.
    ///
    /// # Errors
    /// An error if the layer has no such position, if a block is damaged, if a transfer failed, or if the monitor
    /// cancelled.
    pub fn values_at(
        &self,
        ranks: &[u64],
        monitor: &dyn Monitor,
    ) -> Result<Vec<Value>, TableError> {
        let places = ranks.iter().map(|&rank| self.locate(rank));
        let places = places.collect::<Result<Vec<_>, TableError>>()?;
        let mut values = Vec::with_capacity(ranks.len());
        let of_block: Vec<_> = places.chunk_by(|one, other| one.0 == other.0).collect();
        monitor.begin(
            &format!("layer {}, blocks", self.header.layer),
            of_block.len() as u64,
        );
        for together in of_block.chunks(TOGETHER) {
            let blocks: Vec<usize> = together.iter().map(|places| places[0].0).collect();
            let mut places = together.iter();
            self.unpack_some(&blocks, monitor, &mut |block| {
                let places = places.next().into_iter().copied().flatten();
                values.extend(places.map(|&(_, at)| block.get(at)));
            })?;
            monitor.advance(blocks.len() as u64);
        }
        Ok(values)
    }

    /// Returns the number of positions with each margin, where infinite play is a draw, in ascending order of margins.
    pub fn margins(&self) -> Result<Vec<(i32, u64)>, TableError> {
        let margins = -i32::from(i8::MAX) - 1..=i8::MAX.into();
        let mut counts = [0; 1 << u8::BITS];
        for block in 0..self.blocks() {
            for value in self.unpack(block)?.values() {
                counts[(value.zero - margins.start()) as usize] += 1;
            }
        }
        let all = margins.zip(counts);
        Ok(all.filter(|&(_, positions)| positions > 0).collect())
    }
}

/// Checks that a header is that of a layer of the game with these shapes, and returns the shape of the layer.
pub(super) fn check_header(
    file: &TableFile,
    header: &Header,
    column: Column,
    shapes: &TableShapes,
    layer: u32,
) -> Result<LayerShape, TableError> {
    if header.column != column {
        return Err(TableError::Format {
            file: file.clone(),
            reason: HeaderError::Encoding(header.column.encoding()),
        });
    }
    let shape = shapes.layer(layer).ok_or(SolveError::NoLayer(layer))?;
    let name = shapes.name();
    if header.name != name || header.layer != layer {
        return Err(TableError::Foreign {
            file: file.clone(),
            found: format!("{}, layer {}", header.name, header.layer),
            expected: format!("{name}, layer {layer}"),
        });
    }
    if header.positions != shape.positions {
        return Err(TableError::Positions {
            file: file.clone(),
            found: header.positions,
            expected: shape.positions,
        });
    }
    Ok(shape)
}

/// An unpacked block of a table.
pub struct Block {
    pub(super) bytes: Vec<u8>,
    pub(super) positions: usize,
}

impl Block {
    /// Returns the value of the position at this index of the block.
    ///
    /// # Panics
    /// Panics if the block has no such index.
    pub fn get(&self, at: usize) -> Value {
        block::value(&self.bytes, self.positions, at)
    }

    /// Returns the byte of each position.
    pub(super) fn codes(&self) -> &[u8] {
        &self.bytes[..self.positions]
    }

    /// Returns lower, zero and upper of the undetermined positions in turn.
    pub(super) fn triples(&self) -> Vec<u8> {
        block::triples(&self.bytes, self.positions)
    }

    /// Returns the values in turn.
    pub(super) fn values(&self) -> impl Iterator<Item = Value> + '_ {
        block::values(&self.bytes, self.positions)
    }
}
