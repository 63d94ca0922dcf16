//! Collection of played pairs in the order of the schedule, whatever order they finish in.

use std::sync::mpsc::Receiver;
use std::time::Duration;

use sowlab_base::Instant;
use sowlab_solvers::{Monitor, Switched};

use super::rating::{PairCounts, Sprt};
use super::records::RecordError;
use super::results::{Listener, PlayedPair, Results};
use super::standings::Pair;

/// The interval between two reports of the standings.
const REPORT_INTERVAL: Duration = Duration::from_secs(5);

/// Collector of the played pairs of one round.
pub(super) struct Collector<'a> {
    monitor: &'a dyn Monitor,
    sprt: Option<Sprt>,
    /// The played pairs, by place in the round; `None` for a pair that is not finished.
    played: Vec<Option<Pair>>,
    /// The number of pairs that the sequential test has counted: all before the first missing one.
    tested: usize,
    counts: PairCounts,
    results: &'a mut Results,
}

impl<'a> Collector<'a> {
    pub(super) fn new(
        sprt: Option<Sprt>,
        monitor: &'a dyn Monitor,
        results: &'a mut Results,
    ) -> Collector<'a> {
        results.verdict = sprt.map(|sprt| sprt.verdict(&PairCounts::default()));
        Collector {
            monitor,
            sprt,
            played: Vec::new(),
            tested: 0,
            counts: PairCounts::default(),
            results,
        }
    }

    /// Collects pairs until all workers have finished. Once the sequential test is decided, it stops the workers. Pairs
    /// that they finish afterwards are recorded but do not count.
    pub(super) fn collect(
        mut self,
        receiver: &Receiver<PlayedPair>,
        listener: &mut dyn Listener,
        stop: &Switched<'_>,
    ) -> Result<(), RecordError> {
        let mut reported = Instant::now();
        let mut decided = false;
        for done in receiver {
            listener.finished(&done.records)?;
            let games = done.games.iter().flatten().count() as u64;
            self.monitor.advance(games - done.read);
            if self.played.len() <= done.place {
                self.played.resize(done.place + 1, None);
            }
            self.played[done.place] = Some(Pair {
                engines: done.engines,
                games: done.games,
            });
            if !decided && self.test() {
                decided = true;
                stop.stop();
            }
            if reported.elapsed() >= REPORT_INTERVAL {
                let earlier = self.results.pairs.iter();
                let so_far: Vec<Pair> = earlier
                    .chain(self.played.iter().flatten())
                    .copied()
                    .collect();
                listener.standings(&so_far);
                reported = Instant::now();
            }
        }
        if decided {
            let beyond = self.played.drain(self.tested..).flatten();
            let games = beyond.flat_map(|pair| pair.games).flatten();
            self.results.beyond = games.count() as u64;
        }
        self.results.pairs.extend(self.played.into_iter().flatten());
        Ok(())
    }

    /// Feeds the next pairs in schedule order to the sequential test. Returns whether the test is decided.
    fn test(&mut self) -> bool {
        let Some(sprt) = self.sprt else {
            return false;
        };
        let next = |played: &[Option<Pair>], at: usize| {
            played.get(at).and_then(|pair| pair.as_ref()?.half_points())
        };
        while let Some(points) = next(&self.played, self.tested) {
            self.tested += 1;
            self.counts.add(points);
            let verdict = sprt.verdict(&self.counts);
            self.results.verdict = Some(verdict);
            if verdict.accepted.is_some() {
                return true;
            }
        }
        false
    }
}
