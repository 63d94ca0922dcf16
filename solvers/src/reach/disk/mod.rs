//! The search with all states in files.
//!
//! The states of a round are one file of ascending codes. What a round leads to is gathered in a
//! buffer that is sorted and written each time it is full; these runs are then merged, and
//! duplicates and the states of all rounds before left out.

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

/// Searches as [`reach`](super::reach) does and finds the same, with some [`memory`](ReachFiles::memory)
/// bytes (and a few kilobytes for each file that is read, 128 at a time), whatever the number of states.
///
/// Each complete round stays in the folder, and what is known of the one at hand. A search that finds
/// rounds there goes on from them. The files take the packed bytes of each distinct state and, for the
/// round at hand, of what each joint move leads to. The states after the last round asked for are not
/// written.
///
/// The witness is found by asking the game once more about some of the states. If the search is
/// cancelled before that is done for rounds that the folder holds, there is none in what is returned;
/// the same search finds it the next time.
///
/// # Errors
/// Files that cannot be read or written; a checkpoint that is damaged or of another search; a folder
/// in which another search is at work; a game that does not tell the same rounds of a state again.
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
        // What a process left that was killed before it saved anything.
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
    // Before anything is played: a game that searches may tell nothing any more once it is cancelled.
    let way = saved.way.as_ref().filter(|way| way.len() <= rounds);
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
    // The last round of a search that was complete is played once more: what it leads to was not
    // written.
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
    if !(cancelled && files.kept) {
        saved.remove_work()?;
    }
    saved.rounds.truncate(rounds);
    Ok(Reach {
        rounds: saved.rounds,
        witness,
        cancelled,
    })
}

/// How states are written as numbers.
pub trait Packing<S>: Sync {
    /// REQUIRED. How many bytes hold any state, 1 to 16.
    fn packed_bytes(&self) -> usize;

    /// REQUIRED. The number of a state, another one for each.
    fn pack(&self, state: &S) -> u128;

    /// REQUIRED. The state of a number that [`Packing::pack`] gave.
    fn unpack(&self, code: u128) -> S;
}

/// A game whose states can be written as numbers.
pub trait PackedStates: Successors {
    /// What writes them: the game itself, or the one of whose rounds this one has some.
    type Packing: Packing<Self::State>;

    /// REQUIRED. What writes them.
    fn packing(&self) -> &Self::Packing;
}

/// Where a search keeps its states.
#[derive(Clone, Copy, Debug)]
pub struct ReachFiles<'a> {
    /// The folder.
    pub folder: &'a OwnedFolder,
    /// What is searched from where, in a line: the folder is of no other search.
    pub search: &'a str,
    /// Bytes of memory for the work, about.
    pub memory: usize,
    /// Whether the round at hand is saved, each minute and when the monitor cancels: not in a folder that is
    /// about to go.
    pub kept: bool,
}

/// Why a search on disk cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum ReachError {
    /// A file cannot be read or written: the disk is full, say.
    #[error("{}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the operating system says.
        error: io::Error,
    },
    /// The folder holds no checkpoint of such a search, or one that is damaged.
    #[error("{}: not a checkpoint of a search, or damaged: {reason}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        reason: String,
    },
    /// The checkpoint is of another search.
    #[error("{}: a search of {found}, not of {expected}", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// The search that it states.
        found: String,
        /// The one asked for.
        expected: String,
    },
    /// The game told other rounds of a state than when it was asked first, so that no way into an
    /// endless round was found again.
    #[error(
        "the game told other rounds when it was asked again: no way into an endless round is found"
    )]
    Fickle,
    /// The monitor cancelled. [`reach_on_disk`](super::reach_on_disk) returns what is complete instead.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

/// Says where an error of the operating system happened.
pub(super) fn at(path: &Path) -> impl FnOnce(io::Error) -> ReachError {
    move |error| ReachError::File {
        path: path.to_owned(),
        error,
    }
}

/// Says what is wrong with a file.
pub(super) fn damaged(path: &Path, reason: impl Into<String>) -> ReachError {
    ReachError::Damaged {
        path: path.to_owned(),
        reason: reason.into(),
    }
}
