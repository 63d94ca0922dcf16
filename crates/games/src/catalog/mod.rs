//! The catalog: names and options on one side, games on the other.
//!
//! A game is named `name` or `name:option=value,option=value`, as in
//! `stones:holes=7,seeds=4,both-out=end`. Each family has one file here with its [`Family`], and its lines in
//! this file.

mod colony;
mod family;
mod four_rank;
mod listed;
mod not_offered;
mod random;
mod shown;
mod stones;
mod two_rank;
mod world;

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use crate::colony::{ColonyError, ColonyVariant};
use crate::dynamic::{DynGame, PositionError, erased};
use crate::four_rank::{self as four, FourRankVariant};
use crate::sentence::text_of;
use crate::stones::{Rules, StonesNameError};
use crate::two_rank::{self as two, RandomVariant, Variant};
use crate::world::{GameError as WorldError, WorldVariant};
use crate::{Files, Sentence, shortened};

pub use family::{Entry, Family};
pub use listed::{GameOption, GamesDocument, ListedGame};
pub use not_offered::NotOffered;
pub use shown::{FinalScore, HoleColumns, NEVER_ENDS, ShownPosition};

/// A game of the catalog with all its options.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CatalogGame {
    /// A game of the stones family.
    Stones(Rules),
    /// A game of the two-rank family.
    TwoRank(Variant),
    /// Random Mancala: a two-rank game from a random setup.
    Random(RandomVariant),
    /// The Colony.
    Colony(ColonyVariant),
    /// Owela.
    FourRank(FourRankVariant),
    /// A game of the world.
    World(WorldVariant),
}

/// Evaluates an expression for the [`Family`] of a [`CatalogGame`]; in the expression its type is known.
///
/// ```
/// use sowlab_games::catalog::{CatalogGame, Family};
/// use sowlab_games::{contest::Encode, for_family};
/// let game: CatalogGame = "kalah".parse().unwrap();
/// let actions = for_family!(&game, family => family.contest(false).map(|game| game.actions()));
/// assert_eq!(actions, Ok(6));
/// ```
#[macro_export]
macro_rules! for_family {
    ($game:expr, $family:ident => $value:expr) => {
        match $game {
            $crate::catalog::CatalogGame::Stones($family) => $value,
            $crate::catalog::CatalogGame::TwoRank($family) => $value,
            $crate::catalog::CatalogGame::Random($family) => $value,
            $crate::catalog::CatalogGame::Colony($family) => $value,
            $crate::catalog::CatalogGame::FourRank($family) => $value,
            $crate::catalog::CatalogGame::World($family) => $value,
        }
    };
}

/// The reason for which a text does not name a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NameError {
    /// No game has this name.
    #[error("unknown game '{found}'; games: {known}")]
    Unknown {
        /// The name given (shortened).
        found: String,
        /// The names of all games.
        known: String,
    },
    /// The options of a game of the stones family.
    #[error(transparent)]
    Stones(#[from] StonesNameError),
    /// The options of a two-rank game.
    #[error(transparent)]
    TwoRank(#[from] two::GameError),
    /// The options of The Colony.
    #[error(transparent)]
    Colony(#[from] ColonyError),
    /// The options of a four-rank game.
    #[error(transparent)]
    FourRank(#[from] four::GameError),
    /// The options of a game of the world.
    #[error(transparent)]
    World(#[from] WorldError),
}

/// Every game, in the order in which they are listed.
pub fn entries() -> impl Iterator<Item = Entry> {
    (Rules::entries())
        .chain(Variant::entries())
        .chain(RandomVariant::entries())
        .chain(ColonyVariant::entries())
        .chain(FourRankVariant::entries())
        .chain(WorldVariant::entries())
}

/// Reads a game of one family; `None` if the family has no such name.
fn read_of<F: Family>(
    name: &str,
    text: &str,
    files: Files,
    wrap: fn(F) -> CatalogGame,
) -> Option<Result<CatalogGame, NameError>> {
    let named = F::SHORT_NAMES.contains(&name) || F::entries().any(|entry| entry.name == name);
    named.then(|| F::read(text, files).map(wrap))
}

impl CatalogGame {
    /// Reads a game with its options.
    ///
    /// # Errors
    /// No game has this name, or an option is wrong.
    pub fn read(text: &str, files: Files) -> Result<CatalogGame, NameError> {
        let (name, options) = match text.split_once(':') {
            Some((name, options)) => (name, Some(options)),
            None => (text, None),
        };
        // 55Stones is how the game spells itself.
        let name = &*name.to_ascii_lowercase();
        let text = options.map_or(name.to_owned(), |options| format!("{name}:{options}"));
        let text = text.as_str();
        read_of(name, text, files, CatalogGame::Stones)
            .or_else(|| read_of(name, text, files, CatalogGame::TwoRank))
            .or_else(|| read_of(name, text, files, CatalogGame::Random))
            .or_else(|| read_of(name, text, files, CatalogGame::Colony))
            .or_else(|| read_of(name, text, files, CatalogGame::FourRank))
            .or_else(|| read_of(name, text, files, CatalogGame::World))
            .unwrap_or_else(|| {
                if two::is_path(name) {
                    return Err(two::GameError::Path(shortened(name)).into());
                }
                Err(NameError::Unknown {
                    found: shortened(name),
                    known: entries()
                        .map(|entry| entry.name)
                        .collect::<Vec<_>>()
                        .join(", "),
                })
            })
    }

    /// The name of its family, as the list of games has it.
    pub fn family(&self) -> &'static str {
        fn name<F: Family>(_: &F) -> &'static str {
            F::NAME
        }
        for_family!(self, family => name(family))
    }

    /// Returns whether the game has a pie rule.
    pub fn has_pie(&self) -> bool {
        fn pie<F: Family>(_: &F) -> bool {
            F::PIE
        }
        for_family!(self, family => pie(family))
    }

    /// The rules, on one screen.
    pub fn rules_text(&self) -> String {
        text_of(&self.rules_sentences())
    }

    /// The sentences of the rules, each with a key for translations.
    pub fn rules_sentences(&self) -> Vec<Sentence> {
        for_family!(self, family => family.rules_sentences())
    }

    /// The rules as a list of steps and conditions, for programs that read text.
    pub fn procedure(&self) -> String {
        for_family!(self, family => family.procedure())
    }

    /// Builds the game for play. `pie` adds the pie rule, in a game that [has it](CatalogGame::has_pie).
    ///
    /// # Errors
    /// None for a game that was read.
    pub fn for_play(&self, pie: bool) -> Result<Arc<dyn DynGame>, NameError> {
        for_family!(self, family => Ok(erased(family.contest(pie)?)))
    }

    /// The rules of a game in which both sides sow at once; `what` names the request for the error, as in "loops scan".
    ///
    /// # Errors
    /// In this game one side moves at a time.
    pub fn joint(&self, what: &'static str) -> Result<Rules, NotOffered> {
        match self {
            CatalogGame::Stones(rules) => Ok(*rules),
            _ => Err(NotOffered::Joint { what }),
        }
    }

    /// The rules under which setups of Random Mancala are played: those of a two-rank game.
    ///
    /// # Errors
    /// The game is not a two-rank game.
    pub fn setup_rules(&self) -> Result<Variant, NotOffered> {
        match self {
            CatalogGame::TwoRank(variant) => Ok(*variant),
            _ => {
                let why = "setups are played under the rules of a two-rank game";
                Err(NotOffered::of(self, why))
            }
        }
    }

    /// The game as Random Mancala, whose setup is random.
    ///
    /// # Errors
    /// The game has a fixed opening.
    pub fn random_variant(&self) -> Result<RandomVariant, NotOffered> {
        match self {
            CatalogGame::Random(variant) => Ok(*variant),
            _ => {
                let why = "only `random` has random setups";
                Err(NotOffered::of(self, why))
            }
        }
    }

    /// Draws and writes a position; the opening if `position` is `None`.
    ///
    /// # Errors
    /// The text is not a position of the game.
    pub fn show(&self, position: Option<&str>) -> Result<ShownPosition, PositionError> {
        for_family!(self, family => family.show(position))
    }
}

impl FromStr for CatalogGame {
    type Err = NameError;

    /// Reads a game with its options; the text may not name files: see [`CatalogGame::read`].
    ///
    /// ```
    /// use sowlab_games::catalog::CatalogGame;
    /// let game: CatalogGame = "stones:holes=7,seeds=4".parse().unwrap();
    /// assert_eq!(
    ///     game.to_string(),
    ///     "stones:holes=7,seeds=4,capture=normal,both-out=relay,mixed-out=end"
    /// );
    /// assert!("stones:holes=17".parse::<CatalogGame>().is_err());
    /// ```
    fn from_str(text: &str) -> Result<CatalogGame, NameError> {
        CatalogGame::read(text, Files::Refused)
    }
}

/// The full name, with every option: results name the rules that they were computed under.
impl fmt::Display for CatalogGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for_family!(self, family => family.fmt(f))
    }
}
#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::Allowed;

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
                    // Names leave out these usual values.
                    let left_out = ["rest=usual", "setup=standard"].contains(&&*expected);
                    assert_eq!(game.to_string().contains(&expected), !left_out, "{name}");
                }
            }
        }
    }

    #[test]
    fn short_names_stand_for_names_with_options() {
        let read = |text: &str| text.parse::<CatalogGame>().unwrap();
        assert_eq!(read("44Stones"), read("stones:seeds=4"));
        let ends = "22stones:both-out=end,capture=reversed";
        assert_eq!(
            read(ends),
            read("stones:seeds=2,both-out=end,capture=reversed")
        );
        let error = "44stones:both-out=no".parse::<CatalogGame>().unwrap_err();
        assert!(error.to_string().contains("both-out"), "{error}");
    }

    #[test]
    fn capitals_in_a_name_make_no_difference() {
        let small: CatalogGame = "55stones:both-out=end".parse().unwrap();
        assert_eq!("55Stones:both-out=end".parse(), Ok(small));
        assert_eq!("Kalah".parse::<CatalogGame>(), "kalah".parse());
    }

    #[test]
    fn errors_name_what_is_wrong_and_what_is_allowed() {
        for (text, parts) in [
            ("", &["unknown game ''", "55stones"][..]),
            ("56stones", &["'56stones'", "33stones", "awari"]),
            ("55stones:", &["''", "name=value"]),
            ("55stones:pits=4", &["no option 'pits'", "both-out"]),
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
