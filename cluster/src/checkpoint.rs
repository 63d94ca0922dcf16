//! The bounds of the current layer on disk, block by block with checksums, so that a run with another number of
//! processes can resume.
//!
//! Every process writes one file. A block is a number, the bounds of its positions, and a checksum of both and of the
//! game, the layer and the margin kind. Bounds only tighten, and any mixture of older and newer ones is a valid state
//! of the work. So the files need not be from the same moment, and a block may be in several of them. A block that does
//! not match its checksum is ignored and computed again.

use std::fs::{self, File};
use std::io::{BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use sowlab_base::files::{Partial, begins_with, open_unlinked, remove_regular};
use sowlab_solvers::retrograde::MarginKind;
use sowlab_solvers::table::{BLOCK, Directory};
use xxhash_rust::xxh3::{xxh3_64, xxh3_64_with_seed};

use crate::error::{ClusterError, at};
use crate::part::{OwnedPart, packed, unpacked};
use crate::spread::Spread;

const MAGIC: [u8; 12] = *b"SOWPART\x01\0\0\0\0";
const SUFFIX: &str = ".cells";

/// The location of checkpoints, and the interval between them.
pub struct Checkpoint {
    directory: Directory,
    spread: Spread,
    every: Duration,
}

impl Checkpoint {
    /// Creates checkpoints beside these tables; each process writes one when `every` has passed since its last one.
    pub fn new(directory: Directory, spread: Spread, every: Duration) -> Checkpoint {
        Checkpoint {
            directory,
            spread,
            every,
        }
    }

    /// Returns the checkpoint of one layer and margin kind, whose margins have this bound.
    pub fn of(&self, layer: u32, kind: MarginKind, bound: i16) -> Saving {
        let (process, processes) = (self.spread.process() + 1, self.spread.processes());
        let own = format!("{}.{process}-of-{processes}{SUFFIX}", kind.name());
        let of = format!("{} {layer} {}", self.directory.name(), kind.name());
        Saving {
            own: self.directory.table_path(layer).with_extension(own),
            start: self.start(layer, kind),
            every: self.every,
            seed: xxh3_64(of.as_bytes()),
            bound,
            saved: Instant::now(),
            written: false,
        }
    }

    /// Returns the common prefix of the names of all files of one layer and margin kind.
    fn start(&self, layer: u32, kind: MarginKind) -> PathBuf {
        let start = format!("{}.", kind.name());
        self.directory.table_path(layer).with_extension(start)
    }

    /// Removes the files of all processes for a layer, once its table exists, including unfinished files of killed
    /// processes.
    ///
    /// # Errors
    /// The system returns an error.
    pub fn remove(&self, layer: u32) -> Result<(), ClusterError> {
        for kind in [MarginKind::Ends, MarginKind::Zero] {
            let start = self.start(layer, kind);
            let name = start.file_name().unwrap_or_default().to_string_lossy();
            let hidden = start.with_file_name(format!(".{name}"));
            let unfinished = found(&hidden, ".tmp")?;
            for path in found(&start, SUFFIX)?.into_iter().chain(unfinished) {
                // Other programs' files may have such names.
                if begins_with(&path, &MAGIC).unwrap_or(false) {
                    remove_regular(&path).map_err(at(&path))?;
                }
            }
        }
        Ok(())
    }
}

/// Returns the files whose names have this start and end, from any process.
fn found(start: &Path, end: &str) -> Result<Vec<PathBuf>, ClusterError> {
    let folder = start.parent().unwrap_or(Path::new("."));
    let name = start.file_name().unwrap_or_default().to_string_lossy();
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).map_err(at(folder))? {
        let entry = entry.map_err(at(folder))?;
        let file = entry.file_name().to_string_lossy().into_owned();
        if file.starts_with(&*name) && file.ends_with(end) {
            files.push(entry.path());
        }
    }
    files.sort();
    Ok(files)
}

/// The checkpoint file of one process for a layer.
pub struct Saving {
    /// The file of this process.
    own: PathBuf,
    /// The common prefix of the names of all files.
    start: PathBuf,
    every: Duration,
    seed: u64,
    bound: i16,
    saved: Instant,
    written: bool,
}

impl Saving {
    /// Restores the bounds that any process of an earlier run saved for the positions of this one.
    ///
    /// # Errors
    /// A file cannot be read. Damaged blocks are ignored.
    pub fn restore(&self, part: OwnedPart<'_>) -> Result<(), ClusterError> {
        for path in found(&self.start, SUFFIX)? {
            let file = open_unlinked(&path, File::options().read(true));
            let mut file = BufReader::new(file.map_err(at(&path))?);
            let mut magic = [0; MAGIC.len()];
            if file.read_exact(&mut magic).is_err() || magic != MAGIC {
                continue;
            }
            let mut head = [0; 12];
            // A file that ends early was cut off.
            while file.read_exact(&mut head).is_ok() {
                let [number, positions] = numbers(&head);
                let mut rest = vec![0; 2 * positions.min(BLOCK.into()) as usize + 8];
                if positions > BLOCK.into() || file.read_exact(&mut rest).is_err() {
                    break;
                }
                let (cells, checksum) = rest.split_at(rest.len() - 8);
                if self.checksum(&head, cells).to_le_bytes() == checksum {
                    self.tighten(part, number, cells);
                }
            }
        }
        Ok(())
    }

    /// Tightens the bounds of a block, if this process owns it.
    fn tighten(&self, part: OwnedPart<'_>, number: u64, cells: &[u8]) {
        if part.spread.owner_of_block(number) != part.spread.process() {
            return;
        }
        let (_, first) = part.spread.owner_and_place(number * u64::from(BLOCK));
        let held = part.lookup.cells;
        if first + cells.len() as u64 / 2 > held.len() {
            return;
        }
        for (place, cell) in (first..).zip(cells.chunks_exact(2)) {
            let found = unpacked(u16::from_le_bytes([cell[0], cell[1]]));
            let both = held.get(place).and(found);
            if both.low <= both.high {
                held.set(place, both);
            }
        }
    }

    fn checksum(&self, head: &[u8], cells: &[u8]) -> u64 {
        let bound = self.bound as u64;
        xxh3_64_with_seed(cells, xxh3_64_with_seed(head, self.seed ^ bound))
    }

    /// Saves the bounds, if the interval has passed.
    ///
    /// # Errors
    /// The system returns an error, for example on a full disk.
    pub fn save_if_due(&mut self, part: OwnedPart<'_>) -> Result<(), ClusterError> {
        match self.saved.elapsed() >= self.every {
            true => self.save(part),
            false => Ok(()),
        }
    }

    /// Saves the final bounds, if this process has saved anything of this layer or the interval has passed.
    ///
    /// # Errors
    /// The system returns an error, for example on a full disk.
    pub fn end(&mut self, part: OwnedPart<'_>) -> Result<(), ClusterError> {
        match self.written || self.saved.elapsed() >= self.every {
            true => self.save(part),
            false => Ok(()),
        }
    }

    fn save(&mut self, part: OwnedPart<'_>) -> Result<(), ClusterError> {
        let failed = at(&self.own);
        let mut partial = Partial::create_ours(&self.own, &MAGIC).map_err(&failed)?;
        let mut file = BufWriter::new(partial.file());
        file.write_all(&MAGIC).map_err(&failed)?;
        let held = part.lookup.cells;
        for first in (0..held.len()).step_by(BLOCK as usize) {
            let places = first..held.len().min(first + u64::from(BLOCK));
            let number = part.spread.rank(first) / u64::from(BLOCK);
            let mut head = number.to_le_bytes().to_vec();
            head.extend(((places.end - places.start) as u32).to_le_bytes());
            let cells = places.flat_map(|place| packed(held.get(place)).to_le_bytes());
            let cells: Vec<u8> = cells.collect();
            let checksum = self.checksum(&head, &cells).to_le_bytes();
            for bytes in [&head[..], &cells, &checksum] {
                file.write_all(bytes).map_err(&failed)?;
            }
        }
        file.flush().map_err(&failed)?;
        drop(file);
        partial.commit().map_err(&failed)?;
        self.saved = Instant::now();
        self.written = true;
        Ok(())
    }
}

/// Returns the number of a block, and the number of its positions.
fn numbers(head: &[u8; 12]) -> [u64; 2] {
    let [mut number, mut positions] = [[0; 8]; 2];
    number.copy_from_slice(&head[..8]);
    positions[..4].copy_from_slice(&head[8..]);
    [number, positions].map(u64::from_le_bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use sowlab_solvers::Interval;
    use sowlab_solvers::retrograde::{Cells, ReplyBounds, fresh_cells};

    const POSITIONS: u64 = 5 * BLOCK as u64 + 77;
    const BOUND: i16 = 9;

    /// Runs a function with a part whose bounds are all initial.
    fn with_part<T>(processes: usize, process: usize, run: impl FnOnce(OwnedPart<'_>) -> T) -> T {
        let spread = Spread::new(processes, process);
        let cells = fresh_cells(spread.held(POSITIONS));
        let lookup = ReplyBounds {
            kind: MarginKind::Ends,
            layer: 9,
            cells: Cells::new(&cells, BOUND),
            below: &[],
        };
        run(OwnedPart {
            spread,
            lookup: &lookup,
            on_disk: None,
        })
    }

    fn known(rank: u64) -> Interval<i16> {
        let low = (rank % 7) as i16 - 4;
        Interval { low, high: 5 }
    }

    fn checkpoint(folder: &Path, spread: Spread) -> Checkpoint {
        Checkpoint::new(Directory::new(folder, "a game"), spread, Duration::ZERO)
    }

    fn save(folder: &Path, processes: usize) {
        for process in 0..processes {
            with_part(processes, process, |part| {
                let cells = part.lookup.cells;
                for place in 0..cells.len() {
                    cells.set(place, known(part.spread.rank(place)));
                }
                let checkpoint = checkpoint(folder, part.spread);
                let mut saving = checkpoint.of(9, MarginKind::Ends, BOUND);
                saving.save_if_due(part).unwrap();
            });
        }
    }

    /// Returns the number of positions restored after a restart with this number of processes.
    fn restored(folder: &Path, processes: usize, kind: MarginKind) -> u64 {
        let found = (0..processes).map(|process| {
            with_part(processes, process, |part| {
                let checkpoint = checkpoint(folder, part.spread);
                checkpoint.of(9, kind, BOUND).restore(part).unwrap();
                let cells = part.lookup.cells;
                let found = (0..cells.len()).filter(|&place| {
                    let bounds = cells.get(place);
                    let unknown = bounds == Interval::within(BOUND);
                    assert!(unknown || bounds == known(part.spread.rank(place)));
                    !unknown
                });
                found.count() as u64
            })
        });
        found.sum()
    }

    #[test]
    fn any_number_of_processes_goes_on() {
        let folder = tempfile::tempdir().unwrap();
        save(folder.path(), 3);
        for processes in [1, 2, 3, 7] {
            assert_eq!(
                restored(folder.path(), processes, MarginKind::Ends),
                POSITIONS
            );
        }
        assert_eq!(restored(folder.path(), 2, MarginKind::Zero), 0);
    }

    #[test]
    fn damaged_blocks_are_left_out_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        save(folder.path(), 1);
        let [path] = &found(&folder.path().join("a-game.009.ends."), SUFFIX).unwrap()[..] else {
            panic!("one file");
        };
        let whole = fs::read(path).unwrap();
        for at in [0, 12, 40, 30_000, whole.len() - 3] {
            let mut damaged = whole.clone();
            damaged[at] ^= 4;
            fs::write(path, &damaged).unwrap();
            let found = restored(folder.path(), 2, MarginKind::Ends);
            assert!(found < POSITIONS, "{at}");
            // After a damaged block head, even the rest may be misread.
            let most_lost = if at < 40 { POSITIONS } else { BLOCK.into() };
            assert!(POSITIONS - found <= most_lost, "{at}: {found}");
        }
        fs::write(path, &whole[..whole.len() / 2]).unwrap();
        let found = restored(folder.path(), 2, MarginKind::Ends);
        assert_eq!(found, 2 * u64::from(BLOCK));
    }

    #[test]
    fn nothing_stays_of_a_finished_layer() {
        let folder = tempfile::tempdir().unwrap();
        save(folder.path(), 3);
        let unfinished = [
            ".a-game.009.zero.1-of-4.cells.tmp",
            "a-game.009.ends.2-of-4.cells",
        ];
        let [ours, foreign] = unfinished.map(|name| folder.path().join(name));
        fs::write(ours, MAGIC).unwrap();
        fs::write(&foreign, "precious").unwrap();
        checkpoint(folder.path(), Spread::new(2, 0))
            .remove(9)
            .unwrap();
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        assert_eq!(fs::read(&foreign).unwrap(), b"precious");
    }
}
