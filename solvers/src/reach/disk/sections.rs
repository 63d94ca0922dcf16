//! The states of a level, read section by section and expanded by all threads.

use rayon::prelude::*;

use super::codes::CodesFile;
use super::{PackedStates, Packing, ReachError};
use crate::Monitor;

/// The maximum number of states resolved together by one thread.
const STATES_AT_ONCE: usize = 4096;

/// The expected number of codes per state before any is known.
const FIRST_GUESS: usize = 128;

/// A level that is read section by section.
pub(super) struct Sections<'a, G> {
    pub(super) game: &'a G,
    pub(super) level: &'a CodesFile,
    /// The approximate number of bytes for the codes of one section.
    pub(super) memory: usize,
    pub(super) monitor: &'a dyn Monitor,
}

impl<G: PackedStates> Sections<'_, G> {
    /// Calls `work` with the states of the level from this index on, in sections on all threads. `take` receives the
    /// results of each section, in the order of the states, and the index after its last state. It returns the number
    /// of codes in these results. After the monitor cancels, the call fails, and `take` receives no later results.
    pub(super) fn each<T: Send>(
        &self,
        from: u64,
        work: impl Fn(&[G::State]) -> T + Sync,
        mut take: impl FnMut(Vec<T>, u64) -> Result<usize, ReachError>,
    ) -> Result<(), ReachError> {
        let allowance = self.memory / size_of::<u128>();
        let mut codes_a_state = FIRST_GUESS;
        let buffer = self.memory.clamp(1 << 12, 1 << 20);
        let mut reader = self.level.read_from(from, buffer)?;
        let mut states = Vec::new();
        let mut done = from;
        while done < self.level.codes {
            self.monitor.check()?;
            let section = (allowance / codes_a_state).clamp(1, 1 << 20);
            states.clear();
            while states.len() < section
                && let Some(code) = reader.next()?
            {
                states.push(self.game.packing().unpack(code));
            }
            // The chunks are small enough that no thread waits at the end.
            let threads = rayon::current_num_threads();
            let at_once = (states.len() / (8 * threads)).clamp(1, STATES_AT_ONCE);
            let results: Vec<T> = states
                .par_chunks(at_once)
                .map(|states| {
                    let result = work(states);
                    self.monitor.advance(states.len() as u64);
                    result
                })
                .collect();
            // A game that searches may have stopped early, with too few rounds.
            self.monitor.check()?;
            done += states.len() as u64;
            let codes = take(results, done)?;
            // Twice the average, because the next states may have more; never less than the states themselves.
            codes_a_state = (2 * codes / states.len()).max(4);
        }
        Ok(())
    }
}
