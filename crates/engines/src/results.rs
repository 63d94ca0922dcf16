//! Results of a tournament, during play and at the end.

use super::rating::Verdict;
use super::records::{GameRecord, RecordError};
use super::schedule::Pairing;
use super::standings::{Pair, Summary};

/// A receiver of the results during a tournament.
pub trait Listener {
    /// Receives games that have just finished, if they are recorded.
    ///
    /// # Errors
    /// The games cannot be stored: the tournament stops.
    fn finished(&mut self, games: &[GameRecord]) -> Result<(), RecordError>;

    /// Receives all pairs so far, every few seconds.
    fn standings(&mut self, pairs: &[Pair]);
}

/// The results of a tournament.
#[derive(Clone, Debug, Default)]
pub struct Results {
    /// The pairs that count, in the order of the schedule.
    pub pairs: Vec<Pair>,
    /// The state of the sequential test, if there is one.
    pub verdict: Option<Verdict>,
    /// The number of games finished after the test was decided, which do not count.
    pub beyond: u64,
    /// Whether the tournament was stopped early.
    pub interrupted: bool,
}

/// The played games of a pair, both unless the monitor cancelled.
pub(super) struct PlayedPair {
    /// The index of the pair among those of the round to play.
    pub(super) place: usize,
    pub(super) engines: Pairing,
    pub(super) games: [Option<Summary>; 2],
    /// The number of its games read from the records.
    pub(super) read: u64,
    pub(super) records: Vec<GameRecord>,
}
