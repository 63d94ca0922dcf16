//! Memory for a layer in progress.

use std::path::{Path, PathBuf};

use super::error::TableError;
use super::map::{MappedBytes, MappedCells};

/// The destination of a layer.
pub(super) type ScratchWriter = Vec<u8>;

/// Allocates cells, all zeros.
pub(super) fn scratch_cells(_: &Path, positions: u64) -> Result<MappedCells, TableError> {
    let cells = usize::try_from(positions)
        .ok()
        .and_then(MappedCells::zeroed);
    cells.ok_or(TableError::NoMemory(2 * positions))
}

/// Returns the directory itself: it takes no files.
pub(super) fn writable(directory: &Path) -> Result<PathBuf, TableError> {
    Ok(directory.to_owned())
}

/// Writes `bytes` bytes.
pub(super) fn scratch_bytes(
    _: &Path,
    bytes: u64,
    write: impl FnOnce(ScratchWriter) -> Result<ScratchWriter, TableError>,
) -> Result<MappedBytes, TableError> {
    let mut memory = Vec::new();
    let size = usize::try_from(bytes).ok();
    let reserved = size.and_then(|size| memory.try_reserve_exact(size).ok());
    reserved.ok_or(TableError::NoMemory(bytes))?;
    write(memory).map(MappedBytes::from)
}
