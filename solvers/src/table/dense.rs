//! Tables unpacked into memory, for searches that probe all the time.

use rayon::prelude::*;

use super::error::TableError;
use super::probe::Tables;
use crate::memory::{prefer_large_pages, prefetch};

/// `lower` and `upper` of every position of layers 0 to some layer, two bytes a position.
///
/// A probe is one look at memory; [`Tables`] take a fraction of the memory, and thousands of times
/// as long for a position far from the last one.
pub struct Unpacked {
    layers: Vec<Box<[[i8; 2]]>>,
}

impl Unpacked {
    /// The memory of one position.
    pub const BYTES_PER_POSITION: usize = 2;

    /// Unpacks the layers 0 to `most` on all threads.
    ///
    /// # Errors
    /// A layer is not open or damaged, or the memory cannot be allocated.
    pub fn new(tables: &Tables, most: u32) -> Result<Unpacked, TableError> {
        let layers = (0..=most).map(|layer| {
            let table = tables.layer(layer)?;
            let positions = table.header().positions as usize;
            let block = table.header().block as usize;
            let mut values = Vec::new();
            values.try_reserve_exact(positions).map_err(|_| {
                TableError::NoMemory((Unpacked::BYTES_PER_POSITION * positions) as u64)
            })?;
            prefer_large_pages(values.spare_capacity_mut());
            values.resize(positions, [0; 2]);
            values
                .par_chunks_mut(block)
                .enumerate()
                .try_for_each(|(number, chunk)| {
                    let unpacked = table.unpack(number)?;
                    for (cell, value) in chunk.iter_mut().zip(unpacked.values()) {
                        *cell = [value.lower as i8, value.upper as i8];
                    }
                    Ok::<(), TableError>(())
                })?;
            Ok(values.into_boxed_slice())
        });
        Ok(Unpacked {
            layers: layers.collect::<Result<_, TableError>>()?,
        })
    }

    /// The highest layer.
    pub fn most(&self) -> u32 {
        self.layers.len() as u32 - 1
    }

    /// The memory taken by the values, in bytes.
    pub fn bytes(&self) -> usize {
        let positions: usize = self.layers.iter().map(|layer| layer.len()).sum();
        Unpacked::BYTES_PER_POSITION * positions
    }

    /// Prefetches the values of a position.
    #[inline]
    pub fn prefetch(&self, layer: u32, rank: u64) {
        prefetch(&self.layers[layer as usize][rank as usize]);
    }

    /// `lower` and `upper` of a position, for its own side to move (the leader). The layer and the
    /// position must exist.
    #[inline]
    pub fn probe(&self, layer: u32, rank: u64) -> (i32, i32) {
        let [lower, upper] = self.layers[layer as usize][rank as usize];
        (lower.into(), upper.into())
    }
}
