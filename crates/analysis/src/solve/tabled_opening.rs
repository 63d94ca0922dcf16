//! An opening of the stones family with the tables that its proof may require.

use std::path::{Path, PathBuf};

use sowlab_solvers::search::TableSizeError;

use super::requested::searchable;
use super::tabled::TabledStones;
use crate::tables::{default_folder, unusable};
use crate::{Field, RequestError};
use sowlab_base::MemorySize;
use sowlab_games::stones::{Position, Rules, StonesGame};

/// A game, a position and the tables.
pub(super) struct TabledOpening {
    pub(super) rules: Rules,
    pub(super) position: Position,
    pub(super) game: TabledStones,
    /// The number of bytes left for a search.
    pub(super) memory: usize,
}

impl TabledOpening {
    /// Opens the tables of a game for a position (`None`: the opening), in half of the memory. They have boards with at
    /// most `stones` stones (`None`: as many as fit).
    ///
    /// # Errors
    /// The game is not of the stones family or too large, or the tables are missing.
    pub(super) fn new(
        name: &str,
        position: Option<&str>,
        tables: Option<&PathBuf>,
        stones: Option<u32>,
        allowed: MemorySize,
    ) -> Result<TabledOpening, RequestError> {
        let rules =
            Rules::from_name(name).map_err(|error| RequestError::field(Field::Game, error))?;
        let position = match position {
            None => Position::opening(&rules),
            Some(text) => Position::parse(&rules, text)
                .map_err(|error| RequestError::field(Field::Position, error))?,
        };
        searchable(&position)?;
        let folder = tables.cloned().or_else(default_folder);
        let folder = folder.as_deref().unwrap_or(Path::new("."));
        let game = StonesGame::new(&rules);
        let most = stones.unwrap_or(u32::MAX);
        let game =
            TabledStones::open_to(game, folder, allowed.bytes() / 2, most).map_err(unusable)?;
        let there = game.searched_to();
        if stones.is_some_and(|stones| stones > there) {
            let reason =
                format!("only tables up to {there} stones exist and fit into half of the memory");
            return Err(RequestError::field(Field::Stones, reason));
        }
        // The memory that the tables do not use is for the search.
        let memory = game.leave_of(allowed);
        Ok(TabledOpening {
            rules,
            position,
            game,
            memory,
        })
    }
}

pub(super) fn no_room(error: TableSizeError) -> RequestError {
    RequestError::field(Field::Memory, error)
}
