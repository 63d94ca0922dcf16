//! The games of the family by name, with options.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use super::game::WorldGame;
use super::games::GAMES;
use super::notation::MAX_SEEDS;
use super::rules::Rules;
use crate::options::{OptionError, OptionSpec, Values};
use crate::shortened;
use crate::start::{split_start, start_option};

/// A game of the family as it is declared.
#[derive(Clone, Copy, Debug)]
pub struct Declaration {
    /// The name, before any colon.
    pub name: &'static str,
    /// A description in one line.
    pub about: &'static str,
    /// The options.
    pub options: &'static [OptionSpec],
    /// The option that sets the seeds pit by pit, if there is one: one of `options`.
    pub start: Option<&'static OptionSpec>,
    /// The options that `start` replaces.
    pub sizes: &'static [OptionSpec],
    /// Creates the rules with these options and this start.
    pub rules: fn(&Values, Option<&Start>) -> Arc<dyn Rules>,
}

/// The option that lets players arrange the board, with its default. Full names leave the default out, as they did before
/// the option existed.
const SETUP: [&str; 2] = ["setup", "standard"];

/// The most pits that a start sets.
const MOST_SET: usize = 36;

/// The seeds in each pit at the start, from left to right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Start {
    counts: [u8; MOST_SET],
    pits: usize,
}

impl Start {
    fn of(counts: &[u8]) -> Start {
        let mut start = Start {
            counts: [0; MOST_SET],
            pits: counts.len().min(MOST_SET),
        };
        for (count, &seeds) in start.counts.iter_mut().zip(counts) {
            *count = seeds;
        }
        start
    }

    /// Returns the counts.
    pub fn counts(&self) -> &[u8] {
        &self.counts[..self.pits]
    }
}

/// The reason for which a text names no game of the family.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GameError {
    /// The name belongs to another game.
    #[error("unknown game '{0}'")]
    Name(String),
    /// An option is refused.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// There are too many seeds.
    #[error("{0} seeds, but at most {MAX_SEEDS} fit a position")]
    Seeds(u64),
    /// The board has too many positions to be numbered.
    #[error("{0}: positions of this board do not fit 128 bits; take fewer pits or seeds")]
    Size(String),
}

/// A game of the family with its options set.
///
/// ```
/// use sowlab_games::world::WorldVariant;
/// let togyz: WorldVariant = "togyz:pits=3,seeds=3".parse().unwrap();
/// assert_eq!(togyz.to_string(), "togyz:pits=3,seeds=3");
/// assert_eq!(togyz.game().seeds(), 18);
/// assert!("togyz:pits=10".parse::<WorldVariant>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct WorldVariant {
    /// The place in [`GAMES`].
    place: usize,
    values: Values,
    start: Option<Start>,
}

impl WorldVariant {
    /// Returns the declaration of the game.
    pub fn declaration(&self) -> &'static Declaration {
        GAMES[self.place]
    }

    /// Returns the rules.
    pub fn rules(&self) -> Arc<dyn Rules> {
        (self.declaration().rules)(&self.values, self.start.as_ref())
    }

    /// Builds the game.
    pub fn game(&self) -> WorldGame {
        WorldGame::new(self.to_string(), self.rules()).expect("the name was read")
    }
}

impl WorldVariant {
    /// Returns the variant that is played once the board is set up: this one, unless its players set the board up.
    pub fn set_up(&self) -> WorldVariant {
        let values = self.values.with(SETUP[0], 0);
        WorldVariant { values, ..*self }
    }

    /// Returns this variant on a board of another size; `None` if its size is not set by `pits` and `seeds`, or the size
    /// is not allowed.
    pub fn sized(&self, pits: u64, seeds: u64) -> Option<WorldVariant> {
        let values = self.values.with("pits", pits).with("seeds", seeds);
        let is_set = |name, number| values.get(name) == Some(number);
        let sized = WorldVariant { values, ..*self };
        (self.start.is_none() && is_set("pits", pits) && is_set("seeds", seeds))
            .then(|| sized.to_string().parse().ok())?
    }
}

impl FromStr for WorldVariant {
    type Err = GameError;

    fn from_str(text: &str) -> Result<WorldVariant, GameError> {
        let (name, options) = match text.split_once(':') {
            Some((name, options)) => (name, Some(options)),
            None => (text, None),
        };
        let place = GAMES
            .iter()
            .position(|game| game.name == name)
            .ok_or_else(|| GameError::Name(shortened(name)))?;
        let game = GAMES[place];
        let (start, options) = match game.start {
            Some(spec) => split_start(spec, game.sizes, options)?,
            None => (None, options.map(str::to_owned)),
        };
        let values = match options {
            Some(options) => Values::parse(game.name, game.options, &options)?,
            None => Values::defaults(game.options),
        };
        let start = start.and_then(|sides| sides.first().map(|side| Start::of(side)));
        let variant = WorldVariant {
            place,
            values,
            start,
        }
        .simplified();
        let seeds = variant.seeds();
        if seeds > MAX_SEEDS.into() {
            return Err(GameError::Seeds(seeds));
        }
        match WorldGame::new(String::new(), variant.rules()) {
            Some(_) => Ok(variant),
            None => Err(GameError::Size(shortened(text))),
        }
    }
}

impl WorldVariant {
    /// Returns the variant without a start that the sizes, or the defaults, give too.
    fn simplified(self) -> WorldVariant {
        let Some(start) = &self.start else {
            return self;
        };
        let counts = start.counts();
        let sized = match self.declaration().sizes {
            [] => self.values,
            _ => {
                let first = counts.first().copied().unwrap_or_default();
                let values = self.values.with("pits", counts.len() as u64);
                values.with("seeds", first.into())
            }
        };
        let plain = WorldVariant {
            values: sized,
            start: None,
            ..self
        };
        let rules = plain.rules();
        let same =
            rules.shape().pits() == counts.len() && rules.start().pits[..counts.len()] == *counts;
        if same { plain } else { self }
    }

    /// Returns the seeds at the start, however many.
    fn seeds(&self) -> u64 {
        if let Some(start) = &self.start {
            return start.counts().iter().map(|&seeds| u64::from(seeds)).sum();
        }
        let number = |name| self.values.get(name);
        match (number("pits"), number("seeds")) {
            (Some(pits), Some(seeds)) => {
                let ranks = self.rules().shape().ranks() as u64;
                pits * seeds * ranks
            }
            _ => 0,
        }
    }
}

/// The full name, with every option.
impl fmt::Display for WorldVariant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let game = self.declaration();
        f.write_str(game.name)?;
        let mut left_out: Vec<&str> = Vec::new();
        let mut parts = Vec::new();
        if let Some(start) = &self.start {
            left_out.extend(game.sizes.iter().map(|size| size.name));
            parts.push(start_option([start.counts(), start.counts()]));
        }
        left_out.extend(game.start.map(|start| start.name));
        let [setup, standard] = SETUP;
        if self.values.is(setup, standard) {
            left_out.push(setup);
        }
        parts.push(self.values.without(&left_out));
        parts.retain(|part| !part.is_empty());
        match parts.is_empty() {
            true => Ok(()),
            false => write!(f, ":{}", parts.join(",")),
        }
    }
}
