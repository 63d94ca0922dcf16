//! The names, rules and text of a family of games.

use std::fmt::{Debug, Display};
use std::hash::Hash;

use super::NameError;
use super::shown::{ShownPosition, shown};
use crate::contest::{Contest, position_or_opening};
use crate::dynamic::PositionError;
use crate::options::OptionSpec;
use crate::{Files, Sentence, Value};

/// A line of the catalog.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The name of the game.
    pub name: &'static str,
    /// The family that it belongs to.
    pub family: &'static str,
    /// A description in one line.
    pub about: &'static str,
    /// Its options.
    pub options: &'static [OptionSpec],
}

/// A game of a family with its options set: small, and printed as its full name.
pub trait Family: Copy + Debug + Display + Eq + Hash {
    /// The game for play.
    type Contest: Contest;

    /// The name of the family, as the list of games has it.
    const NAME: &'static str;

    /// True if the games of the family have a pie rule.
    const PIE: bool = false;

    /// Names that [`read`](Family::read) accepts besides those of the list: short for a listed name with an option, or
    /// followed by a path.
    const SHORT_NAMES: &'static [&'static str] = &[];

    /// Its games, in the order in which they are listed.
    fn entries() -> impl Iterator<Item = Entry>;

    /// Reads a game of the family with its options, the inverse of printing. Unless `files` allows it, no text opens a
    /// file.
    ///
    /// # Errors
    /// The error names the wrong option and the allowed values.
    fn read(text: &str, files: Files) -> Result<Self, NameError>;

    /// Builds the game for play. `pie` adds the pie rule, in a family that [has it](Family::PIE).
    ///
    /// # Errors
    /// None for a game that was read.
    fn contest(&self, pie: bool) -> Result<Self::Contest, NameError>;

    /// OPTIONAL. Returns whether the pie decision follows the round that is to be played in a position. Default: never.
    ///
    /// # Errors
    /// The text is not a position of the game.
    fn pie_follows(&self, position: &str) -> Result<bool, PositionError> {
        let _ = position;
        Ok(false)
    }

    /// The sentences of the rules, on one screen.
    fn rules_sentences(&self) -> Vec<Sentence>;

    /// The rules as a list of steps and conditions, for programs that read text.
    fn procedure(&self) -> String;

    /// Draws and writes a position; the opening if `position` is `None`.
    ///
    /// # Errors
    /// The text is not a position of the game.
    fn show(&self, position: Option<&str>) -> Result<ShownPosition, PositionError> {
        let game = self.contest(false).map_err(PositionError::new)?;
        let position = position_or_opening(&game, position).map_err(PositionError::new)?;
        Ok(shown(&game, &position))
    }
}

/// Returns the sentence that names the page with the complete rules.
pub(super) fn complete(page: &str) -> Sentence {
    Sentence::paragraph("rule.complete", "The complete rules: {page}")
        .with("page", Value::Text(page.to_owned()))
}
