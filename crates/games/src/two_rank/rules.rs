//! What a two-rank game is made of: the size of the board and the readings of each rule.

use super::state::{MAX_PITS, MAX_SEEDS};

/// Whether a player's own store is part of his sowing; the other side's never is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stores {
    /// A seed goes into the sower's own store after his pit 1.
    Sown,
    /// Sowing goes from pit to pit; stores only hold what was captured.
    Bypassed,
}

/// What happens at the pit the seeds came from when sowing comes round to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Origin {
    /// It gets a seed like any other pit.
    Sown,
    /// It is passed over, so that it is empty after the sowing.
    Skipped,
}

/// Which ways a player may sow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Directions {
    /// Counterclockwise only: to the player's right, from pit 6 toward pit 1.
    Right,
    /// Counterclockwise or clockwise, chosen each turn.
    RightOrLeft,
}

/// What the last seed of a sowing captures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Capture {
    /// Nothing.
    Nothing,
    /// In a pit of the sower's own that was empty: that seed and the seeds in the facing pit.
    Facing {
        /// Whether the last seed is captured also when the facing pit is empty.
        even_if_empty: bool,
    },
    /// In a pit of the other side that now holds `least` to `most` seeds: those, and so on
    /// backwards along the sowing while the pit before is on that side and holds as many.
    Backwards {
        /// The fewest seeds in a pit that are captured.
        least: u8,
        /// The most seeds in a pit that are captured.
        most: u8,
    },
}

/// What a last seed in the sower's own store gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StoreLanding {
    /// Nothing: the turn passes.
    Passes,
    /// The same side moves again.
    MovesAgain,
}

/// How the choice of a move depends on the seeds it leaves to the other side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Feeding {
    /// It does not.
    Free,
    /// If the other side has no seeds, only moves that sow at least one there are legal.
    MustSow,
    /// If the other side has no seeds, only moves after which it has some are legal.
    MustLeave,
    /// A move after which the other side has no seeds is illegal while there is another move.
    NoStarving,
}

/// When the game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum End {
    /// The side to move has no legal move.
    NoMove,
    /// One side has no seeds in its pits, whoever is to move.
    EmptySide,
}

/// Who gets the seeds left in the pits when the game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Remaining {
    /// Nobody.
    Nobody,
    /// The owner of the side they lie on.
    Owners,
    /// All of them the side to move, if it was left without seeds; otherwise the owners.
    StarvedMover,
}

/// A rule set of the two-rank family. All fields are free to combine; the kernel, the notation
/// and the solvers ask for nothing else.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// Pits a side, 1 to 8.
    pub pits: usize,
    /// Seeds in each pit at the start, at least 1; at most 127 in all pits.
    pub seeds: usize,
    /// Whether stores are sown.
    pub stores: Stores,
    /// Whether the origin is sown.
    pub origin: Origin,
    /// Which ways may be sown.
    pub directions: Directions,
    /// The fewest seeds that a pit must hold to be played, 1 to 127.
    pub least_played: u8,
    /// What the last seed captures.
    pub capture: Capture,
    /// What a last seed in the store gives.
    pub store_landing: StoreLanding,
    /// What is owed to a side without seeds.
    pub feeding: Feeding,
    /// When it ends.
    pub end: End,
    /// Who gets what is left.
    pub remaining: Remaining,
}

/// Why rules are refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RulesError {
    /// The number of pits is outside 1 to 8.
    #[error("pits={0}: a side has 1 to {MAX_PITS} pits")]
    Pits(usize),
    /// There is no seed in a pit at the start.
    #[error("seeds=0: each pit starts with at least one seed")]
    NoSeeds,
    /// A start given pit by pit has no seed.
    #[error("start: no seed in any pit; at least one is needed")]
    EmptyStart,
    /// The seeds do not fit the state.
    #[error("pits={pits},seeds={seeds}: {} seeds, but at most {MAX_SEEDS} fit the state", pits.saturating_mul(*seeds).saturating_mul(2))]
    Seeds {
        /// Pits a side asked for.
        pits: usize,
        /// Seeds a pit asked for.
        seeds: usize,
    },
    /// The seeds of a start given pit by pit do not fit the state.
    #[error("start: {0} seeds, but at most {MAX_SEEDS} fit the state")]
    Start(usize),
    /// The fewest seeds played is none, or more than fit.
    #[error("fewest seeds played {0}: 1 to {MAX_SEEDS}")]
    LeastPlayed(u8),
}

impl Rules {
    /// Checks that the board fits the state and that the numbers make sense.
    ///
    /// # Errors
    /// Allowed are 1 to 8 pits a side, at least one seed a pit, at most 127 seeds in all, and
    /// pits that are played from 1 to 127 seeds on.
    pub fn check(&self) -> Result<(), RulesError> {
        if !(1..=MAX_SEEDS as u8).contains(&self.least_played) {
            return Err(RulesError::LeastPlayed(self.least_played));
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

    /// How many seeds the game starts with, at most 127.
    pub const fn total(&self) -> usize {
        2 * self.pits * self.seeds
    }

    /// Whether play without a gain for anybody can go on for ever. It cannot where every sowing
    /// that leaves the sower's side drops a seed in his store: between two gains seeds only move
    /// toward the own pit 1.
    pub fn can_repeat(&self) -> bool {
        self.stores == Stores::Bypassed || self.directions == Directions::RightOrLeft
    }
}
