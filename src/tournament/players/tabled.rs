//! A game with endgame tables: what they know ends it.

use std::path::Path;
use std::sync::OnceLock;

use sowlab_solvers::search::{Code, Searchable};
use sowlab_solvers::table::{TableError, Tables};
use sowlab_solvers::{Game, Side, Step, Turn, Value};

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
    tables: Tables,
    locate: Locate<State>,
    /// The first table that could not be read, if one could not.
    damaged: OnceLock<String>,
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
            tables: Tables::open_all(directory, &index.name)?,
            locate: index.locate,
            damaged: OnceLock::new(),
        })
    }

    /// The value of a state, for the side to move, where the tables reach.
    pub fn probe(&self, state: &State) -> Option<Value> {
        let (layer, rank) = (self.locate)(state)?;
        if layer > self.tables.most() {
            return None;
        }
        match self.tables.probe(layer, rank) {
            Ok(value) => Some(value),
            Err(error) => {
                let _ = self.damaged.set(error.to_string());
                None
            }
        }
    }

    /// What was wrong with a table, if anything was.
    pub fn damaged(&self) -> Option<&str> {
        self.damaged.get().map(String::as_str)
    }
}

/// The game, over wherever the tables reach.
pub(super) struct Known<'a, G: Game> {
    pub(super) contest: &'a G,
    pub(super) tables: &'a OpenTables<G::State>,
}

impl<G: Game> Game for Known<'_, G> {
    type State = G::State;
    type Move = G::Move;

    fn side_to_move(&self, state: &G::State) -> Side {
        self.contest.side_to_move(state)
    }

    fn terminal(&self, state: &G::State) -> Option<i32> {
        self.contest
            .terminal(state)
            .or_else(|| Some(self.tables.probe(state)?.zero))
    }

    fn moves(&self, state: &G::State, moves: &mut Vec<G::Move>) {
        self.contest.moves(state, moves);
    }

    fn play(&self, state: &G::State, chosen: G::Move) -> Step<G::State> {
        self.contest.play(state, chosen)
    }

    fn bound(&self, state: &G::State) -> i32 {
        self.contest.bound(state)
    }
}

impl<G: Searchable> Searchable for Known<'_, G> {
    fn code(&self, state: &G::State) -> Code {
        self.contest.code(state)
    }

    fn promise(&self, chosen: G::Move, after: &G::State, gain: i32, turn: Turn) -> i32 {
        Searchable::promise(self.contest, chosen, after, gain, turn)
    }
}
