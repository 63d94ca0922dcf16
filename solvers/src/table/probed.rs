//! Tables for searches, which cannot stop at every look-up that fails.

use std::path::Path;
use std::sync::OnceLock;

use super::{TableError, TableShapes, Tables};
use crate::Value;
use crate::retrograde::Finished;

/// Tables that know nothing of what cannot be read, and keep the first error for when the work is
/// done: what was found without is right all the same, but took longer.
pub struct ProbedTables {
    tables: Tables,
    damaged: OnceLock<TableError>,
}

impl ProbedTables {
    /// All tables of a game that are in a directory.
    ///
    /// # Errors
    /// There are none, or one is missing, foreign or cut off.
    pub fn open_all(directory: &Path, shapes: &TableShapes) -> Result<ProbedTables, TableError> {
        Tables::open_all(directory, shapes).map(ProbedTables::of)
    }

    /// The tables of a game in a directory, of layers 0 to `most`.
    ///
    /// # Errors
    /// One is missing, foreign or cut off.
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
            damaged: OnceLock::new(),
        }
    }

    /// The tables.
    pub fn tables(&self) -> &Tables {
        &self.tables
    }

    /// The value of a position for its leader; `None` in layers without a table, and where one cannot
    /// be read.
    #[inline]
    pub fn probe(&self, layer: u32, rank: u64) -> Option<Value> {
        if layer > self.tables.most() {
            return None;
        }
        match self.tables.probe(layer, rank) {
            Ok(value) => Some(value),
            Err(error) => {
                // The first one is reported.
                let _ = self.damaged.set(error);
                None
            }
        }
    }

    /// A whole layer in memory; `None` in layers without a table, and where one cannot be read.
    pub fn finished(&self, layer: u32) -> Option<Finished<Vec<u8>>> {
        let table = self.tables.tables().get(layer as usize)?;
        match table.finished() {
            Ok(finished) => Some(finished),
            Err(error) => {
                // The first one is reported.
                let _ = self.damaged.set(error);
                None
            }
        }
    }

    /// The first table that could not be read, if one could not.
    pub fn damage(&self) -> Option<&TableError> {
        self.damaged.get()
    }

    /// Ends the use of the tables.
    ///
    /// # Errors
    /// The first table that could not be read.
    pub fn close(self) -> Result<(), TableError> {
        self.sound().map(drop)
    }

    /// Returns the tables, for further use, if each could be read so far.
    ///
    /// # Errors
    /// The first table that could not be read.
    pub fn sound(mut self) -> Result<Self, TableError> {
        match self.damaged.take() {
            None => Ok(self),
            Some(error) => Err(error),
        }
    }
}
