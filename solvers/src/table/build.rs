//! Building the tables of a game, layer by layer.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use super::checkpoint::Checkpoint;
use super::directory::Directory;
use super::error::{TableError, at};
use super::header::{Header, LONGEST_NAME};
use super::map::MappedBytes;
use super::scratch::{scratch_bytes, scratch_cells};
use super::shapes::TableShapes;
use super::writer;
use crate::Monitor;
use crate::retrograde::{FinishedLayer, LayerWork, Layered, layer_size};
use sowlab_base::files::faults::interval;

/// How often the state of a layer under work is saved: what a kill costs at most, but for the time that
/// saving itself takes.
const CHECKPOINT_EVERY: Duration = Duration::from_secs(60);

/// A layer whose table is there.
#[derive(Clone, Debug)]
pub struct BuiltTable {
    /// What the table says of itself.
    pub header: Header,
    /// The size of its file.
    pub bytes: u64,
    /// How long it took this process, in seconds, whatever others before it had done that were killed
    /// or interrupted; `None` if the table was there before.
    pub seconds: Option<f64>,
}

/// Builds the tables of layers 0 to `most` that are not there yet, and calls `built` for each
/// layer in turn. Killed at any moment and called again, it resumes and ends with the same bytes: at most
/// a minute of work is lost, and the time of writing a checkpoint.
///
/// Besides the tables this holds, while it is at work, one to three bytes a position of every
/// layer below the one under work, and two to four a position of that layer: large pieces in memory as
/// long as each takes no more than a quarter of what is free, all others mapped, so that the operating
/// system may drop them from memory; and for layers that take longer than a minute
/// checkpoints of the same two to four bytes a position, every block of which has a checksum.
///
/// # Errors
/// A table that is foreign, damaged or of another number of positions, what the operating system
/// reports (a full disk, say), a name or a layer that does not fit, a layer that does not exist,
/// another build at work here while a layer is missing, or an interruption. What is finished is kept in every case.
pub fn build<G: Layered>(
    game: &G,
    path: &Path,
    most: u32,
    monitor: &dyn Monitor,
    built: &mut dyn FnMut(&BuiltTable),
) -> Result<Vec<BuiltTable>, TableError> {
    build_with_checkpoints(game, path, most, interval(CHECKPOINT_EVERY), monitor, built)
}

/// As [`build`], with a checkpoint of the layer under work each time that `every` has passed.
///
/// # Errors
/// As [`build`].
pub fn build_with_checkpoints<G: Layered>(
    game: &G,
    path: &Path,
    most: u32,
    every: Duration,
    monitor: &dyn Monitor,
    built: &mut dyn FnMut(&BuiltTable),
) -> Result<Vec<BuiltTable>, TableError> {
    // Found out now, not after days of work on the layers below.
    for layer in 0..=most {
        layer_size(game, layer)?;
    }
    let name = game.name();
    if name.len() > LONGEST_NAME {
        return Err(TableError::LongName(name.len()));
    }
    fs::create_dir_all(path).map_err(at(path))?;
    let directory = Directory::new(path, &name);
    let shapes = TableShapes::of_layers(game, most);
    let missing = |layer: &u32| !directory.table_path(*layer).exists();
    // Nothing is written where nothing is missing: another build may go on, and the folder need not be writable.
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
        let made = if directory.table_path(layer).exists() {
            let table = directory.open(&shapes, layer)?;
            // The process that wrote the table may have been killed before it did this.
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

/// Solves the layer right above the finished ones and writes its table; the values, too, if they
/// are `needed` for a greater layer.
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
            solved.write(writer, layout).map_err(at(directory.path()))
        })?;
        FinishedLayer::new(bytes, layout)
    } else {
        None
    };
    let bytes = fs::metadata(&path).map_err(at(&path))?.len();
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
