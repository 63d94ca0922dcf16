//! What comes of a tournament, while it is played and at the end.

use super::rating::Verdict;
use super::records::{GameRecord, RecordError};
use super::schedule::Encounter;
use super::standings::{Pair, Summary};

/// What a tournament hands out while it goes on.
pub trait Listener {
    /// Games that were just finished, recorded if that was wanted.
    ///
    /// # Errors
    /// They cannot be kept: the tournament stops.
    fn finished(&mut self, games: &[GameRecord]) -> Result<(), RecordError>;

    /// All pairs so far, now and then.
    fn standings(&mut self, pairs: &[Pair]);
}

/// What a tournament came to.
#[derive(Clone, Debug, Default)]
pub struct Results {
    /// The pairs that count, in the order of the schedule.
    pub pairs: Vec<Pair>,
    /// Where the sequential test stands, if there is one.
    pub verdict: Option<Verdict>,
    /// Games that were finished after the test was decided, and do not count.
    pub beyond: u64,
    /// Whether it was stopped early.
    pub interrupted: bool,
}

/// A pair that was played, as far as the monitor let it.
pub(super) struct Done {
    /// Its place in the round.
    pub(super) place: usize,
    pub(super) engines: Encounter,
    pub(super) games: [Option<Summary>; 2],
    pub(super) records: Vec<GameRecord>,
}
