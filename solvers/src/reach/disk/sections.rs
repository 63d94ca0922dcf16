//! The states of a level, read section by section and worked on by all threads.

use rayon::prelude::*;

use super::codes::CodesFile;
use super::error::ReachError;
use super::packed::{PackedStates, Packing};
use crate::Monitor;

/// The most states resolved together by one thread.
const STATES_AT_ONCE: usize = 4096;

/// Codes that a state is expected to give before anything is known.
const FIRST_GUESS: usize = 128;

/// Calls `work` with the states of a level, some at a time and on all threads, and `take` with the
/// results, in the order of the states. `take` says how many codes a result holds, and the sections
/// are so large that these need some `memory` bytes. Once the monitor cancels, that is an
/// error; results from before that are taken, and no others.
pub(super) fn for_each_section<G: PackedStates, T: Send>(
    game: &G,
    level: &CodesFile,
    memory: usize,
    monitor: &dyn Monitor,
    work: impl Fn(&[G::State]) -> T + Sync,
    mut take: impl FnMut(T) -> Result<usize, ReachError>,
) -> Result<(), ReachError> {
    let allowance = memory / size_of::<u128>();
    let mut codes_a_state = FIRST_GUESS;
    let mut reader = level.read(memory.clamp(1 << 12, 1 << 20))?;
    let mut states = Vec::new();
    let mut done = 0;
    while done < level.codes {
        monitor.check()?;
        let section = (allowance / codes_a_state).clamp(1, 1 << 20);
        states.clear();
        while states.len() < section
            && let Some(code) = reader.next()?
        {
            states.push(game.packing().unpack(code));
        }
        // Small enough that no thread is left waiting at the end.
        let at_once = (states.len() / (8 * rayon::current_num_threads())).clamp(1, STATES_AT_ONCE);
        let results: Vec<T> = states
            .par_chunks(at_once)
            .map(|states| {
                let result = work(states);
                monitor.advance(states.len() as u64);
                result
            })
            .collect();
        // A game that searches may have broken off, and told too few rounds.
        monitor.check()?;
        let mut codes = 0;
        for result in results {
            codes += take(result)?;
        }
        // Twice the average: the next states may have more. Never less than the states themselves.
        codes_a_state = (2 * codes / states.len()).max(4);
        done += states.len() as u64;
    }
    Ok(())
}
