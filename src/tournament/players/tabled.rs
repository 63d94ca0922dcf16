//! The endgame tables of a game.

use std::path::Path;

use sowlab_solvers::table::{ProbedTables, TableError};
use sowlab_solvers::{Interval, Oracle, Player, Value};

use crate::games::contest::{Indexed, Locate, Notation};

/// Why the tables of a game cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum TablesError {
    /// The game with this name has no tables.
    #[error("there are no tables for {0}")]
    NoSuchTables(String),
    /// One is missing, foreign or cut off.
    #[error(transparent)]
    Table(#[from] TableError),
}

/// The tables of a game.
pub struct OpenTables<State> {
    name: String,
    tables: ProbedTables,
    locate: Locate<State>,
}

impl<State> OpenTables<State> {
    /// Opens all tables of a game that are in a directory.
    ///
    /// # Errors
    /// There are none for this game, or one is missing, foreign or cut off.
    pub fn open<G: Notation + Indexed<State = State>>(
        contest: &G,
        directory: &Path,
    ) -> Result<OpenTables<State>, TablesError> {
        let Some(index) = contest.index()? else {
            return Err(TablesError::NoSuchTables(contest.full_name()));
        };
        Ok(OpenTables {
            name: index.name.clone(),
            tables: ProbedTables::open_all(directory, &index.name)?,
            locate: index.locate,
        })
    }

    /// The name under which the tables are stored.
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// The most seeds or stones on a board that a table holds.
    pub(super) fn most(&self) -> u32 {
        self.tables.tables().most()
    }

    /// The layer of a state and its rank there; `None` for states that no layer holds.
    pub(super) fn locate(&self, state: &State) -> Option<(u32, u64)> {
        (self.locate)(state)
    }

    /// The value of a state, for the side to move, where the tables reach.
    pub fn probe(&self, state: &State) -> Option<Value> {
        let (layer, rank) = (self.locate)(state)?;
        self.tables.probe(layer, rank)
    }

    /// The first table that could not be read, if one could not.
    pub fn damage(&self) -> Option<&TableError> {
        self.tables.damage()
    }
}

impl<State> Oracle<State> for OpenTables<State> {
    fn interval(&self, state: &State, loser: Option<Player>) -> Option<Interval> {
        Some(Interval::exact(self.probe(state)?.margin(loser)))
    }
}
