//! Distances: an optional column of endgame tables.

use std::path::Path;
use std::sync::atomic::{AtomicU16, Ordering};

use xxhash_rust::xxh3::Xxh3;

use super::block::{DISTANCES, PackedBlock};
use super::build::CHECKPOINT_EVERY;
use super::checkpoint::Checkpoint;
use super::directory::Directory;
use super::error::TableError;
use super::header::{Column, Header};
use super::map::{self, MappedBytes, MappedCells};
use super::probe::{FirstError, Tables};
use super::reader::{Block, Table};
use super::scratch::scratch_cells;
use super::shapes::TableShapes;
use super::writer::{TableWriter, write_blocks};
use crate::Monitor;
use crate::progress::Distances;
use crate::retrograde::{
    DistanceError, DistancePair, DistanceWork, FinishedLayer, Layered, MarginKind,
};
use sowlab_base::files::faults::interval;

/// A layer whose distances exist.
#[derive(Clone, Debug)]
pub struct BuiltDistances {
    /// The header of the file.
    pub header: Header,
    /// The size of the file in bytes.
    pub bytes: u64,
}

impl BuiltDistances {
    fn of(distances: &Table) -> BuiltDistances {
        BuiltDistances {
            header: distances.header().clone(),
            bytes: distances.bytes(),
        }
    }
}

/// Builds the missing distances of layers 0 to `most`, whose tables exist, and calls `built` for each layer in turn. A
/// killed build resumes as [`build`](super::build()) does, and takes about as much memory.
///
/// # Errors
///
/// - A table is missing, foreign or damaged, or its values are wrong;
/// - a distance is above [`MOST_DISTANCE`](crate::retrograde::MOST_DISTANCE);
/// - another build works here while distances are missing;
/// - the operating system reports an error;
/// - the monitor cancels.
pub fn build_distances<G: Layered>(
    game: &G,
    path: &Path,
    most: u32,
    monitor: &dyn Monitor,
    built: &mut dyn FnMut(&BuiltDistances),
) -> Result<(), TableError> {
    let directory = Directory::new(path, &game.name());
    let shapes = TableShapes::of_layers(game, most);
    let missing = |layer: &u32| !map::exists(&directory.column_path(*layer, Column::Distances));
    let highest_missing = (0..=most).rfind(missing);
    let lock = match highest_missing {
        Some(_) => directory.lock()?,
        None => None,
    };
    let mut layers: Vec<FinishedLayer<MappedBytes>> = Vec::new();
    for layer in 0..=most {
        monitor.check()?;
        let table = directory.open(&shapes, layer)?;
        if highest_missing.is_some_and(|missing| layer <= missing) {
            monitor.begin(&format!("layer {layer}, unpacking"), 0);
            layers.push(table.unpack_all(directory.path())?);
        }
        if missing(&layer) {
            let header = make(game, &directory, &layers, &table, monitor)?;
            built(&BuiltDistances {
                bytes: header.bytes(),
                header,
            });
        } else {
            // The process that wrote the file may have been killed before it removed them.
            if lock.is_some() {
                remove_checkpoints(&directory, layer)?;
            }
            built(&BuiltDistances::of(&open(&directory, &shapes, &table)?));
        }
    }
    Ok(())
}

/// Finds the distances of the last of these layers and writes them.
fn make<G: Layered>(
    game: &G,
    directory: &Directory,
    layers: &[FinishedLayer<MappedBytes>],
    table: &Table,
    monitor: &dyn Monitor,
) -> Result<Header, TableError> {
    let Header {
        layer, positions, ..
    } = *table.header();
    let [ends_path, zero_path] = directory.distances_work_paths(layer);
    let finished = &layers[layer as usize];
    let solve = |kind, path| -> Result<MappedCells, TableError> {
        let work = DistanceWork::new(game, kind, layers);
        let memory = scratch_cells(directory.path(), positions)?;
        let mut checkpoint = Checkpoint::new(path, directory.name(), layer, positions);
        checkpoint.restore(memory.cells(), |_| true)?;
        let every = interval(CHECKPOINT_EVERY);
        let solved = checkpoint.saving(memory.cells(), every, monitor, |monitor| {
            work.solve(memory.cells(), monitor)
                .map_err(|error| failure(error, table, finished))
        });
        solved?;
        Ok(memory)
    };
    let ends = solve(MarginKind::Ends, ends_path)?;
    let zero = match table.header().undetermined {
        0 => None,
        _ => Some(solve(MarginKind::Zero, zero_path)?),
    };
    let row = |rank: u64| {
        let DistancePair { leader, follower } = pair_at(ends.cells(), rank);
        let zero = zero.as_ref().map(|zero| pair_at(zero.cells(), rank));
        // Only one side wins.
        let zero = zero.map_or(0, |pair| pair.leader.max(pair.follower));
        (finished.get(rank), [leader, follower, zero])
    };
    let path = directory.column_path(layer, Column::Distances);
    let name = directory.name();
    let writer = TableWriter::create_column(&path, Column::Distances, name, layer, positions)?;
    monitor.begin(&format!("layer {layer}, writing distances"), positions);
    let pack = |ranks: std::ops::Range<u64>| PackedBlock::pack_distances(ranks.map(row));
    let header = write_blocks(writer, &path, &pack, monitor)?;
    remove_checkpoints(directory, layer)?;
    Ok(header)
}

fn remove_checkpoints(directory: &Directory, layer: u32) -> Result<(), TableError> {
    let paths = directory.distances_work_paths(layer);
    paths.iter().try_for_each(|path| Checkpoint::remove(path))
}

/// Names the table and the position of an error.
fn failure(
    error: DistanceError,
    table: &Table,
    finished: &FinishedLayer<MappedBytes>,
) -> TableError {
    match error {
        DistanceError::Cancelled(cancelled) => cancelled.into(),
        DistanceError::Unforced(rank) => TableError::Unforced {
            file: table.file().clone(),
            rank,
            stated: finished.get(rank),
        },
        DistanceError::TooFar => TableError::TooFar(table.header().layer),
    }
}

fn pair_at(cells: &[AtomicU16], rank: u64) -> DistancePair {
    DistancePair::of_word(cells[rank as usize].load(Ordering::Relaxed))
}

/// Opens the distances of a table, and verifies that both are of the same values.
pub(super) fn open(
    directory: &Directory,
    shapes: &TableShapes,
    table: &Table,
) -> Result<Table, TableError> {
    let header = table.header();
    let path = directory.column_path(header.layer, Column::Distances);
    let opened = Table::open_column(&path, Column::Distances, shapes, header.layer)?;
    let counts = |header: &Header| {
        [
            header.undetermined,
            header.wins,
            header.draws,
            header.losses,
        ]
    };
    match counts(opened.header()) == counts(header) {
        true => Ok(opened),
        false => Err(opened.damaged("the number of positions won, drawn and lost".into())),
    }
}

impl Table {
    /// Fills the cells of a layer from its distances and its values, and verifies the checksum of the distances.
    pub(super) fn fill_distances(
        &self,
        kind: MarginKind,
        finished: &FinishedLayer<MappedBytes>,
        cells: &[AtomicU16],
    ) -> Result<(), TableError> {
        let mut checksum = Xxh3::new();
        let mut rank = 0;
        for block in 0..self.blocks() {
            let unpacked = self.unpack(block)?;
            checksum.update(&unpacked.bytes);
            for at in 0..unpacked.positions {
                let [leader, follower, zero] = unpacked.distances(at);
                let wins = finished.get(rank).zero > 0;
                let pair = match kind {
                    MarginKind::Ends => DistancePair { leader, follower },
                    MarginKind::Zero if wins => DistancePair {
                        leader: zero,
                        follower: 0,
                    },
                    MarginKind::Zero => DistancePair {
                        leader: 0,
                        follower: zero,
                    },
                };
                cells[rank as usize].store(pair.word(), Ordering::Relaxed);
                rank += 1;
            }
        }
        match checksum.digest128() == self.header().checksum {
            true => Ok(()),
            false => Err(self.damaged("the distances".into())),
        }
    }
}

impl Block {
    /// Returns the distances of the position at this index of a block of distances: of the leader, of the follower, and
    /// of `zero`.
    fn distances(&self, at: usize) -> [u8; DISTANCES] {
        std::array::from_fn(|part| self.bytes[part * self.positions + at])
    }
}

/// The distances of layers 0 to some layer, for probing from any number of threads.
pub struct ProbedDistances {
    tables: Tables,
    damaged: FirstError,
}

impl ProbedDistances {
    /// Opens the distances that exist beside these tables, from layer 0 up to the first gap. `None` if there are none.
    ///
    /// # Errors
    /// A file is foreign, truncated or damaged.
    pub fn open(
        path: &Path,
        shapes: &TableShapes,
        tables: &Tables,
    ) -> Result<Option<ProbedDistances>, TableError> {
        let directory = Directory::new(path, shapes.name());
        let opened =
            tables
                .tables()
                .iter()
                .map_while(|table| match open(&directory, shapes, table) {
                    Err(TableError::Missing(_)) => None,
                    opened => Some(opened),
                });
        let opened = opened.collect::<Result<Vec<Table>, TableError>>()?;
        Ok((!opened.is_empty()).then(|| ProbedDistances {
            tables: Tables::of(opened),
            damaged: FirstError::default(),
        }))
    }

    /// Returns the layers, in rising order.
    pub fn built(&self) -> impl Iterator<Item = BuiltDistances> + '_ {
        self.tables.tables().iter().map(BuiltDistances::of)
    }

    /// Returns the distances of a position; `None` in layers without distances, and where they cannot be read.
    pub fn probe(&self, layer: u32, rank: u64) -> Option<Distances> {
        if layer > self.tables.highest_layer() {
            return None;
        }
        let (block, at) = self.damaged.read(self.tables.block(layer, rank))?;
        let [leader, follower, zero] = block.distances(at);
        Some(Distances {
            leader,
            follower,
            zero,
        })
    }

    /// Returns the first error of reading distances, if there was one.
    pub fn damage(&self) -> Option<&TableError> {
        self.damaged.get()
    }
}
