//! Tables unpacked into memory, for searches that probe all the time.

use super::error::TableError;
use super::header::Header;
use super::probe::Tables;
use crate::Value;
use crate::retrograde::Finished;

/// The value of every position of layers 0 to some layer: one to three bytes a position, as [`Finished`] says.
///
/// A probe is one look at memory, but for a position in which infinite play matters in a layer in which it seldom does; [`Tables`] take a fraction of the memory, and
/// thousands of times as long for a position far from the last one.
pub struct Unpacked {
    layers: Vec<Finished<Vec<u8>>>,
}

impl Unpacked {
    /// The memory that a layer takes, in bytes.
    pub fn size(layer: &Header) -> u64 {
        layer.layout().size()
    }

    /// Unpacks the layers 0 to `most` on all threads.
    ///
    /// # Errors
    /// A layer is not open or damaged, or the memory cannot be allocated.
    pub fn new(tables: &Tables, most: u32) -> Result<Unpacked, TableError> {
        let layers = (0..=most).map(|layer| tables.layer(layer)?.finished());
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
        self.layers.iter().map(Finished::bytes).sum()
    }

    /// Prefetches the values of a position.
    #[inline]
    pub fn prefetch(&self, layer: u32, rank: u64) {
        self.layers[layer as usize].prefetch(rank);
    }

    /// The value of a position, for its own side to move (the leader). The layer and the
    /// position must exist.
    #[inline]
    pub fn probe(&self, layer: u32, rank: u64) -> Value {
        self.layers[layer as usize].get(rank)
    }
}
