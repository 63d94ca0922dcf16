//! A tournament from its setting: finds the game and sets up engines, openings and tables.

use std::path::Path;

use rustc_hash::FxHashMap;
use sowlab_solvers::Monitor;

use super::openings::Openings;
use super::results::{Listener, Results};
use super::run::Tournament;
use super::setting::Setting;
use super::spec::EngineSpec;
use super::standings::Summary;
use super::{RunError, SetupError};
use sowlab_analysis::tables::OpenTables;
use sowlab_base::pieces::Shard;
use sowlab_games::catalog::{CatalogGame, Family};
use sowlab_games::contest::Contest;
use sowlab_games::for_family;

/// A tournament of a game of the catalog.
pub struct Runner<'a> {
    /// The game.
    pub game: CatalogGame,
    /// The setting.
    pub setting: &'a Setting,
    /// The engines.
    pub specs: &'a [EngineSpec],
    /// The openings.
    pub openings: &'a Openings,
    /// The shard of the pairs to play; `None`: all.
    pub shard: Option<Shard>,
    /// The number of games played at once.
    pub threads: usize,
    /// Whether games are recorded move by move.
    pub recorded: bool,
    /// Receives progress in games, and stops the tournament.
    pub monitor: &'a dyn Monitor,
}

impl Runner<'_> {
    /// Checks everything that can be checked before play. Returns the names that external engines give themselves, by
    /// engine number.
    ///
    /// # Errors
    /// An engine cannot be set up for this game, openings are invalid, tables are missing, or the tournament cannot be
    /// divided into shards.
    pub fn check(&self) -> Result<Vec<Option<String>>, RunError> {
        if let Some(shard) = self.shard {
            self.setting.check_shard(shard)?;
        }
        let mut names = Vec::new();
        self.do_task(Task::Check(&mut names))?;
        Ok(names)
    }

    /// Plays all games except those played `before`, by number.
    ///
    /// # Errors
    /// As for [`Runner::check`]; or records cannot be stored.
    pub fn run(
        &self,
        before: &FxHashMap<u64, Summary>,
        listener: &mut dyn Listener,
    ) -> Result<Results, RunError> {
        self.do_task(Task::Play(before, listener))
    }

    fn do_task(&self, task: Task<'_>) -> Result<Results, RunError> {
        let pie = self.setting.pie;
        for_family!(&self.game, family => {
            let game = family.contest(pie).map_err(SetupError::Game)?;
            self.do_task_of(&game, task)
        })
    }

    fn do_task_of<C: Contest>(&self, contest: &C, task: Task<'_>) -> Result<Results, RunError> {
        let openings = self.openings.read(contest).map_err(SetupError::Openings)?;
        let tables = self.setting.adjudicate.as_ref().map(|directory| {
            OpenTables::open(contest, Path::new(directory)).map_err(SetupError::Adjudicate)
        });
        let tables = tables.transpose()?;
        match task {
            Task::Check(names) => {
                for spec in self.specs {
                    // Each thread may run one search at the same time.
                    let reserved = (0..self.threads).map(|_| spec.reserve());
                    let reserved: Result<Vec<_>, _> = reserved.collect();
                    drop(reserved.map_err(SetupError::Engine)?);
                    let player = spec.start(contest, 0).map_err(SetupError::Engine)?;
                    names.push(player.name());
                }
                Ok(Results::default())
            }
            Task::Play(before, listener) => Tournament {
                setting: self.setting,
                contest,
                specs: self.specs,
                openings: &openings,
                tables: tables.as_ref(),
                shard: self.shard,
                threads: self.threads,
                recorded: self.recorded,
                monitor: self.monitor,
            }
            .run(before, listener)
            .map_err(RunError::Play),
        }
    }
}

enum Task<'a> {
    Check(&'a mut Vec<Option<String>>),
    Play(&'a FxHashMap<u64, Summary>, &'a mut dyn Listener),
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;
    use crate::records::{GameRecord, RecordError};
    use crate::referee::Unfinished;
    use crate::schedule::Form;
    use crate::standings::Pair;

    /// The numbers of games to play, games read, and games played.
    #[derive(Default)]
    struct Counted(Mutex<[u64; 3]>);

    impl Monitor for Counted {
        fn begin(&self, _: &str, units: u64) {
            self.0.lock().unwrap()[0] += units;
        }

        fn resume(&self, units: u64) {
            self.0.lock().unwrap()[1] += units;
        }

        fn advance(&self, units: u64) {
            self.0.lock().unwrap()[2] += units;
        }
    }

    #[derive(Default)]
    struct KeptRecords(Vec<GameRecord>);

    impl Listener for KeptRecords {
        fn finished(&mut self, games: &[GameRecord]) -> Result<(), RecordError> {
            self.0.extend_from_slice(games);
            Ok(())
        }

        fn standings(&mut self, _: &[Pair]) {}
    }

    #[test]
    fn games_that_were_read_are_not_counted_as_played() {
        let specs: Vec<EngineSpec> = ["random", "greedy", "random"]
            .iter()
            .map(|text| text.parse().unwrap())
            .collect();
        for form in [Form::RoundRobin, Form::Swiss { rounds: 3 }] {
            let setting = Setting {
                game: "33stones".into(),
                pie: false,
                engines: ["a", "b", "c"].map(String::from).to_vec(),
                form,
                games: 5,
                seed: 1,
                openings: vec!["start".into()],
                max_rounds: 100,
                unfinished: Unfinished::Cups,
                move_time: None,
                sprt: None,
                adjudicate: None,
            };
            let run = |before: &FxHashMap<u64, Summary>, listener: &mut KeptRecords| {
                let counted = Counted::default();
                let runner = Runner {
                    game: "33stones".parse().unwrap(),
                    setting: &setting,
                    specs: &specs,
                    openings: &Openings::Start,
                    shard: None,
                    threads: 2,
                    recorded: true,
                    monitor: &counted,
                };
                runner.run(before, listener).unwrap();
                counted.0.into_inner().unwrap()
            };
            let mut all = KeptRecords::default();
            let [games, read, played] = run(&FxHashMap::default(), &mut all);
            assert_eq!((read, played), (0, games), "{form:?}");
            assert_eq!(all.0.len() as u64, games);
            let half = all.0.iter().filter(|game| game.game % 3 != 0);
            let before: FxHashMap<u64, Summary> =
                half.map(|game| (game.game, Summary::from(game))).collect();
            let found = run(&before, &mut KeptRecords::default());
            let known = before.len() as u64;
            assert_eq!(found, [games, known, games - known], "{form:?}");
        }
    }
}
