//! The search with all states in files.
//!
//! The states of a round are one file of ascending codes. What a round leads to is gathered in a
//! buffer that is sorted and written each time it is full; these runs are then merged, and
//! duplicates and the states of all rounds before left out.

mod checkpoint;
mod codes;
mod error;
mod merge;
mod packed;
mod place;
mod play;
mod round;
mod sections;
mod sorter;
mod witness;
mod work;

#[cfg(test)]
mod tests;

pub use error::ReachError;
pub use packed::{PackedStates, Packing};
pub use place::ReachFiles;

use self::checkpoint::Checkpoint;
use self::codes::CodesWriter;
use self::error::damaged;
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
        saved.work.take_off(&first);
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
