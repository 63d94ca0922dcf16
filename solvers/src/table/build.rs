//! The building of a game's endgame tables, layer by layer.

use std::fs;
use std::path::Path;
use std::time::Duration;

use super::checkpoint::Checkpoint;
use super::directory::Directory;
use super::error::{TableError, error_at};
use super::header::{Header, LONGEST_NAME};
use super::map::MappedBytes;
use super::scratch::{scratch_bytes, scratch_cells};
use super::shapes::TableShapes;
use super::writer;
use crate::Monitor;
use crate::retrograde::{FinishedLayer, LayerWork, Layered, layer_size};
use sowlab_base::Instant;
use sowlab_base::files::faults::interval;

/// The interval between checkpoints of a layer in progress. It is the work that a kill can cost, without the time of
/// saving.
pub(super) const CHECKPOINT_EVERY: Duration = Duration::from_secs(60);

/// A layer whose table exists.
#[derive(Clone, Debug)]
pub struct BuiltTable {
    /// The header of the table.
    pub header: Header,
    /// The size of its file in bytes.
    pub bytes: u64,
    /// The number of seconds that this process took for it, without those of earlier processes that were killed or
    /// interrupted; `None` if the table existed.
    pub seconds: Option<f64>,
}

/// Builds the missing tables of layers 0 to `most`, and calls `built` for each layer in turn. A killed build resumes
/// when it is called again, and ends with the same bytes. It loses at most a minute of work, and the time of writing a
/// checkpoint.
///
/// During the build, each finished layer takes one to three bytes per position. The layer in progress takes two to
/// four, besides the memory of the solver. An allocation of at most a quarter of the free memory is in memory. A larger
/// one is a mapped file, which the operating system may drop. A layer that takes longer than a minute also has a
/// checkpoint of these two to four bytes per position. It has a checksum for every block.
///
/// # Errors
///
/// - A table is foreign, damaged or of another number of positions;
/// - a name or a layer does not fit or does not exist;
/// - another build works here while a layer is missing;
/// - the operating system reports an error (for example a full disk);
/// - the monitor cancels.
///
/// Finished tables stay in every case.
pub fn build<G: Layered>(
    game: &G,
    path: &Path,
    most: u32,
    monitor: &dyn Monitor,
    built: &mut dyn FnMut(&BuiltTable),
) -> Result<Vec<BuiltTable>, TableError> {
    build_with_checkpoints(game, path, most, interval(CHECKPOINT_EVERY), monitor, built)
}

/// Builds as [`build`] does, with a checkpoint of the layer in progress each time that `every` has passed.
///
/// # Errors
/// The errors of [`build`].
pub fn build_with_checkpoints<G: Layered>(
    game: &G,
    path: &Path,
    most: u32,
    every: Duration,
    monitor: &dyn Monitor,
    built: &mut dyn FnMut(&BuiltTable),
) -> Result<Vec<BuiltTable>, TableError> {
    // This is verified now, not after days of work on the layers below.
    for layer in 0..=most {
        layer_size(game, layer)?;
    }
    let name = game.name();
    if name.len() > LONGEST_NAME {
        return Err(TableError::LongName(name.len()));
    }
    if !cfg!(target_family = "wasm") {
        fs::create_dir_all(path).map_err(error_at(path))?;
    }
    let directory = Directory::new(path, &name);
    let shapes = TableShapes::of_layers(game, most);
    let missing = |layer: &u32| !directory.has(*layer);
    // Without a missing table nothing is written: another build may continue, and the folder need not be writable.
    let lock = match directory.lock() {
        Err(_) if !(0..=most).any(|layer| missing(&layer)) => None,
        locked => Some(locked?),
    };
    let highest_missing = (0..=most).rfind(missing);
    let mut finished: Vec<FinishedLayer<MappedBytes>> = Vec::new();
    let mut all = Vec::new();
    for layer in 0..=most {
        monitor.check()?;
        let needed = highest_missing.is_some_and(|missing| layer < missing);
        let made = if directory.has(layer) {
            let table = directory.open(&shapes, layer)?;
            // The process that wrote the table may have been killed before it removed them.
            if lock.is_some() {
                remove_checkpoints(&directory, layer)?;
            }
            if needed {
                monitor.begin(&format!("layer {layer}, unpacking"), 0);
                finished.push(table.unpack_all(directory.path())?);
            }
            BuiltTable {
                header: table.header().clone(),
                bytes: table.bytes(),
                seconds: None,
            }
        } else {
            let (made, values) = make(game, &directory, &finished, needed, every, monitor)?;
            finished.extend(values);
            made
        };
        built(&made);
        all.push(made);
    }
    Ok(all)
}

fn remove_checkpoints(directory: &Directory, layer: u32) -> Result<(), TableError> {
    Checkpoint::remove(&directory.work_path(layer))?;
    Checkpoint::remove(&directory.zero_work_path(layer))
}

/// Solves the layer right above the finished ones and writes its table. It also returns the values if they are `needed`
/// for a greater layer.
fn make<G: Layered>(
    game: &G,
    directory: &Directory,
    finished: &[FinishedLayer<MappedBytes>],
    needed: bool,
    every: Duration,
    monitor: &dyn Monitor,
) -> Result<(BuiltTable, Option<FinishedLayer<MappedBytes>>), TableError> {
    let start = Instant::now();
    let work = LayerWork::new(game, finished)?;
    let (layer, positions) = (work.layer(), work.positions());
    // The cells, and their checkpoint.
    let begin = |path| {
        let memory = scratch_cells(directory.path(), positions)?;
        let checkpoint = Checkpoint::new(path, directory.name(), layer, positions);
        checkpoint.restore(memory.cells(), |cell| work.possible(cell))?;
        Ok::<_, TableError>((memory, checkpoint))
    };
    let (ends, mut checkpoint) = begin(directory.work_path(layer))?;
    let ends = ends.cells();
    let undetermined = checkpoint.saving(ends, every, monitor, |monitor| {
        work.solve_ends(ends, monitor)
    })?;
    let zero = match undetermined {
        0 => None,
        _ => {
            let (zero, mut of_zero) = begin(directory.zero_work_path(layer))?;
            if start.elapsed() >= every {
                checkpoint.save(ends)?;
            }
            let solved = of_zero.saving(zero.cells(), every, monitor, |monitor| {
                work.solve_zero(ends, zero.cells(), monitor)
            });
            if matches!(solved, Err(TableError::Cancelled(_))) {
                checkpoint.save(ends)?;
            }
            solved?;
            Some(zero)
        }
    };
    let solved = work.values(ends, zero.as_ref().map(|zero| zero.cells()));
    monitor.begin(&format!("layer {layer}, writing"), positions);
    let path = directory.table_path(layer);
    let header = writer::write(
        &path,
        directory.name(),
        layer,
        positions,
        &|rank| solved.get(rank),
        monitor,
    )?;
    let values = if needed {
        let layout = work.layout(header.undetermined);
        let bytes = scratch_bytes(directory.path(), layout.size(), |writer| {
            solved
                .write(writer, layout)
                .map_err(error_at(directory.path()))
        })?;
        FinishedLayer::new(bytes, layout)
    } else {
        None
    };
    let bytes = header.bytes();
    remove_checkpoints(directory, layer)?;
    let seconds = start.elapsed().as_secs_f64();
    directory.note_seconds(layer, seconds)?;
    let built = BuiltTable {
        header,
        bytes,
        seconds: Some(seconds),
    };
    Ok((built, values))
}
