//! What checking a certificate asks of a game.

use super::fault::Fault;
use super::following::{Budget, Recurrence};
use super::options::Options;

/// A game as certificates see it: its rules once more, with nothing of the rest of the program. What is
/// wrong is said in words.
pub(super) trait Game: Sized {
    /// A position.
    type Position: Clone + PartialEq;

    /// What a sowing is counted in.
    const UNIT: &'static str;

    /// The names of the options, in their order, of rules that state these.
    fn option_names(options: &Options) -> &'static [&'static str];

    /// The game with these options, which are those that there must be.
    fn new(options: &Options) -> Result<Self, Fault>;

    /// Reads a position.
    fn read(&self, text: &str) -> Result<Self::Position, Fault>;

    /// The board of a position.
    fn board(position: &Self::Position) -> String;

    /// Plays a round, move or decision that ends.
    fn play(
        &self,
        position: &mut Self::Position,
        item: &str,
        budget: &mut Budget,
    ) -> Result<Played, Fault>;

    /// Whether a position can recur at all; if not, why.
    fn can_recur(position: &Self::Position) -> Result<(), &'static str>;

    /// Whether a position that play without captures leads to is the one before it.
    fn recurs(before: &Self::Position, now: &Self::Position) -> bool;

    /// Follows a round or move for as long as is claimed: its first state that recurs, and after how many steps or laps.
    fn endless(
        &self,
        position: &Self::Position,
        item: &str,
        claimed: (u64, u64),
        budget: &mut Budget,
    ) -> Result<Recurrence, Fault>;
}

/// What a round or move did.
#[derive(Default)]
pub(super) struct Played {
    pub(super) captured: bool,
    /// Cases met on which the sources are silent.
    pub(super) disputed: u64,
}
