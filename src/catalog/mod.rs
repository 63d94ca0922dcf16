//! The catalog: names and options on one side, games on the other.
//!
//! A game is named `name` or `name:option=value,option=value`, as in
//! `stones:holes=7,seeds=4,both-out=end`.

use std::fmt;
use std::str::FromStr;

use crate::games::colony::{COLONY_OPTIONS, ColonyError, ColonyVariant};
use crate::games::contest::Visit;
use crate::games::options::OptionSpec;
use crate::games::shortened;
use crate::games::stones::{self, Rules, StonesNameError, StonesTurns};
use crate::games::two_rank::{self, DECLARATIONS, RANDOM_OPTIONS, RandomVariant, Variant};

/// A game of the catalog with all its options.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CatalogGame {
    /// A game of the stones family.
    Stones(Rules),
    /// A game of the two-rank family.
    TwoRank(Variant),
    /// Random Mancala: a two-rank game from a drawn setup.
    Random(RandomVariant),
    /// The Colony.
    Colony(ColonyVariant),
}

impl CatalogGame {
    /// Hands the game over for play. `pie` says whether the stones family is played with the pie
    /// rule; the other games have none.
    ///
    /// # Errors
    /// Not for a game that was parsed.
    pub fn visit<V: Visit>(&self, pie: bool, visitor: V) -> Result<V::Output, NameError> {
        Ok(match self {
            CatalogGame::Stones(rules) => visitor.visit(StonesTurns::new(rules, pie)),
            CatalogGame::TwoRank(variant) => visitor.visit(variant.game()),
            CatalogGame::Random(variant) => visitor.visit(variant.game()?),
            CatalogGame::Colony(variant) => visitor.visit(variant.game()),
        })
    }
}

/// A line of the catalog.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The name of the game.
    pub name: &'static str,
    /// The family that it belongs to.
    pub family: &'static str,
    /// What it is.
    pub about: &'static str,
    /// Its options.
    pub options: &'static [OptionSpec],
}

const RANDOM: &str = "random";
const COLONY: &str = "colony";

/// Every game, in the order in which they are listed.
pub fn entries() -> impl Iterator<Item = Entry> {
    let stones = stones::NAMES.iter().map(|game| Entry {
        name: game.name,
        family: "stones",
        about: game.about,
        options: game.options,
    });
    let two_rank = DECLARATIONS.iter().map(|game| Entry {
        name: game.name,
        family: "two-rank",
        about: game.about,
        options: game.options,
    });
    let random = Entry {
        name: RANDOM,
        family: "two-rank",
        about: "Random Mancala (John P. Pratt, 2009): a drawn setup, the other side chooses",
        options: RANDOM_OPTIONS,
    };
    let colony = Entry {
        name: COLONY,
        family: "colony",
        about: "The Colony (Jeph Stahl, 2008) on reconstructed boards",
        options: COLONY_OPTIONS,
    };
    stones.chain(two_rank).chain([random, colony])
}

/// Why a text names no game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NameError {
    /// There is no such game.
    #[error("unknown game '{found}': there are {known}")]
    Unknown {
        /// The name given (shortened).
        found: String,
        /// The names that there are.
        known: String,
    },
    /// The options of a game of the stones family are wrong.
    #[error(transparent)]
    Stones(#[from] StonesNameError),
    /// The options of a two-rank game are wrong.
    #[error(transparent)]
    TwoRank(#[from] two_rank::GameError),
    /// The options or the board of The Colony are wrong.
    #[error(transparent)]
    Colony(#[from] ColonyError),
}

impl FromStr for CatalogGame {
    type Err = NameError;

    /// Reads a game with its options.
    ///
    /// ```
    /// use sowlab::catalog::CatalogGame;
    /// let game: CatalogGame = "stones:holes=7,seeds=4".parse().unwrap();
    /// assert_eq!(
    ///     game.to_string(),
    ///     "stones:holes=7,seeds=4,capture=normal,both-out=relay,mixed-out=end"
    /// );
    /// assert!("stones:holes=17".parse::<CatalogGame>().is_err());
    /// ```
    fn from_str(text: &str) -> Result<CatalogGame, NameError> {
        let name = text.split(':').next().unwrap_or(text);
        let entry =
            entries()
                .find(|entry| entry.name == name)
                .ok_or_else(|| NameError::Unknown {
                    found: shortened(name),
                    known: entries()
                        .map(|entry| entry.name)
                        .collect::<Vec<_>>()
                        .join(", "),
                })?;
        Ok(match (entry.family, entry.name) {
            ("stones", _) => CatalogGame::Stones(Rules::from_name(text)?),
            (_, RANDOM) => CatalogGame::Random(text.parse()?),
            (_, COLONY) => CatalogGame::Colony(text.parse()?),
            _ => CatalogGame::TwoRank(text.parse()?),
        })
    }
}

/// The full name, with every option: results name the rules that they were computed under.
impl fmt::Display for CatalogGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CatalogGame::Stones(rules) => rules.fmt(f),
            CatalogGame::TwoRank(variant) => variant.fmt(f),
            CatalogGame::Random(variant) => variant.fmt(f),
            CatalogGame::Colony(variant) => variant.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::options::Allowed;

    #[test]
    fn every_entry_is_a_game_and_its_full_name_is_read_back() {
        for entry in entries() {
            let game: CatalogGame = entry.name.parse().unwrap();
            assert_eq!(game.to_string().parse(), Ok(game));
            assert!(game.to_string().starts_with(entry.name) || entry.name == "stones");
            for option in entry.options {
                let default = option.allowed.default_text();
                let name = format!("{}:{}={default}", entry.name, option.name);
                assert_eq!(name.parse(), Ok(game), "{name}");
                let Allowed::Words(words) = option.allowed else {
                    continue;
                };
                for value in words {
                    let name = format!("{}:{}={value}", entry.name, option.name);
                    let game: CatalogGame = name.parse().unwrap();
                    let expected = format!("{}={value}", option.name);
                    assert!(game.to_string().contains(&expected));
                }
            }
        }
    }

    #[test]
    fn errors_name_what_is_wrong_and_what_is_allowed() {
        for (text, parts) in [
            ("", &["unknown game ''", "55stones"][..]),
            ("56stones", &["'56stones'", "33stones", "awari"]),
            ("55stones:", &["''", "name=value"]),
            ("55stones:seeds=4", &["no option 'seeds'", "both-out"]),
            (
                "55stones:capture=both",
                &["capture=both", "normal|reversed"],
            ),
            (
                "55stones:capture=normal,capture=normal",
                &["capture", "twice"],
            ),
            ("stones:holes=1", &["holes=1", "2..16"]),
            ("stones:holes=99999999999999999999999", &["2..16"]),
            ("stones:seeds=0", &["seeds=0", "1..127"]),
            ("stones:seeds=-1", &["seeds=-1", "1..127"]),
            ("stones:holes=16,seeds=16", &["256", "255"]),
            ("kalah:seeds=many", &["seeds=many"]),
            ("\0\u{1b}[31m", &["unknown game"]),
        ] {
            let error = text.parse::<CatalogGame>().unwrap_err().to_string();
            for part in parts {
                assert!(error.contains(part), "{text:?}: {error}");
            }
            assert!(!error.contains(['\n', '\0', '\u{1b}']), "{error:?}");
        }
    }
}
