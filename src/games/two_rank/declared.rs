//! The games of the family: each a name, its options, and the rules that they make.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;

use super::game::TwoRank;
use super::options::{Allowed, OptionError, OptionSpec, Values};
use super::rules::{
    Capture, Directions, End, Feeding, Origin, Rest, Rules, SizeError, StoreLanding, Stores,
};
use super::state::{MAX_PITS, MAX_SEEDS};

/// A game by name: what the catalogue lists and builds.
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
    #[error("unknown game {found:?}: there are {known}")]
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
    Size(#[from] SizeError),
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
            found: found.to_owned(),
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
        (declaration.rules)(&values).check_size()?;
        Ok(Variant {
            declaration,
            values,
        })
    }
}

/// All games of the family that have one fixed start.
pub const DECLARATIONS: &[Declaration] = &[BASIC, EGYPTIAN, ETHIOPIAN, TRYSSE, WARRI, AWARI, KALAH];

pub(super) const PITS: OptionSpec = OptionSpec {
    name: "pits",
    allowed: Allowed::Number {
        least: 1,
        most: MAX_PITS as u64,
        default: 6,
    },
    about: "pits a side",
};

const SEEDS: OptionSpec = OptionSpec {
    name: "seeds",
    allowed: Allowed::Number {
        least: 1,
        most: MAX_SEEDS as u64 / 2,
        default: 4,
    },
    about: "seeds in each pit at the start, at most 127 in all pits",
};

const ORIGIN: OptionSpec = OptionSpec {
    name: "origin",
    allowed: Allowed::Words(&["sow", "skip"]),
    about: "whether a sowing that comes round to the pit it began from sows or skips it",
};

const FEED: OptionSpec = OptionSpec {
    name: "feed",
    allowed: Allowed::Words(&["sow", "leave"]),
    about: "what a player owes to a side without stones: to sow a stone there, or to leave one \
           there after captures",
};

fn size(values: &Values) -> (usize, usize) {
    (
        values.get(PITS.name).unwrap_or_default() as usize,
        values.get(SEEDS.name).unwrap_or_default() as usize,
    )
}

fn origin(values: &Values) -> Origin {
    if values.is(ORIGIN.name, "skip") {
        Origin::Skipped
    } else {
        Origin::Sown
    }
}

fn feeding(values: &Values) -> Feeding {
    if values.is(FEED.name, "leave") {
        Feeding::MustLeave
    } else {
        Feeding::MustSow
    }
}

/// Basic Mancala: nothing is captured but what is sown into the own store.
pub const BASIC: Declaration = Declaration {
    name: "basic",
    about: "Basic Mancala (John P. Pratt, 2009)",
    options: &[PITS, SEEDS, ORIGIN],
    rules: |values| {
        let (pits, seeds) = size(values);
        Rules {
            pits,
            seeds,
            stores: Stores::Sown,
            origin: origin(values),
            directions: Directions::Right,
            least_played: 1,
            capture: Capture::Nothing,
            store_landing: StoreLanding::Passes,
            feeding: Feeding::Free,
            end: End::NoMove,
            rest: Rest::Nobody,
        }
    },
};

/// Egyptian Mancala: extra turns, and captures from an own empty pit.
pub const EGYPTIAN: Declaration = Declaration {
    name: "egyptian",
    about: "Egyptian Mancala (John P. Pratt, 2009)",
    options: &[PITS, SEEDS],
    rules: |values| {
        let (pits, seeds) = size(values);
        Rules {
            pits,
            seeds,
            stores: Stores::Sown,
            origin: Origin::Skipped,
            directions: Directions::Right,
            least_played: 1,
            capture: Capture::Facing {
                even_if_empty: false,
            },
            store_landing: StoreLanding::MovesAgain,
            feeding: Feeding::Free,
            end: End::NoMove,
            rest: Rest::Owners,
        }
    },
};

/// Ethiopian Mancala: Egyptian, sown either way, and single seeds stay where they are.
pub const ETHIOPIAN: Declaration = Declaration {
    name: "ethiopian",
    about: "Ethiopian Mancala (John P. Pratt, 2009)",
    options: &[PITS, SEEDS],
    rules: |values| Rules {
        directions: Directions::RightOrLeft,
        least_played: 2,
        ..(EGYPTIAN.rules)(values)
    },
};

/// Trysse: 2s and 3s are captured backwards, and the other side has to be fed.
pub const TRYSSE: Declaration = Declaration {
    name: "trysse",
    about: "Trysse (\"Rules for Mancala\")",
    options: &[PITS, SEEDS, ORIGIN, FEED],
    rules: |values| {
        let (pits, seeds) = size(values);
        Rules {
            pits,
            seeds,
            stores: Stores::Bypassed,
            origin: origin(values),
            directions: Directions::Right,
            least_played: 1,
            capture: Capture::Backwards { least: 2, most: 3 },
            store_landing: StoreLanding::Passes,
            feeding: feeding(values),
            end: End::NoMove,
            rest: Rest::Owners,
        }
    },
};

/// Warri: Trysse with captures of 1s and 2s and a penalty for starving the other side.
pub const WARRI: Declaration = Declaration {
    name: "warri",
    about: "Warri (\"Rules for Mancala\")",
    options: &[PITS, SEEDS, ORIGIN, FEED],
    rules: |values| Rules {
        capture: Capture::Backwards { least: 1, most: 2 },
        rest: Rest::StarvedMover,
        ..(TRYSSE.rules)(values)
    },
};

/// Awari as Romein and Bal (2002) solved it.
pub const AWARI: Declaration = Declaration {
    name: "awari",
    about: "Awari by the rules of Romein and Bal (2002)",
    options: &[PITS, SEEDS],
    rules: |values| {
        let (pits, seeds) = size(values);
        Rules {
            pits,
            seeds,
            stores: Stores::Bypassed,
            origin: Origin::Skipped,
            directions: Directions::Right,
            least_played: 1,
            capture: Capture::Backwards { least: 2, most: 3 },
            store_landing: StoreLanding::Passes,
            feeding: Feeding::NoStarving,
            end: End::NoMove,
            rest: Rest::Owners,
        }
    },
};

/// Kalah as in Irving, Donkers and Uiterwijk (2000), or with the common standard capture.
pub const KALAH: Declaration = Declaration {
    name: "kalah",
    about: "Kalah by the rules of Irving, Donkers and Uiterwijk (2000), or standard captures",
    options: &[
        PITS,
        SEEDS,
        OptionSpec {
            name: "empty-capture",
            allowed: Allowed::Words(&["no", "yes"]),
            about: "whether a last seed in an empty own pit is captured if the facing pit is empty",
        },
    ],
    rules: |values| {
        let (pits, seeds) = size(values);
        Rules {
            pits,
            seeds,
            stores: Stores::Sown,
            origin: Origin::Sown,
            directions: Directions::Right,
            least_played: 1,
            capture: Capture::Facing {
                even_if_empty: values.is("empty-capture", "yes"),
            },
            store_landing: StoreLanding::MovesAgain,
            feeding: Feeding::Free,
            end: End::EmptySide,
            rest: Rest::Owners,
        }
    },
};
