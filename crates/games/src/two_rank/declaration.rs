//! A game of the family as a set of rules with a name and options.

use super::super::options::{OptionError, OptionSpec, Values};
use super::super::quoted::shortened;
use super::rules::{Rules, RulesError};
use super::state::MAX_SEEDS;

/// A game by name: what the catalog lists and builds.
#[derive(Clone, Copy, Debug)]
pub struct Declaration {
    /// The name, before any colon.
    pub name: &'static str,
    /// One line on what it is and where its rules are from.
    pub about: &'static str,
    /// What may be set.
    pub options: &'static [OptionSpec],
    /// The rules that the options make.
    pub rules: fn(&Values) -> Rules,
}

/// Why a game is not built.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GameError {
    /// No game of the family has this name.
    #[error("unknown game '{found}': there are {known}")]
    Unknown {
        /// What was written.
        found: String,
        /// The names that there are.
        known: String,
    },
    /// An option is refused.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// The board does not fit.
    #[error(transparent)]
    Size(#[from] RulesError),
    /// A drawn setup might not fit.
    #[error(
        "pits={pits},most={most}: up to {} seeds, but at most {MAX_SEEDS} fit the state",
        2 * pits * most
    )]
    Setup {
        /// Pits a side asked for.
        pits: usize,
        /// The most seeds a pit asked for.
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
