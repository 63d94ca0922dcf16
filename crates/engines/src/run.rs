//! A tournament on any number of threads.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread;

use rustc_hash::FxHashMap;
use sowlab_base::interrupt::stoppable;
use sowlab_solvers::{Monitor, Switched, Unwatched};

use super::PlayError;
use super::collect::Collector;
use super::openings::Source;
use super::player::Player;
use super::referee::Referee;
use super::results::{Listener, PlayedPair, Results};
use super::schedule::Pairing;
use super::setting::Setting;
use super::spec::EngineSpec;
use super::standings::{Pair, Summary};
use sowlab_analysis::tables::OpenTables;
use sowlab_base::pieces::Shard;
use sowlab_games::contest::Contest;

/// A tournament, ready to run.
pub struct Tournament<'a, C: Contest> {
    /// The setting.
    pub setting: &'a Setting,
    /// The game.
    pub contest: &'a C,
    /// The engines.
    pub specs: &'a [EngineSpec],
    /// The openings.
    pub openings: &'a Source<C>,
    /// The tables that adjudicate games.
    pub tables: Option<&'a OpenTables<C::State>>,
    /// The shard of the pairs of each round to play; `None`: all.
    pub shard: Option<Shard>,
    /// The number of games played at once.
    pub threads: usize,
    /// Whether games are recorded move by move.
    pub recorded: bool,
    /// Receives progress in games, and stops the tournament.
    pub monitor: &'a dyn Monitor,
}

/// The pairs of one round, created on demand: there can be more than fit in memory.
pub(super) struct Round<'a> {
    pairings: Vec<Pairing>,
    /// The games of each pairing.
    games: u64,
    /// The number of the first pair.
    first: u64,
    /// The places of the pairs to play.
    places: Range<u64>,
    before: &'a FxHashMap<u64, Summary>,
}

impl<'a> Round<'a> {
    /// Creates a round with all its pairs, or with a shard of them.
    fn new(
        pairings: Vec<Pairing>,
        games: u64,
        first: u64,
        shard: Option<Shard>,
        before: &'a FxHashMap<u64, Summary>,
    ) -> Round<'a> {
        let pairs = games.div_ceil(2) * pairings.len() as u64;
        Round {
            pairings,
            games,
            first,
            places: shard.map_or(0..pairs, |shard| shard.units(pairs)),
            before,
        }
    }

    /// Returns the number of games before a place.
    fn games_before(&self, place: u64) -> u64 {
        // With an odd number of games the pairs from the last opening have one game.
        let whole = self.games / 2 * self.pairings.len() as u64;
        place + place.min(whole)
    }

    /// Returns the number of the round's games that were played before.
    fn games_read(&self) -> u64 {
        let Range { start, end } = self.places;
        let numbers = 2 * (self.first + start)..2 * (self.first + end);
        let read = self.before.keys().filter(|number| numbers.contains(number));
        read.count() as u64
    }

    /// Returns the pair at this place of the round: all pairings from the first opening, then from the next.
    fn task(&self, place: u64) -> Option<PairTask> {
        if !self.places.contains(&place) {
            return None;
        }
        let pairings = self.pairings.len() as u64;
        let opening = place / pairings;
        let number = self.first + place;
        let left = self.games - 2 * opening;
        Some(PairTask {
            number,
            engines: self.pairings[(place % pairings) as usize],
            opening,
            games: [0, 1].map(|game| self.before.get(&(2 * number + game)).copied()),
            wanted: left.min(2) as usize,
        })
    }
}

/// A pair to play.
pub(super) struct PairTask {
    pub(super) number: u64,
    pub(super) engines: Pairing,
    pub(super) opening: u64,
    /// The games played before.
    pub(super) games: [Option<Summary>; 2],
    /// The number of games to play, 1 or 2.
    pub(super) wanted: usize,
}

impl<C: Contest> Tournament<'_, C> {
    /// Plays all games except those played `before`, by number.
    ///
    /// # Errors
    /// An engine cannot be set up, or records cannot be stored.
    pub fn run(
        &self,
        before: &FxHashMap<u64, Summary>,
        listener: &mut dyn Listener,
    ) -> Result<Results, PlayError> {
        let mut results = Results::default();
        let mut met: Vec<Pairing> = Vec::new();
        let mut first = 0;
        for _ in 0..self.setting.form.rounds() {
            let points = half_points(self.specs.len(), &results.pairs);
            let pairings = self.setting.form.pairings(&points, &met);
            met.extend(&pairings);
            let pairs = self.setting.games.div_ceil(2) * pairings.len() as u64;
            let games = self.setting.games;
            let round = Round::new(pairings, games, first, self.shard, before);
            first += pairs;
            self.play_round(&round, &mut results, listener)?;
            let decided = results
                .verdict
                .is_some_and(|verdict| verdict.accepted.is_some());
            if results.interrupted || decided {
                break;
            }
        }
        Ok(results)
    }

    fn play_round(
        &self,
        round: &Round<'_>,
        results: &mut Results,
        listener: &mut dyn Listener,
    ) -> Result<(), PlayError> {
        let Range { start, end } = round.places;
        let games = round.games_before(end) - round.games_before(start);
        self.monitor.begin("games", games);
        self.monitor.resume(round.games_read());
        let next = AtomicU64::new(start);
        let unwatched = Unwatched(self.monitor);
        let watch = Switched::new(&unwatched);
        thread::scope(|scope| {
            // Bounded, so that records do not accumulate if the disk is slow.
            let (sender, receiver) = sync_channel(1024);
            let most = usize::try_from(end - start).unwrap_or(usize::MAX);
            let workers: Vec<_> = (0..self.threads.clamp(1, most.max(1)))
                .map(|_| {
                    let sender = sender.clone();
                    let (next, watch) = (&next, &watch);
                    scope.spawn(move || {
                        let done = self.work(round, next, watch, &sender);
                        if done.is_err() {
                            watch.stop();
                        }
                        done
                    })
                })
                .collect();
            drop(sender);
            let collected = Collector::new(self.setting.sprt, self.monitor, results)
                .collect(&receiver, listener, &watch);
            watch.stop();
            drop(receiver);
            let failed = workers.into_iter().find_map(|worker| match worker.join() {
                Ok(done) => done.err(),
                Err(panic) => std::panic::resume_unwind(panic),
            });
            match (collected, failed) {
                (Err(error), _) => Err(error.into()),
                (Ok(()), Some(error)) => Err(error),
                (Ok(()), None) => Ok(()),
            }
        })?;
        results.interrupted = self.monitor.cancelled();
        Ok(())
    }

    /// Plays pair after pair. Searches within use this thread alone, in a pool of one.
    fn work(
        &self,
        round: &Round<'_>,
        next: &AtomicU64,
        monitor: &dyn Monitor,
        sender: &SyncSender<PlayedPair>,
    ) -> Result<(), PlayError> {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(1)
            .use_current_thread()
            .build()?;
        let play = || -> Result<(), PlayError> {
            // An engine that meets itself needs two players.
            let mut players: [Vec<Option<Box<dyn Player<C>>>>; 2] =
                [(); 2].map(|()| self.specs.iter().map(|_| None).collect());
            let mut referee = Referee::default();
            while !monitor.cancelled() {
                let place = next.fetch_add(1, Ordering::Relaxed);
                let Some(given) = round.task(place) else {
                    break;
                };
                let (one, other) = given.engines;
                let [firsts, seconds] = &mut players;
                let pair = [
                    self.player(one, &mut firsts[one])?,
                    self.player(other, &mut seconds[other])?,
                ];
                let place = (place - round.places.start) as usize;
                let done = self.play_pair(place, &given, &mut referee, pair, monitor)?;
                if sender.send(done).is_err() {
                    break;
                }
            }
            Ok(())
        };
        // A game that was cancelled in the middle of a round has no result.
        stoppable(|| pool.install(play)).unwrap_or(Ok(()))
    }

    /// Returns the player of an engine in a seat, created on first use.
    fn player<'p>(
        &self,
        engine: usize,
        seat: &'p mut Option<Box<dyn Player<C>>>,
    ) -> Result<&'p mut dyn Player<C>, PlayError> {
        Ok(match seat {
            Some(player) => player.as_mut(),
            None => seat
                .insert(self.specs[engine].player(self.contest)?)
                .as_mut(),
        })
    }
}

/// Returns the half points of each engine.
fn half_points(engines: usize, pairs: &[Pair]) -> Vec<u64> {
    let mut points = vec![0; engines];
    for pair in pairs {
        let (one, other) = pair.engines;
        for (place, game) in pair.games.iter().enumerate() {
            let Some(game) = game else { continue };
            let first = u64::from(game.half_points);
            let (first_engine, second_engine) = if place == 0 {
                (one, other)
            } else {
                (other, one)
            };
            points[first_engine] += first;
            points[second_engine] += 2 - first;
        }
    }
    points
}
