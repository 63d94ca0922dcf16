//! The catalogue: names and options on one side, games on the other.
//!
//! A game is named `name` or `name:option=value,option=value`, as in
//! `stones:holes=7,seeds=4,both-out=end`.

use std::fmt;
use std::str::FromStr;

use super::stones::{
    BothOut, Capture, MAX_HOLES, MIN_HOLES, MixedOut, Rules, SizeError, shortened,
};

/// A game of the catalogue with all its options.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CatalogueGame {
    /// A game of the stones family.
    Stones(Rules),
}

/// An option of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
pub struct OptionEntry {
    /// The name of the option.
    pub name: &'static str,
    /// What is allowed.
    pub allowed: &'static str,
    /// What holds where the option is left out.
    pub default: &'static str,
    /// What it decides.
    pub about: &'static str,
}

/// A line of the catalogue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Entry {
    /// The name of the game.
    pub name: &'static str,
    /// The family that it belongs to.
    pub family: &'static str,
    /// What it is.
    pub about: &'static str,
    /// Its options.
    pub options: &'static [OptionEntry],
}

macro_rules! readings {
    ($($more:expr),*) => {
        &[
            $($more,)*
            OptionEntry {
                name: "capture",
                allowed: "normal|reversed",
                default: "normal",
                about: "who captures at a stop: the player who stops, or the one who still holds stones",
            },
            OptionEntry {
                name: "both-out",
                allowed: "relay|end",
                default: "relay",
                about: "both hands run out over different holes with two or more: both lift, or the round ends",
            },
            OptionEntry {
                name: "mixed-out",
                allowed: "end|forfeit",
                default: "end",
                about: "both hands run out, one over a single stone: the round ends, or the other hole is forfeited",
            },
        ]
    };
}

const STONES: &str = "stones";

/// Every game, in the order in which they are listed.
pub const ENTRIES: &[Entry] = &[
    Entry {
        name: "55stones",
        family: STONES,
        about: "11 holes of 5 stones (Ralf Gering, 2002)",
        options: readings!(),
    },
    Entry {
        name: "33stones",
        family: STONES,
        about: "11 holes of 3 stones, the variant for beginners",
        options: readings!(),
    },
    Entry {
        name: "stones",
        family: STONES,
        about: "any rank: 2 to 16 holes, as many stones as fit the state (255)",
        options: readings!(
            OptionEntry {
                name: "holes",
                allowed: "2..16",
                default: "11",
                about: "the number of holes",
            },
            OptionEntry {
                name: "seeds",
                allowed: "1..127",
                default: "5",
                about: "stones in each hole at the start; holes × seeds is at most 255",
            }
        ),
    },
];

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
    /// An option is not of the form `name=value`.
    #[error("'{0}' is not an option: write name=value, several of them by commas")]
    Form(String),
    /// The game has no such option.
    #[error("{game} has no option '{found}': it has {known}")]
    UnknownOption {
        /// The game.
        game: &'static str,
        /// The option given (shortened).
        found: String,
        /// The options that the game has.
        known: String,
    },
    /// The option has no such value.
    #[error("{option}={found}: {option} is {allowed}")]
    Value {
        /// The option.
        option: &'static str,
        /// The value given (shortened).
        found: String,
        /// What is allowed.
        allowed: &'static str,
    },
    /// An option is given twice.
    #[error("option {0} is given twice")]
    Twice(&'static str),
    /// The size of the board does not fit.
    #[error(transparent)]
    Size(#[from] SizeError),
}

/// The options of a game as they were written, checked to be there, once each.
struct Options<'a> {
    given: Vec<(&'static OptionEntry, &'a str)>,
}

impl<'a> Options<'a> {
    fn parse(entry: &'static Entry, text: &'a str) -> Result<Options<'a>, NameError> {
        let mut given: Vec<(&'static OptionEntry, &str)> = Vec::new();
        for option in text.split(',') {
            let (name, value) = option
                .split_once('=')
                .ok_or_else(|| NameError::Form(shortened(option)))?;
            let known = entry
                .options
                .iter()
                .find(|known| known.name == name)
                .ok_or_else(|| NameError::UnknownOption {
                    game: entry.name,
                    found: shortened(name),
                    known: listed(entry.options.iter().map(|option| option.name)),
                })?;
            if given.iter().any(|(before, _)| before.name == name) {
                return Err(NameError::Twice(known.name));
            }
            given.push((known, value));
        }
        Ok(Options { given })
    }

    fn read<T>(
        &self,
        name: &str,
        default: T,
        read: impl Fn(&str) -> Option<T>,
    ) -> Result<T, NameError> {
        match self.given.iter().find(|(option, _)| option.name == name) {
            None => Ok(default),
            Some((option, value)) => read(value).ok_or_else(|| NameError::Value {
                option: option.name,
                found: shortened(value),
                allowed: option.allowed,
            }),
        }
    }

    fn number(&self, name: &str, default: usize) -> Result<usize, NameError> {
        self.read(name, default, |value| {
            let digits = !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit());
            // Numbers past the range are still numbers: the size check says what is allowed.
            digits.then(|| value.parse().unwrap_or(usize::MAX))
        })
    }
}

fn listed(names: impl Iterator<Item = &'static str>) -> String {
    names.collect::<Vec<_>>().join(", ")
}

fn stones(holes: usize, seeds: usize, options: &Options) -> Result<CatalogueGame, NameError> {
    let mut rules = Rules::new(holes, seeds)?;
    rules.capture = options.read("capture", rules.capture, |value| match value {
        "normal" => Some(Capture::Normal),
        "reversed" => Some(Capture::Reversed),
        _ => None,
    })?;
    rules.both_out = options.read("both-out", rules.both_out, |value| match value {
        "relay" => Some(BothOut::Relay),
        "end" => Some(BothOut::End),
        _ => None,
    })?;
    rules.mixed_out = options.read("mixed-out", rules.mixed_out, |value| match value {
        "end" => Some(MixedOut::End),
        "forfeit" => Some(MixedOut::Forfeit),
        _ => None,
    })?;
    Ok(CatalogueGame::Stones(rules))
}

impl FromStr for CatalogueGame {
    type Err = NameError;

    /// Reads a game with its options.
    ///
    /// ```
    /// use sowlab::games::catalogue::CatalogueGame;
    /// let game: CatalogueGame = "stones:holes=7,seeds=4".parse().unwrap();
    /// assert_eq!(
    ///     game.to_string(),
    ///     "stones:holes=7,seeds=4,capture=normal,both-out=relay,mixed-out=end"
    /// );
    /// assert!("stones:holes=17".parse::<CatalogueGame>().is_err());
    /// ```
    fn from_str(text: &str) -> Result<CatalogueGame, NameError> {
        let (name, options) = match text.split_once(':') {
            Some((name, options)) => (name, Some(options)),
            None => (text, None),
        };
        let entry = ENTRIES
            .iter()
            .find(|entry| entry.name == name)
            .ok_or_else(|| NameError::Unknown {
                found: shortened(name),
                known: listed(ENTRIES.iter().map(|entry| entry.name)),
            })?;
        let options = match options {
            Some(text) => Options::parse(entry, text)?,
            None => Options { given: Vec::new() },
        };
        let holes = options.number("holes", Rules::FIFTY_FIVE.holes())?;
        let seeds = match entry.name {
            "33stones" => Rules::THIRTY_THREE.seeds(),
            _ => options.number("seeds", Rules::FIFTY_FIVE.seeds())?,
        };
        stones(holes, seeds, &options)
    }
}

/// The full name, with every option: results name the rules that they were computed under.
impl fmt::Display for CatalogueGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CatalogueGame::Stones(rules) => rules.fmt(f),
        }
    }
}

const _: () = assert!(MIN_HOLES == 2 && MAX_HOLES == 16, "the catalogue says so");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_entry_is_a_game_and_its_full_name_is_read_back() {
        for entry in ENTRIES {
            let game: CatalogueGame = entry.name.parse().unwrap();
            assert_eq!(game.to_string().parse(), Ok(game));
            assert!(game.to_string().starts_with(entry.name) || entry.name == "stones");
            for option in entry.options {
                let name = format!("{}:{}={}", entry.name, option.name, option.default);
                assert_eq!(name.parse(), Ok(game), "{name}");
                for value in option
                    .allowed
                    .split('|')
                    .filter(|_| option.allowed.contains('|'))
                {
                    let name = format!("{}:{}={value}", entry.name, option.name);
                    let game: CatalogueGame = name.parse().unwrap();
                    assert!(
                        game.to_string()
                            .contains(&format!("{}={value}", option.name))
                    );
                }
            }
        }
    }

    #[test]
    fn errors_name_what_is_wrong_and_what_is_allowed() {
        for (text, parts) in [
            ("", &["unknown game ''", "55stones"][..]),
            ("56stones", &["'56stones'", "33stones"]),
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
            ("stones:holes=1", &["holes=1", "2 to 16"]),
            ("stones:holes=99999999999999999999999", &["2 to 16"]),
            ("stones:seeds=0", &["at least one"]),
            ("stones:seeds=-1", &["seeds=-1", "1..127"]),
            ("stones:holes=16,seeds=16", &["256", "255"]),
            ("\0\u{1b}[31m", &["unknown game"]),
        ] {
            let error = text.parse::<CatalogueGame>().unwrap_err().to_string();
            for part in parts {
                assert!(error.contains(part), "{text:?}: {error}");
            }
            assert!(!error.contains(['\n', '\0', '\u{1b}']), "{error:?}");
        }
    }
}
