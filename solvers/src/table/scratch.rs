//! Memory for a layer in progress: large pages where there is enough, otherwise files without a name, which the system
//! may drop from memory. Both are removed with the process.

use std::fs::File;
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use super::error::{TableError, error_at};
use super::map::{AnonymousMemory, MappedBytes, MappedCells};
use crate::room::room_for;

/// The number of bytes below which large pages make no difference.
const LEAST: u64 = 32 << 20;

fn write_zeros(file: &mut File, bytes: u64) -> io::Result<()> {
    let mut writer = BufWriter::with_capacity(1 << 20, file);
    io::copy(&mut io::repeat(0).take(bytes), &mut writer)?;
    writer.flush()
}

/// Allocates cells, all zeros. The disk space of a file is reserved at once, so that a full disk is an error here and
/// not a crash later.
pub(super) fn scratch_cells(directory: &Path, positions: u64) -> Result<MappedCells, TableError> {
    if let Some(memory) = memory_of(2 * positions) {
        return Ok(MappedCells::in_memory(memory));
    }
    let make = || {
        let mut file = tempfile::tempfile_in(directory)?;
        write_zeros(&mut file, 2 * positions)?;
        MappedCells::new(&file)
    };
    make().map_err(error_at(directory))
}

/// Returns a directory for temporary files of work that only reads tables. It is the tables' own, or the temporary
/// directory if that cannot be written.
///
/// # Errors
/// An error if neither can be written.
pub(super) fn writable(directory: &Path) -> Result<PathBuf, TableError> {
    use io::ErrorKind::{PermissionDenied, ReadOnlyFilesystem};
    match tempfile::tempfile_in(directory) {
        Err(error) if matches!(error.kind(), PermissionDenied | ReadOnlyFilesystem) => {}
        _ => return Ok(directory.to_owned()),
    }
    let path = std::env::temp_dir();
    match tempfile::tempfile_in(&path) {
        Ok(_) => Ok(path),
        Err(error) => Err(TableError::Temporary {
            path,
            source: error.kind().into(),
        }),
    }
}

/// Allocates `bytes` bytes of memory, all zeros, if there is enough.
fn memory_of(bytes: u64) -> Option<AnonymousMemory> {
    if bytes < LEAST || !room_for(bytes) {
        return None;
    }
    AnonymousMemory::new(usize::try_from(bytes).ok()?).ok()
}

/// The destination of a layer.
pub(super) enum ScratchWriter {
    /// A file without a name.
    File(BufWriter<File>),
    /// Memory, and the number of bytes written to it.
    AnonymousMemory(AnonymousMemory, usize),
}

impl Write for ScratchWriter {
    #[inline(always)]
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            ScratchWriter::File(file) => file.write(bytes),
            ScratchWriter::AnonymousMemory(memory, written) => {
                let count = (&mut memory.bytes_mut()[*written..]).write(bytes)?;
                *written += count;
                Ok(count)
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            ScratchWriter::File(file) => file.flush(),
            ScratchWriter::AnonymousMemory(..) => Ok(()),
        }
    }
}

/// Writes `bytes` bytes and maps them.
pub(super) fn scratch_bytes(
    directory: &Path,
    bytes: u64,
    write: impl FnOnce(ScratchWriter) -> Result<ScratchWriter, TableError>,
) -> Result<MappedBytes, TableError> {
    let writer = match memory_of(bytes) {
        Some(memory) => ScratchWriter::AnonymousMemory(memory, 0),
        None => {
            let file = tempfile::tempfile_in(directory).map_err(error_at(directory))?;
            ScratchWriter::File(BufWriter::with_capacity(1 << 20, file))
        }
    };
    let mapped = match write(writer)? {
        ScratchWriter::File(writer) => writer
            .into_inner()
            .map_err(io::IntoInnerError::into_error)
            .and_then(|file| MappedBytes::new(&file)),
        ScratchWriter::AnonymousMemory(memory, _) => memory.read_only(),
    };
    mapped.map_err(error_at(directory))
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::Ordering;

    use super::*;

    #[test]
    fn memory_keeps_what_is_written_and_no_more() {
        let bytes: Vec<u8> = (0..10_000u32).map(|number| number as u8).collect();
        let mut writer =
            ScratchWriter::AnonymousMemory(AnonymousMemory::new(bytes.len()).unwrap(), 0);
        for part in bytes.chunks(777) {
            writer.write_all(part).unwrap();
        }
        assert!(writer.write_all(&[1]).is_err());
        let ScratchWriter::AnonymousMemory(memory, _) = writer else {
            unreachable!("it was memory");
        };
        assert_eq!(memory.read_only().unwrap().as_ref(), bytes);
    }

    #[test]
    fn cells_are_zeros_in_files_and_in_memory() {
        let folder = tempfile::tempdir().unwrap();
        for cells in [
            scratch_cells(folder.path(), 1000).unwrap(),
            MappedCells::in_memory(AnonymousMemory::new(2000).unwrap()),
        ] {
            assert_eq!(cells.cells().len(), 1000);
            cells.cells()[999].store(7, Ordering::Relaxed);
            let sum: u16 = cells
                .cells()
                .iter()
                .map(|cell| cell.load(Ordering::Relaxed))
                .sum();
            assert_eq!(sum, 7);
        }
    }
}
