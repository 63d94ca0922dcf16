//! Owela by name, with options.

use std::fmt;
use std::str::FromStr;

use super::super::options::{Allowed, OptionError, OptionSpec, Values};
use super::super::shortened;
use super::super::start::{split_start, start_option};
use super::game::FourRank;
use super::rules::{Capture, MAX_PITS, Rules, StartError};

/// The name of the game, before any colon.
pub const NAME: &str = "owela";

const PITS: OptionSpec = OptionSpec {
    name: "pits",
    allowed: Allowed::Number {
        least: 2,
        most: MAX_PITS as u64,
        default: MAX_PITS as u64,
    },
    about: "pits per row; each player has two rows",
};

const CAPTURE: OptionSpec = OptionSpec {
    name: "capture",
    allowed: Allowed::Words(&[Capture::Both.word(), Capture::Inner.word()]),
    about: "condition for a last seed in an own occupied inner pit to capture the facing inner pit and the \
            outer pit behind it: both hold seeds, or the inner one does",
};

const START: OptionSpec = OptionSpec {
    name: "start",
    allowed: Allowed::Counts {
        least: 4,
        most: 2 * MAX_PITS,
        sides: 2,
        default: "2+2+2+2+2+2+2+2+2+2+2+2+0+0+0+0",
    },
    about: "seeds in the pits of a player at the start, in the order of sowing, instead of pits: the outer row, \
            then the inner one; Lower's/Upper's if the sides differ; up to 48 seeds",
};

/// The options of `owela`.
pub const OPTIONS: &[OptionSpec] = &[PITS, START, CAPTURE];

/// Why a text names no game of the family.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GameError {
    /// The name belongs to another game.
    #[error("unknown game '{0}'; the game is {NAME}")]
    Name(String),
    /// An option is refused.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// The seeds do not fit the board.
    #[error(transparent)]
    Start(#[from] StartError),
}

/// Owela with its options set.
///
/// ```
/// use sowlab_games::four_rank::FourRankVariant;
/// let owela: FourRankVariant = "owela:pits=4".parse().unwrap();
/// assert_eq!(owela.to_string(), "owela:pits=4,capture=both");
/// assert_eq!(owela.game().start().seeds(), 24);
/// let uneven: FourRankVariant = "owela:start=2+2+0+3/2+2+2+0".parse().unwrap();
/// assert_eq!(uneven.to_string(), "owela:start=2+2+0+3/2+2+2+0,capture=both");
/// assert!("owela:pits=9".parse::<FourRankVariant>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FourRankVariant {
    rules: Rules,
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
        let (start, options) = split_start(&START, &[PITS], options)?;
        let values = match options {
            Some(options) => Values::parse(NAME, OPTIONS, &options)?,
            None => Values::defaults(OPTIONS),
        };
        let capture = match values.is(CAPTURE.name, Capture::Inner.word()) {
            true => Capture::Inner,
            false => Capture::Both,
        };
        let pits = values.get(PITS.name).unwrap_or_default() as usize;
        let rules = match &start {
            Some(sides) => {
                let first = &sides[0];
                Rules::starting_at([first, sides.get(1).unwrap_or(first)], capture)?
            }
            None => Rules::new(pits, capture).expect("the option allows no other number"),
        };
        Ok(FourRankVariant { rules })
    }
}

/// The full name, with every option.
impl fmt::Display for FourRankVariant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ring = self.rules.ring();
        let [lower, upper] = self.rules.start();
        match self.rules.starts_as_usual() {
            true => write!(f, "{NAME}:{}={}", PITS.name, self.rules.pits())?,
            false => write!(
                f,
                "{NAME}:{}",
                start_option([&lower[..ring], &upper[..ring]])
            )?,
        }
        write!(f, ",{}={}", CAPTURE.name, self.rules.capture().word())
    }
}
