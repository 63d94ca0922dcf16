//! Runs a tournament from its settings: looks up the game, sets up engines, openings and tables.

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
use crate::analysis::tables::OpenTables;
use crate::catalog::CatalogGame;
use crate::games::contest::{Contest, Visit};
use crate::pieces::Shard;

/// A tournament of a game of the catalog, all parts checked.
pub struct Runner<'a> {
    /// The game.
    pub game: CatalogGame,
    /// What is played.
    pub setting: &'a Setting,
    /// The engines.
    pub specs: &'a [EngineSpec],
    /// The openings.
    pub openings: &'a Openings,
    /// Only this piece of the pairs.
    pub shard: Option<Shard>,
    /// How many games are played at once.
    pub threads: usize,
    /// Whether games are recorded move by move.
    pub recorded: bool,
    /// Progress in games, and whether to stop.
    pub monitor: &'a dyn Monitor,
}

impl Runner<'_> {
    /// Checks everything that can be checked before a game is played. What engines that are other programs
    /// call themselves, by their numbers.
    ///
    /// # Errors
    /// An engine that cannot be set up for this game, openings that are none, tables that are
    /// missing, a tournament that cannot be divided so.
    pub fn check(&self) -> Result<Vec<Option<String>>, RunError> {
        if let Some(shard) = self.shard {
            self.setting.check_shard(shard)?;
        }
        let mut names = Vec::new();
        self.visit(Task::Check(&mut names))?;
        Ok(names)
    }

    /// Plays all games except those played `before`, by number.
    ///
    /// # Errors
    /// As [`Runner::check`]; and records that cannot be stored.
    pub fn run(
        &self,
        before: &FxHashMap<u64, Summary>,
        listener: &mut dyn Listener,
    ) -> Result<Results, RunError> {
        self.visit(Task::Play(before, listener))
    }

    fn visit(&self, task: Task<'_>) -> Result<Results, RunError> {
        let visitor = Visitor { runner: self, task };
        self.game
            .visit(self.setting.pie, visitor)
            .map_err(SetupError::Game)?
    }
}

enum Task<'a> {
    Check(&'a mut Vec<Option<String>>),
    Play(&'a FxHashMap<u64, Summary>, &'a mut dyn Listener),
}

struct Visitor<'a, 'b> {
    runner: &'a Runner<'a>,
    task: Task<'b>,
}

impl Visit for Visitor<'_, '_> {
    type Output = Result<Results, RunError>;

    fn visit<C: Contest>(self, contest: C) -> Self::Output {
        let runner = self.runner;
        let openings = runner
            .openings
            .read(&contest)
            .map_err(SetupError::Openings)?;
        let tables = runner.setting.adjudicate.as_ref().map(|directory| {
            OpenTables::open(&contest, Path::new(directory)).map_err(SetupError::Adjudicate)
        });
        let tables = tables.transpose()?;
        match self.task {
            Task::Check(names) => {
                for spec in runner.specs {
                    // One search on each thread may want it at the same time.
                    let reserved = (0..runner.threads).map(|_| spec.reserve());
                    let reserved: Result<Vec<_>, _> = reserved.collect();
                    drop(reserved.map_err(SetupError::Engine)?);
                    let player = spec.start(&contest, 0).map_err(SetupError::Engine)?;
                    names.push(player.name());
                }
                Ok(Results::default())
            }
            Task::Play(before, listener) => Tournament {
                setting: runner.setting,
                contest: &contest,
                specs: runner.specs,
                openings: &openings,
                tables: tables.as_ref(),
                shard: runner.shard,
                threads: runner.threads,
                recorded: runner.recorded,
                monitor: runner.monitor,
            }
            .run(before, listener)
            .map_err(RunError::Play),
        }
    }
}
