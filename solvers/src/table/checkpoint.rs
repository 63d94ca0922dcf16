//! Checkpoints of a layer in progress.
//!
//! Cells are in memory or in a file without a name; a killed process leaves only its last checkpoint. Each block has a
//! checksum that also binds the rules, the layer and the index of the block. A block that does not match is dropped,
//! and its cells are computed again. Bounds only tighten, so that blocks of different ages together are a valid state
//! of the work.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU16, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use xxhash_rust::xxh3::{xxh3_64_with_seed, xxh3_128};

use super::error::{TableError, error_at};
use crate::{Monitor, Switched};
use sowlab_base::files::{OutputFile, Partial, begins_with, open_unlinked, remove_regular};

const MAGIC: [u8; 8] = *b"SOWCELL3";
/// The start of checkpoints of all versions.
pub(super) const OURS: &[u8] = b"SOWCELL";
/// The number of bytes before the first block.
const HEADER: usize = 64;
/// The number of cells of a block.
const BLOCK: usize = 1 << 16;
/// The number of bytes of a checksum, at the end of each block.
const CHECKSUM: usize = 8;

/// A file with the cells of a layer, as they were when it was last saved.
pub(super) struct Checkpoint {
    path: PathBuf,
    header: [u8; HEADER],
    /// The file, once it was saved, and the checksum of each block in it.
    saved: Option<(OutputFile, Vec<Option<u64>>)>,
}

impl Checkpoint {
    /// Creates the checkpoint of this layer, whose file may not exist yet.
    pub(super) fn new(path: PathBuf, name: &str, layer: u32, positions: u64) -> Checkpoint {
        let mut header = [0; HEADER];
        header[..8].copy_from_slice(&MAGIC);
        header[8..24].copy_from_slice(&xxh3_128(name.as_bytes()).to_le_bytes());
        header[24..28].copy_from_slice(&layer.to_le_bytes());
        header[32..40].copy_from_slice(&positions.to_le_bytes());
        Checkpoint {
            path,
            header,
            saved: None,
        }
    }

    /// Fills the cells, which must be zero, from the blocks of the file that match their checksums and all of whose
    /// cells are `possible`. A checkpoint of another layer or game remains until [`save`](Self::save) replaces it.
    ///
    /// # Errors
    /// An error if the file exists and cannot be read, or is a link.
    pub(super) fn restore(
        &self,
        cells: &[AtomicU16],
        possible: impl Fn(u16) -> bool,
    ) -> Result<(), TableError> {
        let mut file = match open_unlinked(&self.path, File::options().read(true)) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            Err(error) => return Err(error_at(&self.path)(error)),
        };
        let mut found = Vec::new();
        let header = Read::by_ref(&mut file)
            .take(HEADER as u64)
            .read_to_end(&mut found);
        header.map_err(error_at(&self.path))?;
        if found != self.header {
            return Ok(());
        }
        for (number, cells) in cells.chunks(BLOCK).enumerate() {
            let mut bytes = vec![0; 2 * cells.len() + CHECKSUM];
            match file.read_exact(&mut bytes) {
                Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => break,
                read => read.map_err(error_at(&self.path))?,
            }
            let (block, checksum) = bytes.split_at(2 * cells.len());
            if checksum != self.checksum(number, block).to_le_bytes() {
                continue;
            }
            let words = || {
                let pairs = block.as_chunks::<2>().0.iter();
                pairs.map(|&pair| u16::from_le_bytes(pair))
            };
            if words().all(&possible) {
                for (cell, word) in cells.iter().zip(words()) {
                    cell.store(word, Ordering::Relaxed);
                }
            }
        }
        Ok(())
    }

    /// Writes the blocks that changed since the last call. Other threads may tighten cells meanwhile.
    ///
    /// # Errors
    /// The errors of the operating system, for example a full disk.
    pub(super) fn save(&mut self, cells: &[AtomicU16]) -> Result<(), TableError> {
        self.write(cells).map_err(error_at(&self.path))
    }

    fn write(&mut self, cells: &[AtomicU16]) -> io::Result<()> {
        let (mut file, mut sums) = match self.saved.take() {
            Some(saved) => saved,
            None => (self.open()?, vec![None; cells.len().div_ceil(BLOCK)]),
        };
        let mut bytes = Vec::with_capacity(2 * BLOCK + CHECKSUM);
        for (number, (cells, sum)) in cells.chunks(BLOCK).zip(&mut sums).enumerate() {
            bytes.clear();
            let words = cells.iter().map(|cell| cell.load(Ordering::Relaxed));
            bytes.extend(words.flat_map(u16::to_le_bytes));
            let checksum = self.checksum(number, &bytes);
            if *sum == Some(checksum) {
                continue;
            }
            bytes.extend(checksum.to_le_bytes());
            let place = HEADER + number * (2 * BLOCK + CHECKSUM);
            file.seek(SeekFrom::Start(place as u64))?;
            file.write_all(&bytes)?;
            *sum = Some(checksum);
        }
        self.saved = Some((file, sums));
        Ok(())
    }

    /// Opens the file for writing. Blocks of an earlier process stay until newer ones replace them.
    ///
    /// # Errors
    /// The errors of the operating system, and an error if a file of this name is not a checkpoint.
    fn open(&self) -> io::Result<OutputFile> {
        match begins_with(&self.path, &self.header) {
            Ok(true) => {
                let mut options = File::options();
                Ok(open_unlinked(&self.path, options.read(true).write(true))?.into())
            }
            _ => {
                let mut partial = Partial::create_ours(&self.path, OURS)?;
                partial.file().write_all(&self.header)?;
                partial.commit()
            }
        }
    }

    fn checksum(&self, block: usize, bytes: &[u8]) -> u64 {
        let seed = xxh3_64_with_seed(&self.header, block as u64);
        xxh3_64_with_seed(bytes, seed)
    }

    /// Runs `work` on the cells, and saves them at intervals of `every` and after a cancellation.
    ///
    /// # Errors
    /// The errors of the work, or of saving, which ends the work.
    pub(super) fn saving<R, E: Into<TableError>>(
        &mut self,
        cells: &[AtomicU16],
        every: Duration,
        monitor: &dyn Monitor,
        work: impl FnOnce(&dyn Monitor) -> Result<R, E>,
    ) -> Result<R, TableError> {
        let watched = Switched::new(monitor);
        let (result, saved) = std::thread::scope(|threads| {
            let (done, is_done) = mpsc::channel::<()>();
            let (this, watched) = (&mut *self, &watched);
            let saver = threads.spawn(move || {
                while is_done.recv_timeout(every) == Err(RecvTimeoutError::Timeout) {
                    if let Err(error) = this.save(cells) {
                        watched.stop();
                        return Err(error);
                    }
                }
                Ok(())
            });
            let result = work(watched).map_err(E::into);
            drop(done);
            let saved = saver.join().expect("nothing panics while saving");
            (result, saved)
        });
        saved?;
        if matches!(result, Err(TableError::Cancelled(_))) {
            self.save(cells)?;
        }
        result
    }

    /// Removes a checkpoint that is no longer needed. A file of this name that is not a checkpoint stays.
    ///
    /// # Errors
    /// An error if the checkpoint cannot be removed.
    pub(super) fn remove(path: &Path) -> Result<(), TableError> {
        match begins_with(path, OURS) {
            Ok(true) => remove_regular(path).map_err(error_at(path)),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    const CELLS: usize = 2 * BLOCK + 1000;

    fn cells(word: impl Fn(usize) -> u16) -> Vec<AtomicU16> {
        (0..CELLS).map(|at| AtomicU16::new(word(at))).collect()
    }

    fn restored(path: &Path, name: &str) -> Vec<u16> {
        let cells = cells(|_| 0);
        let checkpoint = Checkpoint::new(path.to_owned(), name, 9, CELLS as u64);
        checkpoint.restore(&cells, |word| word < 0xff00).unwrap();
        cells
            .iter()
            .map(|cell| cell.load(Ordering::Relaxed))
            .collect()
    }

    #[test]
    fn every_flipped_bit_costs_its_block_and_nothing_else() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("a.work");
        let word = |at: usize| (at % 0xff00) as u16;
        let mut checkpoint = Checkpoint::new(path.clone(), "a game", 9, CELLS as u64);
        checkpoint.save(&cells(|_| 1)).unwrap();
        checkpoint.save(&cells(word)).unwrap();
        let right: Vec<u16> = (0..CELLS).map(word).collect();
        assert_eq!(restored(&path, "a game"), right);
        assert_eq!(restored(&path, "another game"), vec![0; CELLS]);

        let whole = fs::read(&path).unwrap();
        for at in (0..whole.len()).step_by(12_345) {
            let mut damaged = whole.clone();
            damaged[at] ^= 1 << (at % 8);
            fs::write(&path, &damaged).unwrap();
            let found = restored(&path, "a game");
            for (block, (found, right)) in found.chunks(BLOCK).zip(right.chunks(BLOCK)).enumerate()
            {
                let hit = at < HEADER || (at - HEADER) / (2 * BLOCK + CHECKSUM) == block;
                match hit {
                    true => assert!(found.iter().all(|&word| word == 0), "byte {at}"),
                    false => assert_eq!(found, right, "byte {at}"),
                }
            }
        }
        for length in [0, 5, HEADER, HEADER + 17, whole.len() - 1] {
            fs::write(&path, &whole[..length]).unwrap();
            let found = restored(&path, "a game");
            assert!(found[2 * BLOCK..].iter().all(|&word| word == 0));
        }
    }

    #[test]
    fn cells_that_cannot_be_are_not_believed() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("a.work");
        let mut checkpoint = Checkpoint::new(path.clone(), "a game", 9, CELLS as u64);
        let last = |at: usize| if at == CELLS - 1 { 0xffff } else { 7 };
        checkpoint.save(&cells(last)).unwrap();
        let found = restored(&path, "a game");
        assert!(found[..2 * BLOCK].iter().all(|&word| word == 7));
        assert!(found[2 * BLOCK..].iter().all(|&word| word == 0));
    }

    #[test]
    fn a_file_of_somebody_else_stays() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("a.work");
        let mut checkpoint = Checkpoint::new(path.clone(), "a game", 9, CELLS as u64);
        fs::write(&path, "precious").unwrap();
        assert!(checkpoint.save(&cells(|_| 1)).is_err());
        Checkpoint::remove(&path).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "precious");
        fs::remove_file(&path).unwrap();
        // A checkpoint of another game belongs to this program.
        let mut other = Checkpoint::new(path.clone(), "another game", 9, CELLS as u64);
        other.save(&cells(|_| 2)).unwrap();
        checkpoint.save(&cells(|_| 1)).unwrap();
        assert_eq!(restored(&path, "a game"), vec![1; CELLS]);
        Checkpoint::remove(&path).unwrap();
        assert!(!path.exists());
    }
}
