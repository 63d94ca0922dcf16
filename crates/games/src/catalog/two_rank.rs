//! The two-rank family.

use super::{Entry, Family, NameError};
use crate::Files;
use crate::two_rank::{DECLARATIONS, TwoRank, Variant};

const RULES_TEXT: &str = "\
A mancala game of two rows, one each, numbered from 1, the pit nearest your
store.
- Choose one of your pits and sow its seeds one by one, counterclockwise.
- What the last seed captures, whether it gives another turn and how the game
  ends depend on the game: kalah and Pratt's games (basic, egyptian,
  ethiopian) sow into the own store; awari, trysse and warri capture on the
  opponent's side.
- Seeds captured count in the end; more wins.
The rules of each game by name: docs/games-two-rank.md";

impl Family for Variant {
    type Contest = TwoRank;

    const NAME: &'static str = "two-rank";

    fn entries() -> impl Iterator<Item = Entry> {
        DECLARATIONS.iter().map(|game| Entry {
            name: game.name,
            family: Self::NAME,
            about: game.about,
            options: game.options,
        })
    }

    fn read(text: &str, _: Files) -> Result<Variant, NameError> {
        Ok(text.parse()?)
    }

    fn contest(&self, _: bool) -> Result<TwoRank, NameError> {
        Ok(self.game())
    }

    fn rules_text(&self) -> String {
        RULES_TEXT.to_owned()
    }
}
