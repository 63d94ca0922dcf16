//! Owela by name, with options.

use std::fmt;
use std::str::FromStr;

use super::super::options::{Allowed, OptionError, OptionSpec, Values};
use super::super::shortened;
use super::game::FourRank;
use super::rules::{Capture, MAX_PITS, Rules};

/// The name of the game, before any colon.
pub const NAME: &str = "owela";

const PITS: OptionSpec = OptionSpec {
    name: "pits",
    allowed: Allowed::Number {
        least: 2,
        most: MAX_PITS as u64,
        default: MAX_PITS as u64,
    },
    about: "pits of a row; each player has two rows",
};

const CAPTURE: OptionSpec = OptionSpec {
    name: "capture",
    allowed: Allowed::Words(&["both", "inner"]),
    about: "a last seed in an own inner pit with seeds captures the facing inner pit and the outer pit \
            behind it if both hold seeds, or if the inner one does",
};

/// The options of `owela`.
pub const OPTIONS: &[OptionSpec] = &[PITS, CAPTURE];

/// Why a text names no game of the family.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GameError {
    /// It is another game.
    #[error("unknown game '{0}': there is {NAME}")]
    Name(String),
    /// An option is refused.
    #[error(transparent)]
    Option(#[from] OptionError),
}

/// Owela with its options set.
///
/// ```
/// use sowlab::games::four_rank::FourRankVariant;
/// let owela: FourRankVariant = "owela:pits=4".parse().unwrap();
/// assert_eq!(owela.to_string(), "owela:pits=4,capture=both");
/// assert_eq!(owela.game().start().seeds(), 24);
/// assert!("owela:pits=9".parse::<FourRankVariant>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FourRankVariant {
    rules: Rules,
    values: Values,
}

impl FourRankVariant {
    /// The rules.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Builds the game.
    pub fn game(&self) -> FourRank {
        FourRank::new(self.to_string(), self.rules)
    }
}

impl FromStr for FourRankVariant {
    type Err = GameError;

    fn from_str(text: &str) -> Result<FourRankVariant, GameError> {
        let (name, options) = match text.split_once(':') {
            Some((name, options)) => (name, Some(options)),
            None => (text, None),
        };
        if name != NAME {
            return Err(GameError::Name(shortened(name)));
        }
        let values = match options {
            Some(options) => Values::parse(NAME, OPTIONS, options)?,
            None => Values::defaults(OPTIONS),
        };
        let capture = match values.is(CAPTURE.name, "inner") {
            true => Capture::Inner,
            false => Capture::Both,
        };
        let pits = values.get(PITS.name).unwrap_or_default() as usize;
        let rules = Rules::new(pits, capture).expect("the option allows no other number");
        Ok(FourRankVariant { rules, values })
    }
}

/// The full name, with every option.
impl fmt::Display for FourRankVariant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{NAME}:{}", self.values)
    }
}
