//! The interface between games and the check of certificates.

use super::fault::Fault;
use super::following::{Budget, Recurrence};
use super::options::Options;

/// A game for the check of certificates. Its rules are implemented independently of the rest of the program. Faults are
/// described in words.
pub(super) trait Game: Sized {
    /// A position.
    type Position: Clone + PartialEq;

    /// The game or family in errors.
    const NAME: &'static str;

    /// Returns whether both sides sow at once: claims are about rounds in steps. Otherwise they are about moves in laps.
    fn has_rounds(&self) -> bool;

    /// Returns the names of the options in their order, given the stated options.
    fn option_names(options: &Options) -> &'static [&'static str];

    /// Creates the game from a complete list of its options.
    fn new(options: &Options) -> Result<Self, Fault>;

    /// Reads a position.
    fn read(&self, text: &str) -> Result<Self::Position, Fault>;

    /// Returns the board of a position as text.
    fn board(position: &Self::Position) -> String;

    /// Plays a round, move or decision that ends.
    fn play(
        &self,
        position: &mut Self::Position,
        item: &str,
        budget: &mut Budget,
    ) -> Result<Played, Fault>;

    /// Checks that a position can recur at all. The error tells why not.
    fn can_recur(_: &Self::Position) -> Result<(), &'static str> {
        Ok(())
    }

    /// Returns whether play without captures from `before` has led back to it.
    fn recurs(before: &Self::Position, now: &Self::Position) -> bool {
        before == now
    }

    /// Follows a round or move for the claimed length: the steps or laps before the first recurring state, and the
    /// period.
    fn endless(
        &self,
        position: &Self::Position,
        item: &str,
        claimed: (u64, u64),
        budget: &mut Budget,
    ) -> Result<Recurrence, Fault>;
}

/// The result of a round or move.
#[derive(Default)]
pub(super) struct Played {
    pub(super) captured: bool,
    /// The number of disputed cases.
    pub(super) disputed: u64,
}
