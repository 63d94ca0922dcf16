//! Games by name: a declaration with its options set.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;

use super::super::options::Values;
use super::declaration::{Declaration, GameError};
use super::declared::{DECLARATIONS, PITS, SEEDS, size};
use super::game::TwoRank;
use super::rules::Rules;

/// The names of the declared games.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    DECLARATIONS.iter().map(|declaration| declaration.name)
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

    /// Pits a side and seeds in each of them at the start.
    pub fn size(&self) -> (usize, usize) {
        size(&self.values)
    }

    /// Its name without the size of the board: still a name of the game.
    pub fn name_without_size(&self) -> String {
        let name = self.declaration.name;
        match self.values.without(&[PITS.name, SEEDS.name]) {
            rest if rest.is_empty() => name.to_owned(),
            rest => format!("{name}:{rest}"),
        }
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
