//! Declarations of games: a name, options and the rules that they determine.

use super::super::options::{OptionError, OptionSpec, Values};
use super::super::quoted::shortened;
use super::rules::{Rules, RulesError};
use super::state::MAX_SEEDS;

/// A named game, as the catalog lists and builds it.
#[derive(Clone, Copy, Debug)]
pub struct Declaration {
    /// The name, before any colon.
    pub name: &'static str,
    /// A one-line description with the source of the rules.
    pub about: &'static str,
    /// The options of the game.
    pub options: &'static [OptionSpec],
    /// The function that computes the rules from the options.
    pub rules: fn(&Values) -> Rules,
}

/// The error of a game that cannot be built.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GameError {
    /// The name is unknown.
    #[error("unknown game '{found}'; games: {known}")]
    Unknown {
        /// The name as given.
        found: String,
        /// The known names.
        known: String,
    },
    /// An option is invalid.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// The board does not fit the state.
    #[error(transparent)]
    Size(#[from] RulesError),
    /// A random setup might not fit the state.
    #[error(
        "pits={pits},most={most}: up to {} seeds, but at most {MAX_SEEDS} fit the state",
        2 * pits * most
    )]
    Setup {
        /// The requested pits per side.
        pits: usize,
        /// The requested maximum of seeds per pit.
        most: usize,
    },
}

impl GameError {
    pub(super) fn unknown<'a>(found: &str, known: impl Iterator<Item = &'a str>) -> GameError {
        GameError::Unknown {
            found: shortened(found),
            known: known.collect::<Vec<_>>().join(", "),
        }
    }
}
