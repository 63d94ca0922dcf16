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
mod sections;
mod sorter;
mod witness;

#[cfg(test)]
mod tests;

use std::path::Path;

pub use error::ReachError;
pub use packed::{PackedStates, Packing};

use self::checkpoint::Checkpoint;
use self::codes::CodesWriter;
use self::error::damaged;
use self::sections::for_each_section;
use self::sorter::Sorter;
use self::witness::{choices_along, way_into};
use super::{Reach, ReachRound};
use crate::{Monitor, Resolution, Step};

/// Searches as [`reach`](super::reach) does and finds the same, with some `memory` bytes (and a few
/// kilobytes for each file that is read, 128 at a time), whatever the number of states.
///
/// Each complete round is kept in `folder`, which is made if it is not there. A search that finds
/// rounds there goes on from them; `search` says, in a line, what is searched from where, and must be
/// the same. The files take the packed bytes of each distinct state and, for the round at hand, of
/// what each joint move leads to. The states after the last round asked for are not written.
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
    search: &str,
    rounds: u32,
    folder: &Path,
    memory: usize,
    monitor: &dyn Monitor,
) -> Result<Reach<G::Choice>, ReachError> {
    let mut saved = Checkpoint::open(folder, search, game.packing().packed_bytes())?;
    if saved.levels.is_empty() {
        let mut writer = CodesWriter::create(&saved.level_path(1), game.packing().packed_bytes())?;
        if !game.is_over(&start) {
            writer.write(game.packing().pack(&start))?;
        }
        saved.levels.push(writer.finish(true)?);
        saved.save()?;
    }
    let rounds = rounds as usize;
    // Before anything is played: a game that searches may tell nothing any more once it is cancelled.
    let way = saved.way.as_ref().filter(|way| way.len() <= rounds);
    let known = way.map(|way| choices_along(game, way));
    let mut cancelled = known.is_some() && monitor.cancelled();
    let mut witness = match known {
        Some(None) if !cancelled => {
            return Err(damaged(folder, "the way does not lead to an endless round"));
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
        match play_round(game, &mut saved, &mut witness, last, memory, monitor) {
            Err(ReachError::Cancelled(_)) => cancelled = true,
            played => {
                played?;
                saved.save()?;
            }
        }
    }
    saved.clear_work()?;
    saved.rounds.truncate(rounds);
    Ok(Reach {
        rounds: saved.rounds,
        witness,
        cancelled,
    })
}

/// What the rounds on some states lead to.
struct Played {
    joint_moves: u64,
    endless: u64,
    /// Empty if they are not wanted.
    successors: Vec<u128>,
    /// The states with an endless round, in their order; empty if they are not wanted.
    endless_at: Vec<u128>,
}

/// Plays the round of the last level and adds it and the level after it to what is known, and a way into
/// its endless rounds if none is known, with the choices on it. Cancelled, it adds nothing.
fn play_round<G: PackedStates>(
    game: &G,
    saved: &mut Checkpoint,
    witness: &mut Option<Vec<(G::Choice, G::Choice)>>,
    last: bool,
    memory: usize,
    monitor: &dyn Monitor,
) -> Result<(), ReachError> {
    let round = saved.levels.len();
    let level = &saved.levels[round - 1];
    let work = saved.work();
    let way_wanted = saved.way.is_none();
    let packing = game.packing();
    let play = |states: &[G::State]| {
        let mut played = Played {
            joint_moves: 0,
            endless: 0,
            successors: Vec::new(),
            endless_at: Vec::new(),
        };
        game.each_round(states, &mut |index, _, _, resolution| {
            played.joint_moves += 1;
            match resolution {
                Resolution::Endless => {
                    played.endless += 1;
                    if way_wanted {
                        played.endless_at.push(packing.pack(&states[index]));
                    }
                }
                Resolution::Next(Step { state, .. }) if !last => {
                    debug_assert!(!game.is_over(&state));
                    played.successors.push(packing.pack(&state));
                }
                Resolution::Next(Step { .. }) | Resolution::Over { .. } => {}
            }
        });
        played.endless_at.dedup();
        played
    };
    let mut sorter = Sorter::new(&work, level.width, memory / 2);
    let mut endless_at = CodesWriter::create(&work.join("endless"), level.width)?;
    let mut counts = ReachRound {
        round: round as u32,
        states: level.codes,
        joint_moves: 0,
        endless: 0,
    };
    monitor.begin(&format!("round {round}"), level.codes);
    for_each_section(game, level, memory / 4, monitor, play, |played| {
        counts.joint_moves += played.joint_moves;
        counts.endless += played.endless;
        for &code in &played.endless_at {
            endless_at.write(code)?;
        }
        sorter.add(&played.successors)?;
        Ok(played.successors.len())
    })?;
    let endless_at = endless_at.finish(false)?;
    let next = if last {
        None
    } else {
        let path = work.join("level");
        Some(sorter.finish(&path, &saved.levels, monitor)?)
    };
    if endless_at.codes > 0 {
        let levels = &saved.levels;
        let way = way_into(game, levels, endless_at, &work, memory, monitor)?;
        let choices = choices_along(game, &way);
        monitor.check()?;
        *witness = Some(choices.ok_or(ReachError::Fickle)?);
        saved.way = Some(way);
    }
    if let Some(mut next) = next {
        next.rename(saved.level_path(round + 1))?;
        saved.levels.push(next);
    }
    saved.rounds.truncate(round - 1);
    saved.rounds.push(counts);
    Ok(())
}
