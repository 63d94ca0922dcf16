//! The bytes of tables, and the cells of a layer in progress.

use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicU16;

use super::stored::stored;
use crate::memory::zeroed;

/// Bytes that are no longer written.
pub(super) struct MappedBytes(Arc<Vec<u8>>);

impl MappedBytes {
    pub(super) fn open(path: &Path) -> io::Result<MappedBytes> {
        stored(path).map(MappedBytes)
    }
}

impl From<Vec<u8>> for MappedBytes {
    fn from(bytes: Vec<u8>) -> MappedBytes {
        MappedBytes(Arc::new(bytes))
    }
}

impl AsRef<[u8]> for MappedBytes {
    #[inline(always)]
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

/// Returns whether there is a table of this path.
pub(super) fn exists(path: &Path) -> bool {
    stored(path).is_ok()
}

/// The cells of a layer.
pub(super) struct MappedCells(Box<[AtomicU16]>);

impl MappedCells {
    /// Allocates cells, all zeros; `None` if the memory is not available.
    pub(super) fn zeroed(cells: usize) -> Option<MappedCells> {
        zeroed(cells).map(MappedCells)
    }

    pub(super) fn cells(&self) -> &[AtomicU16] {
        &self.0
    }
}
