//! The state that determines the play from here on.

use std::ops::Not;

use sowlab_solvers::Side;

use super::board::{Log, LogSet, MAX_LOGS};

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Colour {
    /// Starts ([`Side::First`]).
    Red,
    /// The other.
    Black,
}

impl Colour {
    /// Both, Red first.
    pub const BOTH: [Colour; 2] = [Colour::Red, Colour::Black];

    /// The letter of the notation, `R` or `B`.
    pub const fn letter(self) -> char {
        match self {
            Colour::Red => 'R',
            Colour::Black => 'B',
        }
    }

    /// The mark of an ant on a log, `r` or `b`.
    pub(super) const fn mark(self) -> &'static str {
        match self {
            Colour::Red => "r",
            Colour::Black => "b",
        }
    }
}

impl Not for Colour {
    type Output = Colour;

    #[inline]
    fn not(self) -> Colour {
        match self {
            Colour::Red => Colour::Black,
            Colour::Black => Colour::Red,
        }
    }
}

impl From<Colour> for Side {
    #[inline]
    fn from(colour: Colour) -> Side {
        match colour {
            Colour::Red => Side::First,
            Colour::Black => Side::Second,
        }
    }
}

/// The decision of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// The log to pick up.
    Log,
    /// The exit for the eggs in hand from a log.
    Exit {
        /// The log.
        at: Log,
        /// Eggs in hand, at least 1.
        hand: u8,
    },
    /// To place an ant, or not, on the log with three eggs that ended the sowing ([`Entry::Stop`](super::Entry::Stop)
    /// only).
    Entry {
        /// The log.
        at: Log,
    },
    /// The use of the ants: the second phase of the turn.
    Ant,
    /// None: eggs sown from a log circulate without end and without a choice.
    Endless {
        /// The log.
        at: Log,
        /// Eggs in hand there.
        hand: u8,
    },
}

/// Eggs and ants on the board, and the open decision. Captured eggs are left out, because they do not affect the rest
/// of the game. Ants never leave the board, so all others are in hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// Eggs on each log; none past the last log.
    pub(super) eggs: [u8; MAX_LOGS],
    /// The logs with an ant of Red, and of Black.
    pub(super) ants: [LogSet; 2],
    pub(super) mover: Colour,
    /// True if the second phase has become mandatory.
    pub(super) mandatory: bool,
    pub(super) phase: Phase,
}

impl State {
    /// Eggs on a log.
    #[inline]
    pub fn eggs(&self, log: Log) -> u8 {
        self.eggs[usize::from(log)]
    }

    /// The logs with an ant of this colour.
    #[inline]
    pub fn ants(&self, colour: Colour) -> LogSet {
        self.ants[colour as usize]
    }

    /// The logs with an ant: the protected ones.
    #[inline]
    pub fn protected(&self) -> LogSet {
        self.ants[0] | self.ants[1]
    }

    /// The owner of the ant on a log.
    pub fn ant(&self, log: Log) -> Option<Colour> {
        Colour::BOTH
            .into_iter()
            .find(|&colour| self.ants(colour) >> log & 1 == 1)
    }

    /// The side to move.
    #[inline]
    pub fn mover(&self) -> Colour {
        self.mover
    }

    /// Returns whether the second phase has become mandatory.
    #[inline]
    pub fn mandatory(&self) -> bool {
        self.mandatory
    }

    /// The open decision.
    #[inline]
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// The number of eggs in the mover's hand.
    #[inline]
    pub fn hand(&self) -> u8 {
        match self.phase {
            Phase::Exit { hand, .. } | Phase::Endless { hand, .. } => hand,
            Phase::Log | Phase::Entry { .. } | Phase::Ant => 0,
        }
    }

    /// Eggs on the board and in hand: all that is not captured yet.
    #[inline]
    pub fn left(&self) -> u8 {
        self.eggs.iter().sum::<u8>() + self.hand()
    }

    /// Eggs under the ants of this colour.
    pub fn guarded(&self, colour: Colour) -> u8 {
        super::board::members(self.ants(colour))
            .map(|log| self.eggs(log))
            .sum()
    }
}
