//! What checking a certificate asks of a game.

use super::fault::Fault;
use super::options::Options;

/// A game as certificates see it: its rules once more, with nothing of the rest of the program. What is
/// wrong is said in words.
pub(super) trait Game: Sized {
    /// A position.
    type Position: Clone + PartialEq;

    /// What a sowing is counted in.
    const UNIT: &'static str;

    /// The game with these options.
    fn new(options: &Options) -> Result<Self, Fault>;

    /// Reads a position.
    fn read(&self, text: &str) -> Result<Self::Position, Fault>;

    /// The board of a position.
    fn board(position: &Self::Position) -> String;

    /// Plays a round, move or decision that ends.
    fn play(&self, position: &mut Self::Position, item: &str) -> Result<Played, Fault>;

    /// Whether a position can recur at all; if not, why.
    fn can_recur(position: &Self::Position) -> Result<(), &'static str>;

    /// Whether a position that play without captures leads to is the one before it.
    fn recurs(before: &Self::Position, now: &Self::Position) -> bool;

    /// Follows a round or move until it ends (`None`) or a state recurs. `first` and `period` are what is
    /// claimed; whatever they are, this comes to an end.
    fn endless(
        &self,
        position: &Self::Position,
        item: &str,
        first: u64,
        period: u64,
    ) -> Result<Option<Endless>, Fault>;
}

/// What a round or move did.
#[derive(Default)]
pub(super) struct Played {
    pub(super) captured: bool,
    /// Cases met on which the sources are silent.
    pub(super) disputed: u64,
}

/// What is known of a sowing that never ends.
pub(super) struct Endless {
    /// The least number of steps or laps after which a state recurs.
    pub(super) period: u64,
    /// Whether the claimed state is the first that recurs.
    pub(super) first_right: bool,
    /// Cases on which the sources are silent, up to the first recurrence of that state.
    pub(super) disputed: u64,
}
