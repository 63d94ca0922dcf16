//! The list of games.

use schemars::JsonSchema;
use serde::Serialize;

use super::{Entry, entries};
use crate::Files;
use crate::two_rank::{FROM_FILE, GameError, Variant};

/// All games of the catalog.
#[derive(Debug, Serialize, JsonSchema)]
pub struct GamesDocument {
    /// The games, in the order in which they are listed.
    pub games: Vec<ListedGame>,
}

/// A game.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ListedGame {
    /// Its name.
    pub name: &'static str,
    /// Its family.
    pub family: &'static str,
    /// A description in one line.
    pub about: &'static str,
    /// Its options.
    pub options: Vec<GameOption>,
}

/// An option of a game.
#[derive(Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct GameOption {
    /// Its name.
    pub name: &'static str,
    /// The allowed values.
    pub allowed: String,
    /// The default.
    pub default: String,
    /// The effect of the option.
    pub about: &'static str,
}

impl From<Entry> for ListedGame {
    fn from(entry: Entry) -> ListedGame {
        let options = entry.options.iter().map(|option| GameOption {
            name: option.name,
            allowed: option.allowed.to_string(),
            default: option.allowed.default_text(),
            about: option.about,
        });
        ListedGame {
            name: entry.name,
            family: entry.family,
            about: entry.about,
            options: options.collect(),
        }
    }
}

impl ListedGame {
    /// Returns the game of a file of rules.
    ///
    /// # Errors
    /// The file cannot be read, or is wrong.
    pub fn of_file(path: &str) -> Result<ListedGame, GameError> {
        let game = Variant::read(&format!("{FROM_FILE}:{path}"), Files::Allowed)?;
        Ok(ListedGame::from(Entry::of(game.declaration())))
    }
}

impl GamesDocument {
    /// Lists the games of the catalog.
    pub fn list() -> GamesDocument {
        GamesDocument {
            games: entries().map(ListedGame::from).collect(),
        }
    }
}
