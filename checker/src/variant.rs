//! The games that the checker knows, by name: those of the stones family, and the two-rank games.

use std::fmt;

use crate::error::{CheckError, Result, printable};
use crate::reason::Reason;
use crate::rules::Rules;
use crate::two_rank::TwoRank;

/// The rules of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variant {
    /// A game of the stones family.
    Stones(Rules),
    /// A two-rank game.
    TwoRank(TwoRank),
}

/// The form of names, for error messages.
const EXPECTED: &str = "55stones, 33stones or stones:holes=2..16,seeds=1..127, then capture=normal|reversed, \
                        both-out=relay|end, mixed-out=end|forfeit, rest=usual|exchanged; or a two-rank game, as in \
                        bestemshe:pits=5,seeds=5; no option twice";

impl Variant {
    /// Parses a game name, with or without `seeds`.
    ///
    /// # Errors
    /// The text is no game that the checker knows.
    pub fn parse(text: &str) -> Result<Variant> {
        let stones = Rules::read(text).map(Variant::Stones);
        let found = stones.or_else(|| TwoRank::read(text).map(Variant::TwoRank));
        let none = || {
            CheckError::Input(Reason::NoGame {
                name: printable(text),
                expected: EXPECTED,
            })
        };
        found.ok_or_else(none)
    }

    /// Returns the game that begins with this number of stones in each hole; `None` if there is no such game.
    pub fn with_seeds(mut self, seeds: u32) -> Option<Variant> {
        let fits = match &mut self {
            Variant::Stones(rules) => {
                rules.seeds = seeds;
                rules.fits()
            }
            Variant::TwoRank(rules) => {
                rules.seeds = seeds;
                rules.fits()
            }
        };
        fits.then_some(self)
    }

    /// Returns the number of holes on the board.
    pub fn holes(&self) -> usize {
        match self {
            Variant::Stones(rules) => rules.holes,
            Variant::TwoRank(rules) => 2 * rules.pits,
        }
    }

    /// Returns the stones in each hole at the start.
    pub fn seeds(&self) -> u32 {
        match self {
            Variant::Stones(rules) => rules.seeds,
            Variant::TwoRank(rules) => rules.seeds,
        }
    }

    /// Returns the number of stones on the board at the start.
    pub fn stones(&self) -> usize {
        self.holes() * self.seeds() as usize
    }
}

/// Writes the name in tables and proofs: every option except the number of seeds.
impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Variant::Stones(rules) => rules.fmt(f),
            Variant::TwoRank(rules) => rules.fmt(f),
        }
    }
}
