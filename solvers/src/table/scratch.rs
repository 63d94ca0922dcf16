//! Memory for a layer under work: files without a name, which are gone with the process.

use std::fs::File;
use std::io::{self, BufWriter, Read, Write};
use std::path::Path;

use super::error::{TableError, at};
use super::map::{Mapped, MappedCells};

fn write_zeros(file: &mut File, bytes: u64) -> io::Result<()> {
    let mut writer = BufWriter::with_capacity(1 << 20, file);
    io::copy(&mut io::repeat(0).take(bytes), &mut writer)?;
    writer.flush()
}

/// Cells, all zeros. The room is taken from the disk at once, so that a full disk is an error here
/// and not a crash later.
pub(super) fn scratch_cells(directory: &Path, positions: u64) -> Result<MappedCells, TableError> {
    let make = || {
        let mut file = tempfile::tempfile_in(directory)?;
        write_zeros(&mut file, 2 * positions)?;
        MappedCells::new(&file)
    };
    make().map_err(at(directory))
}

/// Writes a file and maps it.
pub(super) fn scratch_bytes(
    directory: &Path,
    write: impl FnOnce(BufWriter<File>) -> Result<BufWriter<File>, TableError>,
) -> Result<Mapped, TableError> {
    let file = tempfile::tempfile_in(directory).map_err(at(directory))?;
    let writer = write(BufWriter::with_capacity(1 << 20, file))?;
    let file = writer
        .into_inner()
        .map_err(|error| at(directory)(error.into_error()))?;
    Mapped::new(&file).map_err(at(directory))
}
