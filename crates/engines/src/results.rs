//! What comes of a tournament, while it is played and at the end.

use super::rating::Verdict;
use super::records::{GameRecord, RecordError};
use super::schedule::Pairing;
use super::standings::{Pair, Summary};

/// Receives what a tournament brings while it is played.
pub trait Listener {
    /// Games just finished, if they are recorded.
    ///
    /// # Errors
    /// They cannot be stored: the tournament stops.
    fn finished(&mut self, games: &[GameRecord]) -> Result<(), RecordError>;

    /// All pairs so far, every few seconds.
    fn standings(&mut self, pairs: &[Pair]);
}

/// The results of a tournament.
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
pub(super) struct PlayedPair {
    /// Its place among those of the round that are played.
    pub(super) place: usize,
    pub(super) engines: Pairing,
    pub(super) games: [Option<Summary>; 2],
    /// How many of its games were played before.
    pub(super) read: u64,
    pub(super) records: Vec<GameRecord>,
}
