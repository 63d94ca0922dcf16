//! Probes of single positions, with a small cache of unpacked blocks.

use std::path::Path;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::directory::Directory;
use super::error::TableError;
use super::header::Header;
use super::reader::{Block, Table};
use super::shapes::TableShapes;
use crate::Value;
use crate::retrograde::FinishedLayer;

/// The number of cached blocks, a power of two: 16 to 64 KiB each.
const SLOTS: usize = 512;

/// The open tables of layers 0 to some layer, for probing from any number of threads.
///
/// A probe of a cached block takes a lock and a read; any other probe unpacks a block.
pub struct Tables {
    tables: Vec<Table>,
    /// The cache. A block can only be in the slot of its number, so that there is no search and no replacement order.
    slots: Box<[Mutex<Option<CachedBlock>>]>,
}

struct CachedBlock {
    layer: u32,
    block: usize,
    unpacked: Arc<Block>,
}

impl Tables {
    /// Opens the tables of layers 0 to `most` of the game with these shapes.
    ///
    /// # Errors
    /// An error if one of them is missing, foreign or truncated, or has another number of positions.
    pub fn open(path: &Path, shapes: &TableShapes, most: u32) -> Result<Tables, TableError> {
        let directory = Directory::new(path, shapes.name());
        let tables = (0..=most)
            .map(|layer| directory.open(shapes, layer))
            .collect::<Result<Vec<Table>, TableError>>()?;
        Ok(Tables::of(tables))
    }

    /// Opens all layers that exist, from layer 0 up to the first gap.
    ///
    /// # Errors
    /// An error if layer 0 is missing, or a table is foreign or truncated, or has another number of positions.
    pub fn open_all(path: &Path, shapes: &TableShapes) -> Result<Tables, TableError> {
        let directory = Directory::new(path, shapes.name());
        let mut tables = vec![directory.open(shapes, 0)?];
        let mut layer = 1;
        while shapes.layer(layer).is_some() && directory.has(layer) {
            tables.push(directory.open(shapes, layer)?);
            layer += 1;
        }
        Ok(Tables::of(tables))
    }

    pub(super) fn of(tables: Vec<Table>) -> Tables {
        Tables {
            tables,
            slots: (0..SLOTS).map(|_| Mutex::new(None)).collect(),
        }
    }

    /// Returns the highest open layer.
    pub fn highest_layer(&self) -> u32 {
        self.tables.len() as u32 - 1
    }

    /// Returns the open tables, by layer.
    pub fn tables(&self) -> &[Table] {
        &self.tables
    }

    /// Returns the table of a layer.
    ///
    /// # Errors
    /// An error if the layer is not open.
    pub(super) fn layer(&self, layer: u32) -> Result<&Table, TableError> {
        let table = self.tables.get(layer as usize);
        table.ok_or_else(|| TableError::NoLayer {
            layer,
            most: self.highest_layer(),
        })
    }

    /// Returns the value of a position, for its own side to move (the leader).
    ///
    /// # Errors
    /// An error if the layer is not open or has no such position, or if its table is damaged there.
    pub fn probe(&self, layer: u32, rank: u64) -> Result<Value, TableError> {
        let (block, at) = self.block(layer, rank)?;
        Ok(block.get(at))
    }

    /// Returns the block of a position, and its index there.
    pub(super) fn block(&self, layer: u32, rank: u64) -> Result<(Arc<Block>, usize), TableError> {
        let table = self.layer(layer)?;
        let (block, at) = table.locate(rank)?;
        let number = block.wrapping_add((layer as usize).wrapping_mul(0x9e37_79b9));
        // A slot contains a whole entry even after a thread panicked.
        let mut slot = self.slots[number % SLOTS]
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let cached = match &*slot {
            Some(cached) if cached.layer == layer && cached.block == block => {
                Arc::clone(&cached.unpacked)
            }
            _ => {
                let unpacked = Arc::new(table.unpack(block)?);
                *slot = Some(CachedBlock {
                    layer,
                    block,
                    unpacked: Arc::clone(&unpacked),
                });
                unpacked
            }
        };
        drop(slot);
        Ok((cached, at))
    }
}

/// The first error of reads that cannot stop at it.
#[derive(Default)]
pub(super) struct FirstError(OnceLock<TableError>);

impl FirstError {
    /// Returns what was read. An error is stored unless there was one before.
    pub(super) fn read<T>(&self, read: Result<T, TableError>) -> Option<T> {
        read.map_err(|error| self.0.set(error)).ok()
    }

    pub(super) fn get(&self) -> Option<&TableError> {
        self.0.get()
    }
}

/// Endgame tables for searches, which cannot stop at an unreadable block. An unreadable value counts as unknown, and
/// the first error is stored until the end of the work. Results are correct in any case, but take longer.
pub struct ProbedTables {
    tables: Tables,
    damaged: FirstError,
}

impl ProbedTables {
    /// Opens all tables of a game in a directory.
    pub fn open_all(directory: &Path, shapes: &TableShapes) -> Result<ProbedTables, TableError> {
        Tables::open_all(directory, shapes).map(ProbedTables::of)
    }

    /// Opens the tables of a game in a directory, of layers 0 to `most`.
    ///
    /// # Errors
    /// An error if one is missing, foreign or truncated.
    pub fn open(
        directory: &Path,
        shapes: &TableShapes,
        most: u32,
    ) -> Result<ProbedTables, TableError> {
        Tables::open(directory, shapes, most).map(ProbedTables::of)
    }

    fn of(tables: Tables) -> ProbedTables {
        ProbedTables {
            tables,
            damaged: FirstError::default(),
        }
    }

    /// Returns the tables.
    pub fn tables(&self) -> &Tables {
        &self.tables
    }

    /// Returns the value of a position for its leader; `None` in layers without a table, and where it cannot be read.
    #[inline]
    pub fn probe(&self, layer: u32, rank: u64) -> Option<Value> {
        if layer > self.tables.highest_layer() {
            return None;
        }
        self.damaged.read(self.tables.probe(layer, rank))
    }

    /// Returns a whole layer in memory; `None` in layers without a table, and where it cannot be read.
    pub fn finished(&self, layer: u32) -> Option<FinishedLayer<Vec<u8>>> {
        let table = self.tables.tables().get(layer as usize)?;
        self.damaged.read(table.finished())
    }

    /// Returns the first error of reading a table, if there was one.
    pub fn damage(&self) -> Option<&TableError> {
        self.damaged.get()
    }

    /// Ends the use of the tables.
    ///
    /// # Errors
    /// The first error of reading a table.
    pub fn close(self) -> Result<(), TableError> {
        self.sound().map(drop)
    }

    /// Returns the tables, for further use, if no read has failed so far.
    ///
    /// # Errors
    /// The first error of reading a table.
    pub fn sound(mut self) -> Result<Self, TableError> {
        match self.damaged.0.take() {
            None => Ok(self),
            Some(error) => Err(error),
        }
    }
}

/// The value of every position of layers 0 to some layer: one to three bytes per position, as in [`FinishedLayer`].
///
/// A probe is one memory access, except for positions that depend on infinite play in a layer with few of them.
/// [`Tables`] take a fraction of the memory, and thousands of times as long for a position far from the last one.
pub struct UnpackedTables {
    layers: Vec<FinishedLayer<Vec<u8>>>,
}

impl UnpackedTables {
    /// Returns the number of bytes of memory that a layer takes.
    pub fn size(layer: &Header) -> u64 {
        layer.layout().size()
    }

    /// Unpacks the layers 0 to `most` on all threads.
    ///
    /// # Errors
    /// An error if a layer is not open or damaged, or if the memory cannot be allocated.
    pub fn new(tables: &Tables, most: u32) -> Result<UnpackedTables, TableError> {
        let layers = (0..=most).map(|layer| tables.layer(layer)?.finished());
        Ok(UnpackedTables {
            layers: layers.collect::<Result<_, TableError>>()?,
        })
    }

    /// Returns the highest layer.
    pub fn highest_layer(&self) -> u32 {
        self.layers.len() as u32 - 1
    }

    /// Returns the number of bytes of memory that the values take.
    pub fn bytes(&self) -> usize {
        self.layers.iter().map(FinishedLayer::bytes).sum()
    }

    /// Prefetches the values of a position.
    #[inline]
    pub fn prefetch(&self, layer: u32, rank: u64) {
        self.layers[layer as usize].prefetch(rank);
    }

    /// Returns the value of a position, for its own side to move (the leader). The layer and the position must exist.
    #[inline]
    pub fn probe(&self, layer: u32, rank: u64) -> Value {
        self.layers[layer as usize].get(rank)
    }
}
