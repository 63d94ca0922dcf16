//! Files of a layer under work.
//!
//! The cells of a layer are a file mapped into memory, so the state of the work is on disk all the
//! time, at no cost of saving: after the process is killed the next one maps the file again and
//! goes on. A cell of zeros says that nothing is known and bounds only tighten, so any mixture of
//! older and newer pages (a power failure) is a valid state, too.

use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicU16;

use xxhash_rust::xxh3::xxh3_128;

use super::error::{TableError, at};
use super::map::{Mapped, MappedCells};

/// Bytes before the cells.
const HEADER: usize = 64;
const MAGIC: [u8; 8] = *b"SOWCELL2";

/// The cells of a layer, in a file that outlives the process until it is removed.
pub(super) struct WorkFile {
    path: PathBuf,
    map: MappedCells,
}

impl WorkFile {
    /// Opens the cells that an earlier process left, or makes new ones, all zeros. The room is
    /// taken from the disk at once, so that a full disk is an error here and not a crash later.
    pub(super) fn open(
        path: &Path,
        name: &str,
        layer: u32,
        positions: u64,
    ) -> Result<WorkFile, TableError> {
        let header = header(name, layer, positions);
        let resumed = resume(path, &header, positions).map_err(at(path))?;
        let file = match resumed {
            Some(file) => file,
            None => create(path, &header, positions)
                .inspect_err(|_| {
                    // The first error is the one to report.
                    let _ = fs::remove_file(path);
                })
                .map_err(at(path))?,
        };
        Ok(WorkFile {
            path: path.to_owned(),
            map: MappedCells::new(&file, HEADER).map_err(at(path))?,
        })
    }

    pub(super) fn cells(&self) -> &[AtomicU16] {
        self.map.cells()
    }

    /// Removes the cells of a layer whose table is there: the process that wrote it was killed
    /// before it could do so.
    pub(super) fn remove_stale(path: &Path) -> Result<(), TableError> {
        match fs::remove_file(path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(at(path)(error)),
            _ => Ok(()),
        }
    }

    pub(super) fn remove(self) -> Result<(), TableError> {
        fs::remove_file(&self.path).map_err(at(&self.path))
    }
}

fn header(name: &str, layer: u32, positions: u64) -> [u8; HEADER] {
    let mut header = [0; HEADER];
    header[..8].copy_from_slice(&MAGIC);
    header[8..24].copy_from_slice(&xxh3_128(name.as_bytes()).to_le_bytes());
    header[24..28].copy_from_slice(&layer.to_le_bytes());
    header[32..40].copy_from_slice(&positions.to_le_bytes());
    header
}

fn resume(path: &Path, header: &[u8; HEADER], positions: u64) -> io::Result<Option<File>> {
    let mut file = match File::options().read(true).write(true).open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
    };
    if file.metadata()?.len() != HEADER as u64 + 2 * positions {
        return Ok(None);
    }
    let mut found = [0; HEADER];
    file.read_exact(&mut found)?;
    Ok((found == *header).then_some(file))
}

fn create(path: &Path, header: &[u8; HEADER], positions: u64) -> io::Result<File> {
    let mut file = File::options()
        .read(true)
        .write(true)
        .create(true)
        .truncate(true)
        .open(path)?;
    file.write_all(header)?;
    write_zeros(&mut file, 2 * positions)?;
    Ok(file)
}

fn write_zeros(file: &mut File, bytes: u64) -> io::Result<()> {
    let mut writer = BufWriter::with_capacity(1 << 20, file);
    io::copy(&mut io::repeat(0).take(bytes), &mut writer)?;
    writer.flush()
}

/// Cells in a file without a name, which is gone with the process.
pub(super) fn scratch_cells(directory: &Path, positions: u64) -> Result<MappedCells, TableError> {
    let make = || {
        let mut file = tempfile::tempfile_in(directory)?;
        write_zeros(&mut file, 2 * positions)?;
        MappedCells::new(&file, 0)
    };
    make().map_err(at(directory))
}

/// Writes a file without a name, which is gone with the process, and maps it.
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
