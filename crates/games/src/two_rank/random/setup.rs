//! `random:…`: a random board from a seed.

use std::fmt;
use std::str::FromStr;

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

use super::super::super::options::{Allowed, OptionSpec, Values};
use super::super::declaration::{Declaration, GameError, PITS};
use super::super::declared::DECLARATIONS;
use super::super::position::Position;
use super::super::state::{MAX_PITS, MAX_SEEDS, Seat, State};
use super::super::variant::names;
use super::RandomMancala;

const NAME: &str = "random";

const SEED: OptionSpec = OptionSpec {
    name: "seed",
    allowed: Allowed::Number {
        least: 0,
        most: u64::MAX,
        default: 1,
    },
    about: "seed of the random setup",
};

const BASE: OptionSpec = OptionSpec {
    name: "base",
    allowed: Allowed::Words(&[
        "egyptian",
        "basic",
        "ethiopian",
        "trysse",
        "warri",
        "awari",
        "kalah",
        "oware",
        "bestemshe",
    ]),
    about: "game that is played, with its defaults, after the choice of side and starter",
};

const MOST: OptionSpec = OptionSpec {
    name: "most",
    allowed: Allowed::Number {
        least: 1,
        most: MAX_SEEDS as u64 / 2,
        default: 8,
    },
    about: "most seeds in a pit, with all numbers from 0 equally likely; 2 × pits × most is at most 127",
};

/// The options of `random`.
pub const RANDOM_OPTIONS: &[OptionSpec] = &[SEED, BASE, PITS, MOST];

/// Random Mancala from a random setup, as a small value with a full name. Equal names give equal setups on every
/// machine.
///
/// ```
/// use sowlab_games::two_rank::RandomVariant;
/// let random: RandomVariant = "random:seed=7,base=basic".parse().unwrap();
/// assert_eq!(random.to_string(), "random:seed=7,base=basic,pits=6,most=8");
/// assert!("random:base=chess".parse::<RandomVariant>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RandomVariant(Values);

impl RandomVariant {
    /// Generates the setup and builds the game.
    ///
    /// # Errors
    /// The maximum number of seeds of the setup does not fit the state.
    pub fn game(&self) -> Result<RandomMancala, GameError> {
        let pits = self.number(PITS);
        let most = self.number(MOST);
        if 2 * pits * most > MAX_SEEDS {
            return Err(GameError::Setup { pits, most });
        }
        let base = self.base()?.build(Some(&format!("pits={pits},seeds=1")))?;
        let mut random = ChaCha8Rng::seed_from_u64(self.seed());
        let mut drawn = [0; 2 * MAX_PITS];
        for pit in &mut drawn[..2 * pits] {
            *pit = random.random_range(0..=most as u8);
        }
        State::from_pits(Seat::Lower, &drawn[..2 * pits])
            .and_then(|setup| Position::new(setup, pits, [0; 2]))
            .and_then(|setup| RandomMancala::new(self.to_string(), base, setup))
            .ok_or(GameError::Setup { pits, most })
    }

    /// Returns the seed of the setup.
    pub fn seed(&self) -> u64 {
        self.0.get(SEED.name).unwrap_or_default()
    }

    /// Returns the variant with another seed.
    #[must_use]
    pub fn with_seed(&self, seed: u64) -> RandomVariant {
        RandomVariant(self.0.with(SEED.name, seed))
    }

    fn number(&self, option: OptionSpec) -> usize {
        self.0.get(option.name).unwrap_or_default() as usize
    }

    fn base(&self) -> Result<&'static Declaration, GameError> {
        DECLARATIONS
            .into_iter()
            .map(|declaration| &**declaration)
            .find(|declaration| self.0.is(BASE.name, declaration.name))
            .ok_or_else(|| GameError::unknown(&self.0.to_string(), names()))
    }
}

impl fmt::Display for RandomVariant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{NAME}:{}", self.0)
    }
}

impl FromStr for RandomVariant {
    type Err = GameError;

    fn from_str(text: &str) -> Result<RandomVariant, GameError> {
        let (name, options) = match text.split_once(':') {
            Some((name, options)) => (name, Some(options)),
            None => (text, None),
        };
        if name != NAME {
            return Err(GameError::unknown(name, [NAME].into_iter()));
        }
        let variant = RandomVariant(match options {
            Some(text) => Values::parse(NAME, RANDOM_OPTIONS, text)?,
            None => Values::defaults(RANDOM_OPTIONS),
        });
        variant.game()?;
        Ok(variant)
    }
}
