//! The declared games of the family: each with a name, its options, and the rules that they determine.

use super::super::options::{Allowed, OptionSpec, Values};
use super::declaration::Declaration;
use super::rules::{
    Capture, Directions, End, Feeding, Origin, Remaining, Rules, StoreLanding, Stores,
};
use super::state::{MAX_PITS, MAX_SEEDS};

/// All games of the family with a fixed start.
pub const DECLARATIONS: &[Declaration] = &[BASIC, EGYPTIAN, ETHIOPIAN, TRYSSE, WARRI, AWARI, KALAH];

pub(super) const PITS: OptionSpec = OptionSpec {
    name: "pits",
    allowed: Allowed::Number {
        least: 1,
        most: MAX_PITS as u64,
        default: 6,
    },
    about: "pits per side",
};

pub(super) const SEEDS: OptionSpec = OptionSpec {
    name: "seeds",
    allowed: Allowed::Number {
        least: 1,
        most: MAX_SEEDS as u64 / 2,
        default: 4,
    },
    about: "seeds in each pit at the start, at most 127 in all pits",
};

pub(super) const START: OptionSpec = OptionSpec {
    name: "start",
    allowed: Allowed::Counts {
        least: 1,
        most: MAX_PITS,
        sides: 2,
        default: "4+4+4+4+4+4",
    },
    about: "seeds in each pit at the start, from the highest pit number to 1, instead of pits and seeds: \
           of each side, or Lower's/Upper's",
};

const ORIGIN: OptionSpec = OptionSpec {
    name: "origin",
    allowed: Allowed::Words(&["sow", "skip"]),
    about: "whether a sowing that returns to its first pit sows or skips it",
};

const FEED: OptionSpec = OptionSpec {
    name: "feed",
    allowed: Allowed::Words(&["sow", "leave"]),
    about: "duty to a side without seeds: to sow a seed there, or to leave one there after captures",
};

pub(super) fn size(values: &Values) -> (usize, usize) {
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

/// Basic Mancala: there are no captures; seeds are only gained by sowing into one's own store.
pub const BASIC: Declaration = Declaration {
    name: "basic",
    about: "Basic Mancala (John P. Pratt, 2009)",
    options: &[PITS, SEEDS, START, ORIGIN],
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
            remaining: Remaining::Nobody,
        }
    },
};

/// Egyptian Mancala: extra turns, and captures when the last seed falls into an own empty pit.
pub const EGYPTIAN: Declaration = Declaration {
    name: "egyptian",
    about: "Egyptian Mancala (John P. Pratt, 2009)",
    options: &[PITS, SEEDS, START],
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
            remaining: Remaining::Owners,
        }
    },
};

/// Ethiopian Mancala: Egyptian Mancala, sown in either direction; single seeds cannot be played.
pub const ETHIOPIAN: Declaration = Declaration {
    name: "ethiopian",
    about: "Ethiopian Mancala (John P. Pratt, 2009)",
    options: &[PITS, SEEDS, START],
    rules: |values| Rules {
        directions: Directions::RightOrLeft,
        least_played: 2,
        ..(EGYPTIAN.rules)(values)
    },
};

/// Trysse: pits with 2 or 3 seeds are captured backwards, and a side without seeds has to be fed.
pub const TRYSSE: Declaration = Declaration {
    name: "trysse",
    about: "Trysse (\"Rules for Mancala\")",
    options: &[PITS, SEEDS, START, ORIGIN, FEED],
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
            remaining: Remaining::Owners,
        }
    },
};

/// Warri: Trysse with captures of 1 or 2 seeds and a penalty for starving the other side.
pub const WARRI: Declaration = Declaration {
    name: "warri",
    about: "Warri (\"Rules for Mancala\")",
    options: &[PITS, SEEDS, START, ORIGIN, FEED],
    rules: |values| Rules {
        capture: Capture::Backwards { least: 1, most: 2 },
        remaining: Remaining::StarvedMover,
        ..(TRYSSE.rules)(values)
    },
};

/// Awari as Romein and Bal (2002) solved it.
pub const AWARI: Declaration = Declaration {
    name: "awari",
    about: "Awari under the rules of Romein and Bal (2002)",
    options: &[PITS, SEEDS, START],
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
            remaining: Remaining::Owners,
        }
    },
};

/// Kalah as in Irving, Donkers and Uiterwijk (2000), or with the common standard capture.
pub const KALAH: Declaration = Declaration {
    name: "kalah",
    about: "Kalah under the rules of Irving, Donkers and Uiterwijk (2000), or with standard captures",
    options: &[
        PITS,
        SEEDS,
        START,
        OptionSpec {
            name: "empty-capture",
            allowed: Allowed::Words(&["no", "yes"]),
            about: "whether the last seed in an own empty pit is captured if the facing pit is empty",
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
            remaining: Remaining::Owners,
        }
    },
};
