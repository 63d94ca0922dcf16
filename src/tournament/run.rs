//! A tournament, on as many threads as wanted.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use sowlab_solvers::{Monitor, Side};

use super::openings::Source;
use super::player::{Limits, Player};
use super::players::TabledGame;
use super::rating::{PairCounts, Sprt, Verdict};
use super::records::GameRecord;
use super::referee::{Conduct, Outcome, Referee, Unfinished};
use super::schedule::{Encounter, Form};
use super::spec::EngineSpec;
use super::standings::{Pair, Summary};
use crate::games::contest::Contest;

/// What decides which games are played, in the words in which it was given: the same setting plays
/// the same games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Setting {
    /// The full name of the game.
    pub game: String,
    /// Whether the pie rule is played, in the stones family.
    pub pie: bool,
    /// The engines.
    pub engines: Vec<String>,
    /// Who plays whom.
    pub form: Form,
    /// Games of each encounter.
    pub games: u64,
    /// The seed of everything that uses chance.
    pub seed: u64,
    /// The openings.
    pub openings: Vec<String>,
    /// The most rounds of a game: two moves each.
    pub max_rounds: u32,
    /// What games count that do not end.
    pub unfinished: Unfinished,
    /// How long engines think, if they were not told themselves.
    pub move_time: Option<Duration>,
    /// When to stop.
    pub sprt: Option<Sprt>,
    /// Tables that end games.
    pub adjudicate: Option<String>,
}

impl Setting {
    /// The first thing in which two settings differ: its name, and what it is in each.
    pub(super) fn difference(&self, other: &Setting) -> Option<(String, String, String)> {
        let fields = |setting: &Setting| match serde_json::to_value(setting) {
            Ok(serde_json::Value::Object(fields)) => fields,
            _ => serde_json::Map::new(),
        };
        let others = fields(other);
        fields(self).into_iter().find_map(|(name, was)| {
            let is = others.get(&name).cloned().unwrap_or_default();
            (was != is).then(|| (name, was.to_string(), is.to_string()))
        })
    }
}

/// Numbers mixed into one (the finaliser of splitmix64 after each).
pub(super) fn mixed(seed: u64, numbers: &[u64]) -> u64 {
    numbers.iter().fold(seed, |mixed, &number| {
        let mut word = mixed ^ number.wrapping_add(0x9e37_79b9_7f4a_7c15);
        word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ word >> 31
    })
}

/// What a tournament needs besides its setting.
pub struct Tournament<'a, C: Contest> {
    /// The setting.
    pub setting: &'a Setting,
    /// The game.
    pub contest: &'a C,
    /// The engines.
    pub specs: &'a [EngineSpec],
    /// The openings.
    pub openings: &'a Source<C>,
    /// Tables that end games.
    pub tables: Option<&'a TabledGame<C::State>>,
    /// How many games are played at once.
    pub threads: usize,
    /// Whether games are recorded move by move.
    pub recorded: bool,
    /// Progress in games, and whether to stop.
    pub monitor: &'a dyn Monitor,
}

/// What a tournament hands out while it goes on.
pub trait Listener {
    /// Games that were just finished, recorded if that was wanted.
    ///
    /// # Errors
    /// They cannot be kept: the tournament stops.
    fn finished(&mut self, games: &[GameRecord]) -> Result<(), String>;

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

/// A pair that is to be played.
struct Task {
    number: u64,
    engines: Encounter,
    opening: u64,
    /// What was played before.
    games: [Option<Summary>; 2],
    /// How many of the two games are wanted.
    wanted: usize,
}

/// A pair that was played, as far as the monitor let it.
struct Done {
    task: usize,
    games: [Option<Summary>; 2],
    records: Vec<GameRecord>,
}

/// How often standings are told.
const TELL_EVERY: Duration = Duration::from_secs(5);

impl<C: Contest + 'static> Tournament<'_, C> {
    /// Plays everything that is not among the games played `before`, by number.
    ///
    /// # Errors
    /// An engine that cannot be set up, or records that cannot be kept.
    pub fn run(
        &self,
        before: &FxHashMap<u64, Summary>,
        listener: &mut dyn Listener,
    ) -> Result<Results, String> {
        let mut results = Results::default();
        let mut met: Vec<Encounter> = Vec::new();
        let pairs = self.setting.games.div_ceil(2);
        let mut number = 0;
        for _ in 0..self.setting.form.rounds() {
            let points = half_points(self.specs.len(), &results.pairs);
            let encounters = self.setting.form.encounters(&points, &met);
            let mut tasks = Vec::new();
            for opening in 0..pairs {
                for &engines in &encounters {
                    let game = |place| before.get(&(2 * number + place)).copied();
                    let left = self.setting.games - 2 * opening;
                    tasks.push(Task {
                        number,
                        engines,
                        opening,
                        games: [game(0), game(1)],
                        wanted: left.min(2) as usize,
                    });
                    number += 1;
                }
            }
            met.extend(encounters);
            self.play_round(&tasks, &mut results, listener)?;
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
        tasks: &[Task],
        results: &mut Results,
        listener: &mut dyn Listener,
    ) -> Result<(), String> {
        let games = tasks.iter().map(|task| task.wanted as u64).sum();
        self.monitor.begin("games", games);
        let next = AtomicU64::new(0);
        let stop = AtomicBool::new(false);
        let watch = StopOr {
            stop: &stop,
            monitor: self.monitor,
        };
        thread::scope(|scope| {
            // Bounded, so that records do not pile up where the disk is slow.
            let (tell, heard) = sync_channel(1024);
            let workers: Vec<_> = (0..self.threads.max(1))
                .map(|_| {
                    let tell = tell.clone();
                    let (next, watch) = (&next, &watch);
                    scope.spawn(move || self.work(tasks, next, watch, &tell))
                })
                .collect();
            drop(tell);
            let collected = self.collect(tasks, &heard, results, listener);
            stop.store(true, Ordering::Relaxed);
            drop(heard);
            let failed = workers.into_iter().find_map(|worker| match worker.join() {
                Ok(done) => done.err(),
                Err(panic) => std::panic::resume_unwind(panic),
            });
            match (collected, failed) {
                (Err(error), _) | (Ok(()), Some(error)) => Err(error),
                (Ok(()), None) => Ok(()),
            }
        })
    }

    /// Puts pairs in their order and counts them; ends when the sequential test is decided.
    fn collect(
        &self,
        tasks: &[Task],
        heard: &Receiver<Done>,
        results: &mut Results,
        listener: &mut dyn Listener,
    ) -> Result<(), String> {
        let mut played: Vec<Option<Pair>> = vec![None; tasks.len()];
        let mut counts = PairCounts::default();
        let mut prefix = 0;
        let mut told = Instant::now();
        results.verdict = self.setting.sprt.map(|sprt| sprt.verdict(&counts));
        for done in heard {
            listener.finished(&done.records)?;
            let pair = Pair {
                engines: tasks[done.task].engines,
                games: done.games,
            };
            self.monitor
                .advance(pair.games.iter().flatten().count() as u64);
            played[done.task] = Some(pair);
            if let Some(sprt) = &self.setting.sprt {
                // In the order of the schedule, whoever was ready first.
                let mut decided = false;
                while let Some(points) = played
                    .get(prefix)
                    .and_then(|pair| pair.as_ref()?.half_points())
                {
                    prefix += 1;
                    counts.add(points);
                    let verdict = sprt.verdict(&counts);
                    results.verdict = Some(verdict);
                    decided = verdict.accepted.is_some();
                    if decided {
                        break;
                    }
                }
                if decided {
                    let beyond = played.drain(prefix..).flatten();
                    let games = beyond.flat_map(|pair| pair.games).flatten();
                    results.beyond = games.count() as u64;
                    break;
                }
            }
            if told.elapsed() >= TELL_EVERY {
                let so_far: Vec<Pair> = results
                    .pairs
                    .iter()
                    .copied()
                    .chain(played.iter().copied().flatten())
                    .collect();
                listener.standings(&so_far);
                told = Instant::now();
            }
        }
        results.interrupted = self.monitor.cancelled();
        results.pairs.extend(played.into_iter().flatten());
        Ok(())
    }

    /// Plays pair after pair. Searches within are on this thread alone: a pool of one.
    fn work(
        &self,
        tasks: &[Task],
        next: &AtomicU64,
        monitor: &dyn Monitor,
        tell: &SyncSender<Done>,
    ) -> Result<(), String> {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(1)
            .use_current_thread()
            .build()
            .map_err(|error| format!("cannot start a thread: {error}"))?;
        pool.install(|| {
            let mut players: Vec<[Option<Box<dyn Player<C>>>; 2]> =
                self.specs.iter().map(|_| [None, None]).collect();
            let mut referee = Referee::default();
            while !monitor.cancelled() {
                let task = next.fetch_add(1, Ordering::Relaxed) as usize;
                let Some(given) = tasks.get(task) else { break };
                let (one, other) = given.engines;
                // An engine that meets itself is two players.
                for (engine, seat) in [(one, 0), (other, 1)] {
                    let player = &mut players[engine][seat];
                    if player.is_none() {
                        *player = Some(self.specs[engine].player(self.contest)?);
                    }
                }
                let mut take = |engine: usize, seat: usize| players[engine][seat].take();
                let (Some(mut first), Some(mut second)) = (take(one, 0), take(other, 1)) else {
                    return Err("an engine is missing".into());
                };
                let done = self.play_pair(
                    task,
                    given,
                    &mut referee,
                    [&mut *first, &mut *second],
                    monitor,
                );
                players[one][0] = Some(first);
                players[other][1] = Some(second);
                if tell.send(done).is_err() {
                    break;
                }
            }
            Ok(())
        })
    }

    fn play_pair(
        &self,
        task: usize,
        given: &Task,
        referee: &mut Referee<C>,
        players: [&mut dyn Player<C>; 2],
        monitor: &dyn Monitor,
    ) -> Done {
        let mut done = Done {
            task,
            games: given.games,
            records: Vec::new(),
        };
        let seed = self.setting.seed;
        let missing = done.games.iter().take(given.wanted).any(Option::is_none);
        if !missing {
            return done;
        }
        let start = self.openings.get(self.contest, seed, given.opening);
        let conduct = Conduct {
            unfinished: self.setting.unfinished,
            most_moves: 2 * self.setting.max_rounds as usize,
            limits: Limits {
                time: self.setting.move_time,
                ..Limits::default()
            },
            tables: self.tables,
            monitor,
        };
        let [one, other] = players;
        for place in 0..given.wanted {
            if done.games[place].is_some() {
                continue;
            }
            let number = 2 * given.number + place as u64;
            let seeds = [0, 1].map(|side| mixed(seed, &[1, number, side]));
            let seats: [&mut dyn Player<C>; 2] = match place {
                0 => [&mut *one, &mut *other],
                _ => [&mut *other, &mut *one],
            };
            let started = self.recorded.then(Instant::now);
            let Some(outcome) = referee.play(self.contest, &start, seats, seeds, &conduct) else {
                break;
            };
            done.games[place] = Some(Summary {
                half_points: outcome.half_points,
                course: outcome.course,
                at_fault: outcome
                    .fault
                    .as_ref()
                    .map(|&(side, _)| usize::from(side == Side::Second)),
            });
            if let Some(started) = started {
                let (a, b) = given.engines;
                let engines = if place == 0 { [a, b] } else { [b, a] };
                done.records.push(self.record(
                    number,
                    engines,
                    &start,
                    seeds,
                    referee,
                    &outcome,
                    started.elapsed(),
                ));
            }
        }
        done
    }

    #[allow(clippy::too_many_arguments)] // They are the fields of one record.
    fn record(
        &self,
        game: u64,
        players: [usize; 2],
        start: &C::Position,
        seeds: [u64; 2],
        referee: &Referee<C>,
        outcome: &Outcome,
        time: Duration,
    ) -> GameRecord {
        let contest = self.contest;
        let moves = referee.moves();
        let last = moves
            .iter()
            .fold(*start, |place, &chosen| contest.advance(&place, chosen));
        let points = f64::from(outcome.half_points) / 2.0;
        GameRecord {
            game,
            players,
            engines: players.map(|player| self.specs[player].to_string()),
            start: start.to_string(),
            seeds,
            moves: contest.move_texts(start, moves),
            values: referee.values().to_vec(),
            record: contest.record_text(start, moves),
            position: last.to_string(),
            ending: outcome.ending,
            margin: outcome.margin,
            points: [points, 1.0 - points],
            course: format!("{:016x}", outcome.course),
            fault: outcome.fault.as_ref().map(|(side, fault)| {
                let name = contest.sides()[usize::from(*side == Side::Second)];
                format!("{name} {fault}")
            }),
            seconds: time.as_secs_f64(),
        }
    }
}

/// Half points of each engine.
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

/// Stops when the monitor says so, or the tournament.
struct StopOr<'a> {
    stop: &'a AtomicBool,
    monitor: &'a dyn Monitor,
}

impl Monitor for StopOr<'_> {
    fn cancelled(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.monitor.cancelled()
    }
}

/// What a record says, for those who go on with a tournament.
impl From<&GameRecord> for Summary {
    fn from(record: &GameRecord) -> Summary {
        Summary {
            half_points: (2.0 * record.points[0]) as u8,
            course: u64::from_str_radix(&record.course, 16).unwrap_or_default(),
            at_fault: record
                .fault
                .as_ref()
                .map(|_| usize::from(record.points[0] > 0.5)),
        }
    }
}
