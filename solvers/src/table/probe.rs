//! Probing: the values of single positions, with a small cache of unpacked blocks.

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use super::directory::Directory;
use super::error::TableError;
use super::reader::{Block, Table};
use super::shapes::TableShapes;
use crate::Value;

/// Unpacked blocks kept, a power of two: 16 to 64 KiB each.
const SLOTS: usize = 512;

/// The open tables of layers 0 to some layer, for probing from any number of threads.
///
/// A probe whose block is in the cache costs a lock and a look-up; another one unpacks a block.
pub struct Tables {
    /// The lowest layer that is open.
    first: u32,
    tables: Vec<Table>,
    /// A block can only be in the slot that its number gives: nothing to search, nothing to move.
    slots: Box<[Mutex<Option<Cached>>]>,
}

struct Cached {
    layer: u32,
    block: usize,
    unpacked: Arc<Block>,
}

impl Tables {
    /// Opens the tables of layers 0 to `most` of the game with these shapes.
    ///
    /// # Errors
    /// One of them is missing, foreign or cut off, or has another number of positions.
    pub fn open(path: &Path, shapes: &TableShapes, most: u32) -> Result<Tables, TableError> {
        let directory = Directory::new(path, shapes.name());
        let tables = (0..=most)
            .map(|layer| directory.open(shapes, layer))
            .collect::<Result<Vec<Table>, TableError>>()?;
        Ok(Tables::of(tables))
    }

    /// Opens all layers that are there from layer 0 on, without a gap.
    ///
    /// # Errors
    /// Layer 0 is missing, or a table is foreign or cut off, or has another number of positions.
    pub fn open_all(path: &Path, shapes: &TableShapes) -> Result<Tables, TableError> {
        let directory = Directory::new(path, shapes.name());
        let mut tables = vec![directory.open(shapes, 0)?];
        let mut layer = 1;
        while shapes.layer(layer).is_some() && directory.table_path(layer).exists() {
            tables.push(directory.open(shapes, layer)?);
            layer += 1;
        }
        Ok(Tables::of(tables))
    }

    /// Opens the table of a single layer.
    ///
    /// # Errors
    /// It is missing, foreign or cut off, or has another number of positions.
    pub fn open_layer(path: &Path, shapes: &TableShapes, layer: u32) -> Result<Tables, TableError> {
        Ok(Tables {
            first: layer,
            ..Tables::of(vec![
                Directory::new(path, shapes.name()).open(shapes, layer)?,
            ])
        })
    }

    fn of(tables: Vec<Table>) -> Tables {
        Tables {
            first: 0,
            tables,
            slots: (0..SLOTS).map(|_| Mutex::new(None)).collect(),
        }
    }

    /// The highest layer that is open.
    pub fn most(&self) -> u32 {
        self.first + self.tables.len() as u32 - 1
    }

    /// The open tables, by layer.
    pub fn tables(&self) -> &[Table] {
        &self.tables
    }

    /// The table of a layer.
    ///
    /// # Errors
    /// The layer is not open.
    pub(super) fn layer(&self, layer: u32) -> Result<&Table, TableError> {
        let place = layer.checked_sub(self.first);
        place
            .and_then(|place| self.tables.get(place as usize))
            .ok_or_else(|| TableError::NoLayer {
                layer,
                least: self.first,
                most: self.most(),
            })
    }

    /// The value of a position, for its own side to move (the leader).
    ///
    /// # Errors
    /// The layer is not open, has no such position, or its table is damaged there.
    pub fn probe(&self, layer: u32, rank: u64) -> Result<Value, TableError> {
        let table = self.layer(layer)?;
        let (block, at) = table.locate(rank)?;
        let number = block.wrapping_add((layer as usize).wrapping_mul(0x9e37_79b9));
        // What a thread that panicked left in a slot is a whole entry all the same.
        let mut slot = self.slots[number % SLOTS]
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let cached = match &*slot {
            Some(cached) if cached.layer == layer && cached.block == block => {
                Arc::clone(&cached.unpacked)
            }
            _ => {
                let unpacked = Arc::new(table.unpack(block)?);
                *slot = Some(Cached {
                    layer,
                    block,
                    unpacked: Arc::clone(&unpacked),
                });
                unpacked
            }
        };
        drop(slot);
        Ok(cached.get(at))
    }
}
