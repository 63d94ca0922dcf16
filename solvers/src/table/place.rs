//! The place of a game's tables.

use std::path::PathBuf;
use std::sync::Arc;

use super::directory::Directory;
use super::error::TableError;
use super::published::PublishedFiles;
use super::reader::Table;
use super::shapes::TableShapes;
use crate::Monitor;

/// The place of a game's tables: a directory of this machine, or a published set.
#[derive(Clone)]
pub enum TablePlace {
    /// A directory.
    Directory(PathBuf),
    /// Files of another machine.
    Published(Arc<dyn PublishedFiles>),
}

impl TablePlace {
    /// Opens the table of a layer of the game with these shapes.
    ///
    /// # Errors
    /// The errors of [`Table::open`] or [`Table::open_published`].
    pub fn open(
        &self,
        shapes: &TableShapes,
        layer: u32,
        monitor: &dyn Monitor,
    ) -> Result<Table, TableError> {
        match self {
            TablePlace::Directory(path) => Directory::new(path, shapes.name()).open(shapes, layer),
            TablePlace::Published(files) => Table::open_published(files, shapes, layer, monitor),
        }
    }
}

impl From<PathBuf> for TablePlace {
    fn from(path: PathBuf) -> TablePlace {
        TablePlace::Directory(path)
    }
}
