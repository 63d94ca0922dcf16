//! The games of the family: each a name, its options, and the rules that they make.

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
    pub summary: &'static str,
    /// What may be set.
    pub options: &'static [OptionSpec],
    /// The rules that the options make.
    pub rules: fn(&Values) -> Rules,
}

/// Why a game is not built.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GameError {
    /// No game of the family has this name.
    #[error("game {name:?}: the two-rank games are {allowed}")]
    Name {
        /// What was written.
        name: String,
        /// The names that there are.
        allowed: String,
    },
    /// An option is refused.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// The board does not fit.
    #[error(transparent)]
    Size(#[from] SizeError),
}

impl Declaration {
    /// Builds the game with these options, written `key=value,…`; empty for all defaults.
    ///
    /// # Errors
    /// Names the option at fault and what is allowed.
    pub fn build(&self, options: &str) -> Result<TwoRank, GameError> {
        let values = Values::parse(self.name, self.options, options)?;
        let rules = (self.rules)(&values);
        Ok(TwoRank::new(format!("{}:{values}", self.name), rules)?)
    }
}

/// Builds a game from its name, with options after a colon.
///
/// ```
/// use sowlab::games::two_rank::parse;
/// let game = parse("kalah:seeds=3").unwrap();
/// assert_eq!(game.name(), "kalah:pits=6,seeds=3,empty-capture=no");
/// assert!(parse("kalah:seeds=many").is_err());
/// ```
///
/// # Errors
/// Names what is wrong and what is allowed.
pub fn parse(text: &str) -> Result<TwoRank, GameError> {
    let (name, options) = text.split_once(':').unwrap_or((text, ""));
    DECLARATIONS
        .iter()
        .find(|declaration| declaration.name == name)
        .ok_or_else(|| GameError::Name {
            name: name.to_owned(),
            allowed: DECLARATIONS
                .iter()
                .map(|declaration| declaration.name)
                .collect::<Vec<_>>()
                .join(", "),
        })?
        .build(options)
}

/// All games of the family that have one fixed start.
pub const DECLARATIONS: &[Declaration] = &[BASIC, EGYPTIAN, ETHIOPIAN, TRYSSE, WARRI, AWARI, KALAH];

const PITS: OptionSpec = OptionSpec {
    key: "pits",
    allowed: Allowed::Number {
        least: 1,
        most: MAX_PITS,
        default: 6,
    },
    help: "pits a side",
};

const SEEDS: OptionSpec = OptionSpec {
    key: "seeds",
    allowed: Allowed::Number {
        least: 1,
        most: MAX_SEEDS / 2,
        default: 4,
    },
    help: "seeds in each pit at the start, at most 127 in all pits",
};

const ORIGIN: OptionSpec = OptionSpec {
    key: "origin",
    allowed: Allowed::Words(&["sow", "skip"]),
    help: "whether a sowing that comes round to the pit it began from sows or skips it",
};

const FEED: OptionSpec = OptionSpec {
    key: "feed",
    allowed: Allowed::Words(&["sow", "leave"]),
    help: "what a player owes to a side without stones: to sow a stone there, or to leave one \
           there after captures",
};

fn size(values: &Values) -> (usize, usize) {
    (
        values.number(PITS.key).unwrap_or_default(),
        values.number(SEEDS.key).unwrap_or_default(),
    )
}

fn origin(values: &Values) -> Origin {
    if values.is(ORIGIN.key, "skip") {
        Origin::Skipped
    } else {
        Origin::Sown
    }
}

fn feeding(values: &Values) -> Feeding {
    if values.is(FEED.key, "leave") {
        Feeding::MustLeave
    } else {
        Feeding::MustSow
    }
}

/// Basic Mancala: nothing is captured but what is sown into the own store.
pub const BASIC: Declaration = Declaration {
    name: "basic",
    summary: "Basic Mancala (John P. Pratt, 2009)",
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
    summary: "Egyptian Mancala (John P. Pratt, 2009)",
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
    summary: "Ethiopian Mancala (John P. Pratt, 2009)",
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
    summary: "Trysse (\"Rules for Mancala\")",
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
    summary: "Warri (\"Rules for Mancala\")",
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
    summary: "Awari by the rules of Romein and Bal (2002)",
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
    summary: "Kalah by the rules of Irving, Donkers and Uiterwijk (2000), or standard captures",
    options: &[
        PITS,
        SEEDS,
        OptionSpec {
            key: "empty-capture",
            allowed: Allowed::Words(&["no", "yes"]),
            help: "whether a last seed in an empty own pit is captured if the facing pit is empty",
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
