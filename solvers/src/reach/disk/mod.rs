//! The search with all states in files.
//!
//! The states of a round are one file of ascending codes. A buffer gathers the successors of a round; it is sorted and
//! written as a run each time it is full. The runs are then merged, without duplicates and without the states of
//! earlier rounds.

mod checkpoint;
mod codes;
mod play;
mod round;
mod sections;
mod sorter;
mod witness;
mod work;

#[cfg(test)]
mod tests;

use std::io;
use std::path::{Path, PathBuf};

use crate::{Cancelled, Successors};
use sowlab_base::files::OwnedFolder;

use self::checkpoint::Checkpoint;
use self::codes::CodesWriter;
use self::play::PlayedRound;
use self::witness::choices_along;
use super::Reach;
use crate::Monitor;

/// Searches as [`reach`](super::reach) does, with the same result. The memory is about [`memory`](ReachFiles::memory)
/// bytes for any number of states. Each file that is read takes a few kilobytes more, and at most 128 files are read at
/// a time.
///
/// The folder contains each complete round, and a checkpoint of the current one; a later search resumes from them. The
/// files take the packed bytes of each distinct state, and of the result of each joint move in the current round. The
/// states after the last requested round are not written.
///
/// To find the witness, the search expands some of the states again. A search that is cancelled before that returns no
/// witness for rounds of the folder; the next search finds it.
///
/// # Errors
/// An error if a file cannot be read or written, or if a checkpoint is damaged or of another search. It is also an
/// error if another search works in the folder. Another is that the game gives other rounds of a state when it is
/// expanded again.
pub fn reach_on_disk<G: PackedStates>(
    game: &G,
    start: G::State,
    rounds: u32,
    files: &ReachFiles<'_>,
    monitor: &dyn Monitor,
) -> Result<Reach<G::Choice>, ReachError> {
    let ReachFiles { folder, search, .. } = *files;
    let mut saved = Checkpoint::open(folder.path(), search, game.packing().packed_bytes())?;
    if saved.levels.is_empty() {
        // The files of a process that was killed before it saved anything.
        saved.clear_work(None)?;
        let first = saved.level_path(1);
        saved.work.add_named(&first)?;
        let mut writer = CodesWriter::create(&first, game.packing().packed_bytes())?;
        if !game.is_over(&start) {
            writer.write(game.packing().pack(&start))?;
        }
        saved.levels.push(writer.finish(true)?);
        saved.save()?;
        saved.work.unlist(&first);
    }
    let rounds = rounds as usize;
    // This comes before anything is played: a game that searches may report no rounds once it is cancelled.
    let way = saved
        .endless_path
        .as_ref()
        .filter(|way| way.len() <= rounds);
    let known = way.map(|way| choices_along(game, way));
    let mut cancelled = known.is_some() && monitor.cancelled();
    let mut witness = match known {
        Some(None) if !cancelled => {
            return Err(damaged(
                folder.path(),
                "the way does not lead to an endless round",
            ));
        }
        found => found.flatten().filter(|_| !cancelled),
    };
    // The last round of a complete search is played again, because its successors were not written.
    while !cancelled
        && saved.rounds.len() < rounds
        && saved.levels.last().is_some_and(|level| level.codes > 0)
    {
        let last = saved.levels.len() == rounds;
        match PlayedRound::play(game, &saved, last, files, monitor) {
            Err(ReachError::Cancelled(_)) => cancelled = true,
            played => {
                witness = played?.add_to(&mut saved).or(witness);
                saved.save()?;
            }
        }
    }
    if !(cancelled && files.checkpointed) {
        saved.remove_work()?;
    }
    saved.rounds.truncate(rounds);
    Ok(Reach {
        rounds: saved.rounds,
        witness,
        cancelled,
    })
}

/// A numbering of states.
pub trait Packing<S>: Sync {
    /// REQUIRED. Returns the number of bytes that hold any state, 1 to 16.
    fn packed_bytes(&self) -> usize;

    /// REQUIRED. Returns the number of a state, which is different for each.
    fn pack(&self, state: &S) -> u128;

    /// REQUIRED. Returns the state of a number that [`Packing::pack`] returned.
    fn unpack(&self, code: u128) -> S;
}

/// A game whose states can be written as numbers.
pub trait PackedStates: Successors {
    /// The numbering: the game itself, or the game from which this one takes some rounds.
    type Packing: Packing<Self::State>;

    /// REQUIRED. Returns the numbering.
    fn packing(&self) -> &Self::Packing;
}

/// The files of a search on disk.
#[derive(Clone, Copy, Debug)]
pub struct ReachFiles<'a> {
    /// The folder.
    pub folder: &'a OwnedFolder,
    /// The name of the search and its start, on one line. The folder is for no other search.
    pub search: &'a str,
    /// The approximate number of bytes of memory for the work.
    pub memory: usize,
    /// Whether the current round is saved, each minute and when the monitor cancels. A temporary folder needs no such
    /// checkpoint.
    pub checkpointed: bool,
}

/// The reason why a search on disk stopped.
#[derive(Debug, thiserror::Error)]
pub enum ReachError {
    /// A file cannot be read or written, for example because the disk is full.
    #[error("{}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The error of the operating system.
        error: io::Error,
    },
    /// The folder has a checkpoint of another kind or a damaged one.
    #[error("{}: not a checkpoint of a search, or damaged: {reason}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The reason.
        reason: String,
    },
    /// The checkpoint is of another search.
    #[error("{}: a search of {found}, not of {expected}", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// The search that the checkpoint states.
        found: String,
        /// The requested search.
        expected: String,
    },
    /// The game gave other rounds of a state when it was expanded again, so that no path into a non-terminating round
    /// was found.
    #[error(
        "the game gave different rounds on a second call; no path into an endless round is found"
    )]
    Fickle,
    /// The monitor cancelled. [`reach_on_disk`] returns the complete rounds instead.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

/// Adds the file to an error of the operating system.
pub(super) fn error_at(path: &Path) -> impl FnOnce(io::Error) -> ReachError {
    move |error| ReachError::File {
        path: path.to_owned(),
        error,
    }
}

/// Creates the error of a damaged file.
pub(super) fn damaged(path: &Path, reason: impl Into<String>) -> ReachError {
    ReachError::Damaged {
        path: path.to_owned(),
        reason: reason.into(),
    }
}
