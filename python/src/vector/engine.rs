//! Many games in progress: stepping, resetting, saving.

use rayon::prelude::*;

use super::arrays::{Arrays, Widths, planes, put, row, write_planes};
use super::kernel::{Actions, Kernel, Outcome, Random};
use crate::pool::Pool;

/// The time at which a finished game restarts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AutoReset {
    /// In the next step, whose action is ignored.
    NextStep,
    /// In the step that finishes it.
    SameStep,
    /// Only on an explicit reset.
    Disabled,
}

/// The setting shared by all games.
#[derive(Clone, Debug)]
pub(super) struct Setting {
    pub(super) auto_reset: AutoReset,
    /// The maximum number of steps of an episode; 0: no limit.
    pub(super) max_steps: u32,
    /// The number of random steps at the start of each episode.
    pub(super) opening_steps: u32,
    pub(super) starts: Vec<String>,
    pub(super) threads: usize,
}

/// The maximum number of attempts at the random steps of a start, if they end the game.
const TRIES: u32 = 32;

/// The state of a game in addition to its lane.
#[derive(Clone, Copy)]
struct Meta {
    random: Random,
    steps: u32,
    /// Whether the episode is over and not yet reset.
    done: bool,
}

/// A part of the games, stepped on one thread.
struct Shard<K: Kernel> {
    lanes: Vec<K::Lane>,
    metas: Vec<Meta>,
    scratch: K::Scratch,
    active: Vec<u32>,
    outcomes: Vec<Outcome>,
    counts: Vec<u8>,
}

/// Many games of one kernel.
pub(super) struct Engine<K: Kernel> {
    kernel: K,
    setting: Setting,
    /// The start positions of episodes, at least one.
    starts: Vec<K::Lane>,
    shards: Vec<Shard<K>>,
    pool: Option<Pool>,
    widths: Widths,
    cells: usize,
}

/// Many games of any kernel.
pub(super) trait Games: Send + Sync {
    fn widths(&self) -> Widths;
    /// Returns the rows and columns of cells, and the scalars.
    fn shape(&self) -> sowlab_games::contest::Shape;
    /// Restarts the threads in a process that was forked from the one that started them.
    fn revive(&mut self) -> Result<(), String>;
    /// Resets the selected games (all without a list) and writes the observations of all games.
    fn reset(&mut self, seed: Option<u64>, which: Option<&[bool]>, arrays: Arrays<'_>);
    /// Steps all games.
    fn step(&mut self, actions: &[Actions], arrays: Arrays<'_>) -> Result<(), String>;
    fn sample(&mut self, actions: &mut [Actions]);
    fn texts(&self) -> Vec<String>;
    fn save(&self) -> String;
    fn load(&mut self, state: &str) -> Result<(), String>;
}

impl<K: Kernel + 'static> Engine<K> {
    pub(super) fn new(kernel: K, games: usize, setting: Setting) -> Result<Engine<K>, String> {
        let read = |text: &String| {
            let lane = kernel
                .read(text)
                .map_err(|error| format!("starts: {error}"))?;
            match kernel.is_over(&lane) {
                true => Err(format!("starts: '{text}': the game is over")),
                false => Ok(lane),
            }
        };
        let mut starts: Vec<K::Lane> = setting.starts.iter().map(read).collect::<Result<_, _>>()?;
        if starts.is_empty() {
            starts.push(kernel.opening());
        }
        let threads = setting.threads.min(games);
        let pool = match threads {
            1 => None,
            _ => Some(Pool::start(threads)?),
        };
        let shape = kernel.shape();
        let cells = shape.rows * shape.columns;
        let widths = Widths {
            counts: shape.counts(),
            planes: planes(shape.scalars.len()) * cells,
            masks: kernel.actions(),
            seconds: kernel.seconds(),
        };
        let opening = kernel.opening();
        let share = |shard: usize| games * (shard + 1) / threads - games * shard / threads;
        let shards = (0..threads).map(|shard| Shard {
            lanes: vec![opening; share(shard)],
            metas: vec![
                Meta {
                    random: Random(0),
                    steps: 0,
                    done: false,
                };
                share(shard)
            ],
            scratch: kernel.scratch(),
            active: Vec::new(),
            outcomes: Vec::new(),
            counts: vec![0; widths.counts],
        });
        Ok(Engine {
            shards: shards.collect(),
            kernel,
            setting,
            starts,
            pool,
            widths,
            cells,
        })
    }

    /// Splits the engine into the part that shards read, and the shards.
    fn split(&mut self) -> (View<'_, K>, Shards<'_, K>) {
        let Engine {
            kernel,
            setting,
            starts,
            shards,
            pool,
            widths,
            cells,
        } = self;
        let view = View {
            kernel,
            setting,
            starts,
            widths: *widths,
            cells: *cells,
        };
        let shards = Shards {
            shards,
            pool: pool.as_ref(),
            widths: *widths,
        };
        (view, shards)
    }
}

/// The shards of an engine, and their threads.
struct Shards<'a, K: Kernel> {
    shards: &'a mut [Shard<K>],
    pool: Option<&'a Pool>,
    widths: Widths,
}

impl<K: Kernel> Shards<'_, K> {
    /// Runs work on each shard with its part of the arrays.
    fn each(self, mut arrays: Arrays<'_>, work: impl Fn(&mut Shard<K>, usize, Arrays<'_>) + Sync) {
        let mut parts = Vec::with_capacity(self.shards.len());
        let mut first = 0;
        for shard in self.shards {
            let games = shard.lanes.len();
            let (own, rest) = arrays.split(games, &self.widths);
            parts.push((shard, first, own));
            arrays = rest;
            first += games;
        }
        match self.pool {
            None => parts
                .into_iter()
                .for_each(|(shard, first, own)| work(shard, first, own)),
            Some(pool) => pool.install(|| {
                let parts = parts.into_par_iter();
                parts.for_each(|(shard, first, own)| work(shard, first, own));
            }),
        }
    }
}

/// The part of the engine that shards read.
struct View<'a, K: Kernel> {
    kernel: &'a K,
    setting: &'a Setting,
    starts: &'a [K::Lane],
    widths: Widths,
    cells: usize,
}

impl<K: Kernel> View<'_, K> {
    /// Begins a new episode.
    fn begin(&self, shard: &mut Shard<K>, game: usize) {
        let mut random = shard.metas[game].random;
        let mut lane = self.starts[0];
        for _ in 0..TRIES {
            lane = match self.starts {
                [only] => *only,
                starts => starts[random.below(starts.len())],
            };
            if self.play_at_random(&mut shard.scratch, &mut lane, &mut random) {
                break;
            }
            lane = self.starts[0];
        }
        shard.lanes[game] = lane;
        shard.metas[game] = Meta {
            random,
            steps: 0,
            done: false,
        };
    }

    /// Plays the random steps of a start. Returns whether the game is still open.
    fn play_at_random(
        &self,
        scratch: &mut K::Scratch,
        lane: &mut K::Lane,
        random: &mut Random,
    ) -> bool {
        let mut outcome = [Outcome::default()];
        for _ in 0..self.setting.opening_steps {
            let actions = [self.kernel.sample(scratch, lane, random)];
            let lanes = std::slice::from_mut(lane);
            self.kernel
                .step(scratch, lanes, &[0], &actions, &mut outcome);
            if outcome[0].over || outcome[0].endless {
                return false;
            }
        }
        true
    }

    /// Writes the observation of a game.
    #[inline]
    fn write(&self, shard: &mut Shard<K>, game: usize, arrays: &mut Arrays<'_>) {
        let Shard {
            lanes,
            metas,
            scratch,
            counts,
            ..
        } = shard;
        let lane = &lanes[game];
        if !arrays.counts.is_empty() {
            let row = row(arrays.counts, game, self.widths.counts);
            self.kernel.observe(lane, row);
        }
        if !arrays.planes.is_empty() {
            self.kernel.observe(lane, counts);
            let row = row(arrays.planes, game, self.widths.planes);
            write_planes(counts, self.cells, row);
        }
        let mask = row(arrays.masks, game, self.widths.masks);
        let second = row(arrays.seconds, game, self.widths.seconds);
        if !mask.is_empty() || !second.is_empty() {
            match metas[game].done {
                true => {
                    mask.fill(false);
                    second.fill(false);
                }
                false => self.kernel.mask(scratch, lane, mask, second),
            }
        }
        put(arrays.sides, game, self.kernel.side(lane));
    }

    /// Steps the games of a shard from `from` to `to`; actions must be legal.
    fn step(
        &self,
        shard: &mut Shard<K>,
        (from, to): (usize, usize),
        actions: &[Actions],
        arrays: &mut Arrays<'_>,
    ) {
        shard.active.clear();
        let metas = &shard.metas[..to];
        let open = (from..to).filter(|&game| !metas[game].done);
        shard.active.extend(open.map(|game| game as u32));
        shard
            .outcomes
            .resize(shard.active.len(), Outcome::default());
        let Shard {
            lanes,
            scratch,
            active,
            outcomes,
            ..
        } = shard;
        self.kernel.step(scratch, lanes, active, actions, outcomes);
        let mut stepped = 0;
        for game in from..to {
            let mut outcome = Outcome::default();
            let mut truncated = false;
            if shard.metas[game].done {
                // The step after the end of the episode.
                self.begin(shard, game);
            } else {
                outcome = shard.outcomes[stepped];
                stepped += 1;
                let meta = &mut shard.metas[game];
                meta.steps += 1;
                let over = outcome.over || outcome.endless;
                let limit = self.setting.max_steps;
                truncated = !over && limit > 0 && meta.steps >= limit;
                meta.done = over || truncated;
                if meta.done && self.setting.auto_reset == AutoReset::SameStep {
                    if !arrays.finals.is_empty() {
                        let row = row(arrays.finals, game, self.widths.counts);
                        self.kernel.observe(&shard.lanes[game], row);
                    }
                    self.begin(shard, game);
                }
            }
            put(arrays.rewards, game, outcome.gain as f32);
            put(arrays.terminated, game, outcome.over || outcome.endless);
            put(arrays.truncated, game, truncated);
            put(arrays.endless, game, outcome.endless);
            self.write(shard, game, arrays);
        }
    }
}

impl<K: Kernel + 'static> Games for Engine<K> {
    fn widths(&self) -> Widths {
        self.widths
    }

    fn shape(&self) -> sowlab_games::contest::Shape {
        self.kernel.shape()
    }

    fn revive(&mut self) -> Result<(), String> {
        if self.pool.as_ref().is_some_and(|pool| !pool.is_ours()) {
            self.pool = Some(Pool::start(self.shards.len())?);
        }
        Ok(())
    }

    fn reset(&mut self, seed: Option<u64>, which: Option<&[bool]>, arrays: Arrays<'_>) {
        let (view, shards) = self.split();
        shards.each(arrays, |shard, first, mut arrays| {
            for game in 0..shard.lanes.len() {
                if which.is_none_or(|which| which[first + game]) {
                    if let Some(seed) = seed {
                        shard.metas[game].random = Random::new(seed, (first + game) as u64);
                    }
                    view.begin(shard, game);
                    put(arrays.rewards, game, 0.0);
                    put(arrays.terminated, game, false);
                    put(arrays.truncated, game, false);
                    put(arrays.endless, game, false);
                }
                view.write(shard, game, &mut arrays);
            }
        });
    }

    fn step(&mut self, actions: &[Actions], arrays: Arrays<'_>) -> Result<(), String> {
        self.check(actions)?;
        let (view, shards) = self.split();
        shards.each(arrays, |shard, first, mut arrays| {
            let games = shard.lanes.len();
            let actions = &actions[first..first + games];
            let mut from = 0;
            while from < games {
                let to = games.min(from + K::TOGETHER);
                view.step(shard, (from, to), actions, &mut arrays);
                from = to;
            }
        });
        Ok(())
    }

    fn sample(&mut self, actions: &mut [Actions]) {
        let mut rest = actions;
        for shard in &mut self.shards {
            let (own, others) = rest.split_at_mut(shard.lanes.len());
            rest = others;
            for (game, actions) in own.iter_mut().enumerate() {
                let random = &mut shard.metas[game].random;
                *actions = self
                    .kernel
                    .sample(&mut shard.scratch, &shard.lanes[game], random);
            }
        }
    }

    fn texts(&self) -> Vec<String> {
        let lanes = self.shards.iter().flat_map(|shard| &shard.lanes);
        lanes.map(|lane| self.kernel.text(lane)).collect()
    }

    fn save(&self) -> String {
        let mut text = format!("{HEAD}\n{}\n{}\n", self.kernel.name(), self.games());
        for shard in &self.shards {
            for (lane, meta) in shard.lanes.iter().zip(&shard.metas) {
                let Meta {
                    random,
                    steps,
                    done,
                } = meta;
                let lane = self.kernel.write(lane);
                text += &format!("{:016x} {steps} {} {lane}\n", random.0, u8::from(*done));
            }
        }
        text
    }

    fn load(&mut self, state: &str) -> Result<(), String> {
        let wrong = |what: String| format!("state: {what}");
        let mut lines = state.lines();
        let expected = [
            HEAD.to_owned(),
            self.kernel.name(),
            self.games().to_string(),
        ];
        for expected in expected {
            match lines.next() {
                Some(line) if line == expected => {}
                line => {
                    let found: String = line.unwrap_or_default().chars().take(80).collect();
                    return Err(wrong(format!("'{found}' where '{expected}' is expected")));
                }
            }
        }
        let read = |line: &str| -> Option<Result<(K::Lane, Meta), String>> {
            let mut parts = line.splitn(4, ' ');
            let random = Random(u64::from_str_radix(parts.next()?, 16).ok()?);
            let steps = parts.next()?.parse().ok()?;
            let done = match parts.next()? {
                "0" => false,
                "1" => true,
                _ => return None,
            };
            let meta = Meta {
                random,
                steps,
                done,
            };
            Some(self.kernel.read(parts.next()?).map(|lane| (lane, meta)))
        };
        let mut all = Vec::with_capacity(self.games());
        for (number, line) in lines.enumerate() {
            let game = read(line).unwrap_or_else(|| Err("a damaged line".to_owned()));
            let (lane, meta) = game.map_err(|error| wrong(format!("game {number}: {error}")))?;
            if !meta.done && self.kernel.is_over(&lane) {
                return Err(wrong(format!("game {number} is over and not marked so")));
            }
            all.push((lane, meta));
        }
        if all.len() != self.games() {
            return Err(wrong(format!("{} games, not {}", all.len(), self.games())));
        }
        let mut all = all.into_iter();
        for shard in &mut self.shards {
            for (game, (lane, meta)) in all.by_ref().take(shard.lanes.len()).enumerate() {
                shard.lanes[game] = lane;
                shard.metas[game] = meta;
            }
        }
        Ok(())
    }
}

/// The first line of a saved state.
const HEAD: &str = "sowlab vector state 1";

impl<K: Kernel + 'static> Engine<K> {
    fn games(&self) -> usize {
        self.shards.iter().map(|shard| shard.lanes.len()).sum()
    }

    /// Checks all actions before any step.
    fn check(&mut self, actions: &[Actions]) -> Result<(), String> {
        let mut number = 0;
        for shard in &mut self.shards {
            for (lane, meta) in shard.lanes.iter().zip(&shard.metas) {
                let given = actions[number];
                if meta.done {
                    if self.setting.auto_reset == AutoReset::Disabled {
                        return Err(format!("game {number} is over: reset it first"));
                    }
                } else if !self.kernel.legal(&mut shard.scratch, lane, given) {
                    return Err(self.refused(number, given));
                }
                number += 1;
            }
        }
        Ok(())
    }

    /// Returns the reason for refusing an action, with the allowed actions.
    fn refused(&self, number: usize, given: Actions) -> String {
        let mut lanes = self.shards.iter().flat_map(|shard| &shard.lanes);
        let Some(lane) = lanes.nth(number) else {
            return format!("game {number}: there is none");
        };
        let mut mask = vec![false; self.widths.masks];
        let mut second = vec![false; self.widths.seconds];
        let mut scratch = self.kernel.scratch();
        self.kernel.mask(&mut scratch, lane, &mut mask, &mut second);
        let legal: Vec<String> = (mask.iter().enumerate())
            .filter(|(_, legal)| **legal)
            .map(|(action, _)| action.to_string())
            .collect();
        let legal = legal.join(" ");
        match self.widths.seconds {
            0 => format!("game {number}: action {} is not legal: {legal}", given[0]),
            _ => format!(
                "game {number}: actions {} and {} are not legal: of the side with sente {legal}; of the other \
                 wish * {holes} + otherwise of two different ones of these",
                given[0],
                given[1],
                holes = self.widths.masks
            ),
        }
    }
}
