//! The declared games of the family: each with a name, its options, and the rules that they determine.

use super::super::options::{Allowed, OptionSpec, Values};
use super::declaration::Declaration;
use super::rules::{
    Capture, Directions, End, Feeding, GrandSlam, Lift, Origin, PlayersNotation, Remaining, Rules,
    StoreLanding, Stores,
};
use super::state::{MAX_PITS, MAX_SEEDS};

/// All games of the family with a fixed start.
pub const DECLARATIONS: &[Declaration] = &[
    BASIC, EGYPTIAN, ETHIOPIAN, TRYSSE, WARRI, AWARI, KALAH, OWARE, BESTEMSHE,
];

pub(super) const PITS: OptionSpec = OptionSpec {
    name: "pits",
    allowed: Allowed::Number {
        least: 1,
        most: MAX_PITS as u64,
        default: 6,
    },
    about: "pits per side",
};

/// The pits of a game that is played with five.
const FIVE_PITS: OptionSpec = OptionSpec {
    allowed: Allowed::Number {
        least: 1,
        most: MAX_PITS as u64,
        default: 5,
    },
    ..PITS
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

/// The seeds of a game that is played with five in each pit.
const FIVE_SEEDS: OptionSpec = OptionSpec {
    allowed: Allowed::Number {
        least: 1,
        most: MAX_SEEDS as u64 / 2,
        default: 5,
    },
    ..SEEDS
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

/// The start of a game that is played with five seeds in each of five pits.
const FIVE_START: OptionSpec = OptionSpec {
    allowed: Allowed::Counts {
        least: 1,
        most: MAX_PITS,
        sides: 2,
        default: "5+5+5+5+5",
    },
    ..START
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

const GRAND_SLAM: OptionSpec = OptionSpec {
    name: "grand-slam",
    allowed: Allowed::Words(&["no-capture", "illegal", "illegal-unless-only", "capture"]),
    about: "a move that would capture all seeds of the other side: captures nothing, is illegal, is illegal unless it \
           is the only move, or captures",
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
            lift: Lift::All,
            directions: Directions::Right,
            least_played: 1,
            capture: Capture::Nothing,
            grand_slam: GrandSlam::Captures,
            store_landing: StoreLanding::Passes,
            feeding: Feeding::Free,
            end: End::NoMove,
            remaining: Remaining::Nobody,
            notation: PlayersNotation::None,
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
            lift: Lift::All,
            directions: Directions::Right,
            least_played: 1,
            capture: Capture::Facing {
                even_if_empty: false,
            },
            grand_slam: GrandSlam::Captures,
            store_landing: StoreLanding::MovesAgain,
            feeding: Feeding::Free,
            end: End::NoMove,
            remaining: Remaining::Owners,
            notation: PlayersNotation::None,
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
            lift: Lift::All,
            directions: Directions::Right,
            least_played: 1,
            capture: Capture::Backwards { least: 2, most: 3 },
            grand_slam: GrandSlam::Captures,
            store_landing: StoreLanding::Passes,
            feeding: feeding(values),
            end: End::NoMove,
            remaining: Remaining::Owners,
            notation: PlayersNotation::None,
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
            lift: Lift::All,
            directions: Directions::Right,
            least_played: 1,
            capture: Capture::Backwards { least: 2, most: 3 },
            grand_slam: GrandSlam::Captures,
            store_landing: StoreLanding::Passes,
            feeding: Feeding::NoStarving,
            end: End::NoMove,
            remaining: Remaining::Owners,
            notation: PlayersNotation::None,
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
            lift: Lift::All,
            directions: Directions::Right,
            least_played: 1,
            capture: Capture::Facing {
                even_if_empty: values.is("empty-capture", "yes"),
            },
            grand_slam: GrandSlam::Captures,
            store_landing: StoreLanding::MovesAgain,
            feeding: Feeding::Free,
            end: End::EmptySide,
            remaining: Remaining::Owners,
            notation: PlayersNotation::None,
        }
    },
};

/// Oware as the Oware Society and the World Oware Federation play it (abapa).
pub const OWARE: Declaration = Declaration {
    name: "oware",
    about: "Oware under the abapa rules (Oware Society, World Oware Federation)",
    options: &[PITS, SEEDS, START, GRAND_SLAM],
    rules: |values| Rules {
        grand_slam: if values.is(GRAND_SLAM.name, "illegal") {
            GrandSlam::Illegal
        } else if values.is(GRAND_SLAM.name, "illegal-unless-only") {
            GrandSlam::OnlyMove
        } else if values.is(GRAND_SLAM.name, "capture") {
            GrandSlam::Captures
        } else {
            GrandSlam::CapturesNothing
        },
        feeding: Feeding::MustLeave,
        notation: PlayersNotation::Letters,
        ..(AWARI.rules)(values)
    },
};

/// Bestemshe, the Kazakh game on two rows of five pits.
pub const BESTEMSHE: Declaration = Declaration {
    name: "bestemshe",
    about: "Bestemshe (Kazakh), under the rules of A. Zeinulla (2026)",
    options: &[FIVE_PITS, FIVE_SEEDS, FIVE_START],
    rules: |values| {
        let (pits, seeds) = size(values);
        Rules {
            pits,
            seeds,
            stores: Stores::Bypassed,
            origin: Origin::Sown,
            lift: Lift::AllButOne,
            directions: Directions::Right,
            least_played: 1,
            capture: Capture::Even,
            grand_slam: GrandSlam::Captures,
            store_landing: StoreLanding::Passes,
            feeding: Feeding::Free,
            end: End::NoMove,
            remaining: Remaining::Owners,
            notation: PlayersNotation::Numbers,
        }
    },
};
