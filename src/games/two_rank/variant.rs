//! Games by name: declarations, and a declaration with its options set.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;

use super::super::options::{OptionError, OptionSpec, Values};
use super::super::quoted::shortened;
use super::declared::DECLARATIONS;
use super::game::TwoRank;
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

/// The names of the declared games.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    DECLARATIONS.iter().map(|declaration| declaration.name)
}

impl Declaration {
    /// Builds the game with these options, written `name=value,…`; `None` for all defaults.
    ///
    /// # Errors
    /// Names the option at fault and what is allowed.
    pub fn build(&self, options: Option<&str>) -> Result<TwoRank, GameError> {
        let values = self.values(options)?;
        let name = format!("{}:{values}", self.name);
        Ok(TwoRank::new(name, (self.rules)(&values))?)
    }

    fn values(&self, options: Option<&str>) -> Result<Values, OptionError> {
        match options {
            Some(text) => Values::parse(self.name, self.options, text),
            None => Ok(Values::defaults(self.options)),
        }
    }
}

/// A declared game with its options set, on a board that fits: small, and named in full.
///
/// ```
/// use sowlab::games::two_rank::Variant;
/// let kalah: Variant = "kalah:seeds=3".parse().unwrap();
/// assert_eq!(kalah.to_string(), "kalah:pits=6,seeds=3,empty-capture=no");
/// assert_eq!(kalah.game().start_position().total(), 36);
/// assert!("kalah:seeds=many".parse::<Variant>().is_err());
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Variant {
    declaration: &'static Declaration,
    values: Values,
}

impl Variant {
    /// The declaration that it is of.
    pub fn declaration(&self) -> &'static Declaration {
        self.declaration
    }

    /// Its rules.
    pub fn rules(&self) -> Rules {
        (self.declaration.rules)(&self.values)
    }

    /// Builds the game.
    pub fn game(&self) -> TwoRank {
        TwoRank::sized(self.to_string(), self.rules())
    }
}

/// Builds a game from its name, with options after a colon: [`Variant`] and its game at once.
///
/// # Errors
/// Names what is wrong and what is allowed.
pub fn parse(text: &str) -> Result<TwoRank, GameError> {
    Ok(text.parse::<Variant>()?.game())
}

impl PartialEq for Variant {
    fn eq(&self, other: &Variant) -> bool {
        self.declaration.name == other.declaration.name && self.values == other.values
    }
}

impl Eq for Variant {}

impl Hash for Variant {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.declaration.name.hash(state);
        self.values.hash(state);
    }
}

/// The full name, with every option: results name the rules that they were computed under.
impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.declaration.name, self.values)
    }
}

impl FromStr for Variant {
    type Err = GameError;

    fn from_str(text: &str) -> Result<Variant, GameError> {
        let (name, options) = match text.split_once(':') {
            Some((name, options)) => (name, Some(options)),
            None => (text, None),
        };
        let declaration = DECLARATIONS
            .iter()
            .find(|declaration| declaration.name == name)
            .ok_or_else(|| GameError::unknown(name, names()))?;
        let values = declaration.values(options)?;
        (declaration.rules)(&values).check()?;
        Ok(Variant {
            declaration,
            values,
        })
    }
}
