//! The finished layers of one process: either its part of each in memory, or the tables on disk.

use sowlab_solvers::Value;
use sowlab_solvers::retrograde::FinishedLayer;
use sowlab_solvers::table::Table;

use crate::error::{ClusterError, at};
use crate::solve::Solved;
use crate::spread::{Spread, block_ranks};

/// Where finished layers lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Place {
    /// In memory, a byte a position and more
    Memory,
    /// On disk, in their tables: look-ups are sorted, and each block of a table is read once a step
    Disk,
}

/// The finished layers, from 0 on.
pub enum FinishedLayers {
    /// The values of this process's positions.
    Memory(Vec<FinishedLayer<Vec<u8>>>),
    /// The tables of all positions.
    Disk(Vec<Table>),
}

impl FinishedLayers {
    /// Creates an empty list.
    pub fn new(place: Place) -> FinishedLayers {
        match place {
            Place::Memory => FinishedLayers::Memory(Vec::new()),
            Place::Disk => FinishedLayers::Disk(Vec::new()),
        }
    }

    /// Returns the number of layers.
    pub fn count(&self) -> usize {
        match self {
            FinishedLayers::Memory(layers) => layers.len(),
            FinishedLayers::Disk(tables) => tables.len(),
        }
    }

    /// Returns this process's part of each layer in memory; empty if the layers are on disk.
    pub fn in_memory(&self) -> &[FinishedLayer<Vec<u8>>] {
        match self {
            FinishedLayers::Memory(layers) => layers,
            FinishedLayers::Disk(_) => &[],
        }
    }

    /// Returns the tables, if the layers are on disk.
    pub fn on_disk(&self) -> Option<&[Table]> {
        match self {
            FinishedLayers::Memory(_) => None,
            FinishedLayers::Disk(tables) => Some(tables),
        }
    }

    /// Adds the next layer from its table.
    ///
    /// # Errors
    /// The table is damaged.
    pub fn add(&mut self, table: Table, spread: Spread) -> Result<(), ClusterError> {
        match self {
            FinishedLayers::Memory(layers) => {
                let positions = table.header().positions;
                let mut values = Vec::new();
                for block in spread.blocks(positions) {
                    values.extend(table.values(block_ranks(block, positions))?);
                }
                layers.push(held(values.iter().copied())?);
            }
            FinishedLayers::Disk(tables) => tables.push(table),
        }
        Ok(())
    }

    /// Adds the next layer, which was just solved and whose table is written.
    ///
    /// # Errors
    /// None in memory.
    pub fn add_solved(&mut self, table: Table, solved: &Solved) -> Result<(), ClusterError> {
        match self {
            FinishedLayers::Memory(layers) => {
                let values = solved.values();
                let places = 0..solved.positions();
                layers.push(held(places.map(|place| values.get(place)))?);
            }
            FinishedLayers::Disk(tables) => tables.push(table),
        }
        Ok(())
    }
}

/// Returns the values of this process's positions, for the work on larger layers.
fn held(
    values: impl Iterator<Item = Value> + Clone,
) -> Result<FinishedLayer<Vec<u8>>, ClusterError> {
    FinishedLayer::from_values(values).map_err(at(std::path::Path::new("memory")))
}
