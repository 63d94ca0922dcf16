//! The rules of a two-rank game: the size of the board and the rule options.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::state::{MAX_PITS, MAX_SEEDS};

/// The role of a player's own store in sowing; the other side's store is never sown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Stores {
    /// The sower drops a seed into his own store after his pit 1.
    Sown,
    /// Sowing goes from pit to pit; stores only have captured seeds.
    Bypassed,
}

/// The treatment of the origin, the pit from which the seeds came, when sowing comes round to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Origin {
    /// The origin gets a seed like any other pit.
    Sown,
    /// The origin is skipped, so that it is empty after the sowing.
    Skipped,
}

/// The part of a pit's seeds that its player lifts and sows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Lift {
    /// All seeds.
    All,
    /// All seeds but one; a single seed is lifted.
    AllButOne,
}

/// The effect of a last seed in a pit with seeds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Laps {
    /// None: a move is one lap.
    One,
    /// All seeds of that pit are lifted, and sown from there as another lap. In this lap it is the origin.
    Relay,
}

/// The directions in which a player may sow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Directions {
    /// Counterclockwise only: to the player's right, from pit 6 toward pit 1.
    Right,
    /// Counterclockwise or clockwise, chosen each turn.
    RightOrLeft,
}

/// The captures of the last seed of a sowing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Capture {
    /// No captures.
    Nothing,
    /// If the last seed falls into an own pit that was empty: that seed and the seeds in the facing pit.
    Facing {
        /// Whether the last seed is also captured if the facing pit is empty.
        even_if_empty: bool,
    },
    /// If the last seed falls into a pit of the other side that now has one of these numbers of seeds: those seeds.
    LastPit {
        /// The numbers.
        counts: Counts,
    },
    /// As [`Capture::LastPit`]. The capture continues backwards along the sowing while the preceding pit is on that side
    /// and has such a number of seeds.
    Backwards {
        /// The numbers.
        counts: Counts,
    },
}

/// A set of numbers of seeds, each 1 to 127.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Counts(u128);

impl Counts {
    /// The even numbers.
    pub const EVEN: Counts = Counts((u128::MAX / 3) & !1);
    /// The odd numbers.
    pub const ODD: Counts = Counts((u128::MAX / 3) << 1);

    /// Creates a set; `None` if it is empty or has a number outside 1 to 127.
    pub fn new(counts: &[u8]) -> Option<Counts> {
        let fits = counts
            .iter()
            .all(|count| (1..=MAX_SEEDS as u8).contains(count));
        let set = counts
            .iter()
            .fold(0, |set, count| set | 1u128.wrapping_shl((*count).into()));
        (fits && set != 0).then_some(Counts(set))
    }

    /// Returns whether a number is in the set.
    #[inline]
    pub const fn contains(self, count: u8) -> bool {
        self.0.wrapping_shr(count as u32) & 1 == 1
    }

    /// Returns the numbers in ascending order.
    pub fn list(self) -> Vec<u8> {
        (1..=MAX_SEEDS as u8)
            .filter(|&count| self.contains(count))
            .collect()
    }

    /// Returns the least and the greatest number.
    pub const fn ends(self) -> [u8; 2] {
        [
            self.0.trailing_zeros() as u8,
            127 - self.0.leading_zeros() as u8,
        ]
    }

    /// Returns whether all numbers between the least and the greatest are in the set.
    pub const fn is_range(self) -> bool {
        let [least, greatest] = self.ends();
        self.0.count_ones() == (greatest - least) as u32 + 1
    }
}

/// The treatment of a grand slam: a capture of all seeds of the other side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum GrandSlam {
    /// The seeds are captured like any others.
    Captures,
    /// The move is legal and captures nothing.
    CapturesNothing,
    /// The move is illegal.
    Illegal,
    /// The move is illegal while there is another; as the only move it captures.
    OnlyMove,
}

/// The effect of a last seed in the sower's own store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum StoreLanding {
    /// No effect: the turn passes.
    Passes,
    /// The sower moves again.
    MovesAgain,
}

/// The restrictions on moves that depend on the seeds of the other side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Feeding {
    /// No restriction.
    Free,
    /// If the other side has no seeds, only moves that sow at least one there are legal.
    MustSow,
    /// If the other side has no seeds, only moves after which it has some are legal.
    MustLeave,
    /// A move after which the other side has no seeds is illegal while there is another move.
    NoStarving,
}

/// The notation of moves among the players of a game. It is accepted beside that of the family.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum PlayersNotation {
    /// No other notation.
    None,
    /// A letter for each pit in the order of sowing: capitals for Lower, small letters for Upper.
    Letters,
    /// The number of the pit in the order of sowing, from 1, as the mover sees it. The number of the pit of the last
    /// seed may follow, on the side where it lies.
    Numbers,
}

/// The condition that ends the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum End {
    /// The side to move has no legal move.
    NoMove,
    /// One side has no seeds in its pits, whoever is to move.
    EmptySide,
    /// All pits are empty. A side without seeds passes.
    AllEmpty,
}

/// The award of the seeds left in the pits when the game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Remaining {
    /// Neither side gets them.
    Nobody,
    /// The owner of each pit gets its seeds.
    Owners,
    /// The side to move gets all of them if it was left without seeds; otherwise the owners get them.
    StarvedMover,
}

/// The rules of a variant of the two-rank family. All fields combine freely; the kernel, the notation and the solvers
/// depend on nothing else.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// The number of pits per side, 1 to 8.
    pub pits: usize,
    /// The seeds in each pit at the start, at least 1; at most 127 in all pits.
    pub seeds: usize,
    /// The role of the stores in sowing.
    pub stores: Stores,
    /// The treatment of the origin.
    pub origin: Origin,
    /// The part of a pit that is sown.
    pub lift: Lift,
    /// The effect of a last seed in a pit with seeds.
    pub laps: Laps,
    /// The directions of sowing.
    pub directions: Directions,
    /// The minimum number of seeds in a pit that may be played, 1 to 127.
    pub least_played: u8,
    /// The captures of the last seed.
    pub capture: Capture,
    /// The treatment of a capture of all seeds of the other side.
    pub grand_slam: GrandSlam,
    /// The effect of a last seed in the store.
    pub store_landing: StoreLanding,
    /// The restrictions on moves while the other side lacks seeds.
    pub feeding: Feeding,
    /// The condition that ends the game.
    pub end: End,
    /// The award of the seeds left.
    pub remaining: Remaining,
    /// The notation of the players, which does not affect play.
    pub notation: PlayersNotation,
}

/// The error of invalid rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RulesError {
    /// The number of pits is outside 1 to 8.
    #[error("pits={0}: a side has 1 to {MAX_PITS} pits")]
    Pits(usize),
    /// The pits have no seeds at the start.
    #[error("seeds=0: each pit starts with at least one seed")]
    NoSeeds,
    /// A start given pit by pit has no seeds.
    #[error("start: no seed in any pit; at least one is needed")]
    EmptyStart,
    /// The seeds do not fit the state.
    #[error("pits={pits},seeds={seeds}: {} seeds, but at most {MAX_SEEDS} fit on a board", pits.saturating_mul(*seeds).saturating_mul(2))]
    Seeds {
        /// The requested pits per side.
        pits: usize,
        /// The requested seeds per pit.
        seeds: usize,
    },
    /// The seeds of a start given pit by pit do not fit the state.
    #[error("start: {0} seeds, but at most {MAX_SEEDS} fit on a board")]
    Start(usize),
    /// The minimum number of seeds played is 0, or does not fit the state.
    #[error("least-lifted={0}: 1 to {MAX_SEEDS}")]
    LeastPlayed(u8),
    /// A move of several laps might not end, or has no meaning here.
    #[error(
        "laps=relay: only with own-store = \"sown\", lift = \"all\" and directions = \"right\""
    )]
    Relay,
    /// A side could pass although it has seeds, or a pass would be a move to the left.
    #[error(
        "end=all-empty: only with feeding = \"free\", least-lifted = 1, directions = \"right\", and grand-slam = \
         \"captures\" or \"captures-nothing\""
    )]
    Pass,
}

impl RulesError {
    /// Returns the field of a file of rules that is at fault.
    pub(super) const fn field(&self) -> &'static str {
        match self {
            RulesError::Pits(_) => "pits",
            RulesError::NoSeeds | RulesError::Seeds { .. } => "seeds",
            RulesError::EmptyStart | RulesError::Start(_) => "start",
            RulesError::LeastPlayed(_) => "least-lifted",
            RulesError::Relay => "laps",
            RulesError::Pass => "end",
        }
    }
}

impl Rules {
    /// Checks that the board fits the state and that the numbers are in range.
    ///
    /// # Errors
    /// An error if the pits are not 1 to 8 per side, if a pit has no seeds, or if there are more than 127 seeds. It is
    /// also an error if the minimum number of seeds played is not 1 to 127, if a move of several laps might not end, or if
    /// a side could pass although it has seeds.
    pub fn check(&self) -> Result<(), RulesError> {
        if !(1..=MAX_SEEDS as u8).contains(&self.least_played) {
            return Err(RulesError::LeastPlayed(self.least_played));
        }
        // Each circuit drops a seed in the store, so the laps of a move end.
        let ends = self.stores == Stores::Sown
            && self.lift == Lift::All
            && self.directions == Directions::Right;
        if self.laps == Laps::Relay && !ends {
            return Err(RulesError::Relay);
        }
        let slams = match self.grand_slam {
            GrandSlam::Captures | GrandSlam::CapturesNothing => true,
            GrandSlam::Illegal | GrandSlam::OnlyMove => false,
        };
        let moves = slams && self.feeding == Feeding::Free && self.least_played == 1;
        if self.end == End::AllEmpty && !(moves && self.directions == Directions::Right) {
            return Err(RulesError::Pass);
        }
        let Rules { pits, seeds, .. } = *self;
        if !(1..=MAX_PITS).contains(&pits) {
            return Err(RulesError::Pits(pits));
        }
        if seeds == 0 {
            return Err(RulesError::NoSeeds);
        }
        if pits.saturating_mul(seeds).saturating_mul(2) > MAX_SEEDS {
            return Err(RulesError::Seeds { pits, seeds });
        }
        Ok(())
    }

    /// Returns the number of seeds at the start, at most 127.
    pub const fn total(&self) -> usize {
        2 * self.pits * self.seeds
    }

    /// Returns whether play without a gain can go on forever. It cannot if every sowing that leaves the sower's side
    /// drops a seed in his store. Between two gains, seeds then only move toward the own pit 1.
    pub fn can_repeat(&self) -> bool {
        self.stores == Stores::Bypassed || self.directions == Directions::RightOrLeft
    }
}
