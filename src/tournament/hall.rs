//! A tournament from its setting alone: whichever game, engines, openings and tables it names.

use std::path::Path;

use rustc_hash::FxHashMap;
use sowlab_solvers::Monitor;

use super::openings::Openings;
use super::players::OpenTables;
use super::run::{Listener, Results, Tournament};
use super::setting::Setting;
use super::spec::EngineSpec;
use super::standings::Summary;
use crate::catalog::CatalogGame;
use crate::games::contest::{Contest, Visit};

/// A tournament of a game of the catalog, all parts checked.
pub struct Hall<'a> {
    /// The game.
    pub game: CatalogGame,
    /// What is played.
    pub setting: &'a Setting,
    /// The engines.
    pub specs: &'a [EngineSpec],
    /// The openings.
    pub openings: &'a Openings,
    /// How many games are played at once.
    pub threads: usize,
    /// Whether games are recorded move by move.
    pub recorded: bool,
    /// Progress in games, and whether to stop.
    pub monitor: &'a dyn Monitor,
}

/// Why a tournament does not take place, or ends early.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HallError {
    /// Something in the setting is wrong; nothing was played.
    #[error("{0}")]
    Setting(String),
    /// Something went wrong while it was played.
    #[error("{0}")]
    Play(String),
}

impl Hall<'_> {
    /// Checks everything that can be checked before a game is played.
    ///
    /// # Errors
    /// An engine that cannot be set up for this game, openings that are none, tables that are
    /// missing.
    pub fn check(&self) -> Result<(), HallError> {
        self.visit(Task::Check)?;
        Ok(())
    }

    /// Plays all games but those played `before`, by number.
    ///
    /// # Errors
    /// As [`Hall::check`]; and records that cannot be kept.
    pub fn run(
        &self,
        before: &FxHashMap<u64, Summary>,
        listener: &mut dyn Listener,
    ) -> Result<Results, HallError> {
        self.visit(Task::Play(before, listener))
    }

    fn visit(&self, task: Task<'_>) -> Result<Results, HallError> {
        let guest = Guest { hall: self, task };
        self.game
            .visit(self.setting.pie, guest)
            .map_err(|error| HallError::Setting(error.to_string()))?
    }
}

enum Task<'a> {
    Check,
    Play(&'a FxHashMap<u64, Summary>, &'a mut dyn Listener),
}

struct Guest<'a, 'b> {
    hall: &'a Hall<'a>,
    task: Task<'b>,
}

impl Visit for Guest<'_, '_> {
    type Output = Result<Results, HallError>;

    fn visit<C: Contest>(self, contest: C) -> Self::Output {
        let hall = self.hall;
        let openings = hall.openings.read(&contest).map_err(HallError::Setting)?;
        let tables = hall.setting.adjudicate.as_ref().map(|directory| {
            OpenTables::open(&contest, Path::new(directory))
                .map_err(|error| HallError::Setting(format!("--adjudicate: {error}")))
        });
        let tables = tables.transpose()?;
        match self.task {
            Task::Check => {
                for spec in hall.specs {
                    // One search on each thread may want it at the same time.
                    let reserved = (0..hall.threads).map(|_| spec.reserve());
                    let reserved: Result<Vec<_>, _> = reserved.collect();
                    drop(reserved.map_err(HallError::Setting)?);
                    let mut player = spec.player(&contest).map_err(HallError::Setting)?;
                    player
                        .new_game(0)
                        .map_err(|fault| HallError::Setting(format!("{spec}: {fault}")))?;
                }
                Ok(Results::default())
            }
            Task::Play(before, listener) => Tournament {
                setting: hall.setting,
                contest: &contest,
                specs: hall.specs,
                openings: &openings,
                tables: tables.as_ref(),
                threads: hall.threads,
                recorded: hall.recorded,
                monitor: hall.monitor,
            }
            .run(before, listener)
            .map_err(HallError::Play),
        }
    }
}
